// Carries the precompiled headers that all tests share. It holds no code.
