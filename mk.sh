B=/tmp/wt-men/build-bench; S=/tmp/wt-men
ninja -C $B -j2 solve_classes 2>&1 | grep -E "error|warning|FAILED"
g++ -std=c++20 -O2 -march=x86-64-v2 prof.cpp -I$S/gen/src -I$S/gen/include -I$S/store/include -I$S/index/include -I$S/rules/include -I$S/codec/include -I$S/files/include -I$S/format/include -o prof $B/gen/libdameotb_gen.a $B/store/libdameotb_store.a $B/files/libdameotb_files.a $B/codec/libdameotb_codec.a $B/index/libdameotb_index.a $B/rules/libdameotb_rules.a $B/format/libdameotb_format.a -lgomp -lzstd
