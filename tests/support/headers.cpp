// The carrier of the precompiled headers that all tests share; it holds nothing itself.
