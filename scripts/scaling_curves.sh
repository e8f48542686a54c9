#!/usr/bin/env bash
# Draws docs/images/scaling.svg: how long all tables of 6, 7 and 8 pieces take with 1 to 10,000 cores, by the played runs
# of `dameotb gen --estimate --workers N`; processes have up to 16 threads. Takes the path of dameotb, some minutes, and
# gnuplot.
#
#     scripts/scaling_curves.sh build/dameotb
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

dameotb=${1:?usage: scripts/scaling_curves.sh PATH_OF_DAMEOTB}
command -v gnuplot >/dev/null || { echo "scaling_curves: gnuplot is missing (Debian: gnuplot-nox)" >&2; exit 1; }
threads=16
points=$(mktemp -d)
trap 'rm -rf "$points"' EXIT

# hours PIECES WORKERS THREADS SHARED_RATE: prints how long the run takes.
hours() {
    "$dameotb" gen --estimate --pieces "$1" --workers "$2" --threads "$3" --shared-rate "$4" --worker-rate 1G |
        sed -n 's/^[0-9]* workers\{0,1\} with [0-9]* threads\{0,1\}: \([^,]*\),.*/\1/p' |
        awk '{
            hours = 0
            for (i = 1; i < NF; i += 2) {
                hours += $i / ($(i + 1) == "h" ? 1 : $(i + 1) == "min" ? 60 : 3600)
            }
            print hours
        }'
}

for pieces in 6 7 8; do
    for rate in 4G 64G; do
        for cores in 1 4; do
            echo "$cores $(hours $pieces 1 $cores $rate)"
        done >"$points/$pieces-$rate"
        for workers in 1 2 4 8 16 32 64 128 256 625; do
            echo "$((workers * threads)) $(hours $pieces $workers $threads $rate)"
        done >>"$points/$pieces-$rate"
    done
done

# curve PIECES RATE COLOUR DASHES: prints what gnuplot draws.
curve() {
    echo "'$points/$1-$2' with linespoints pt 7 ps 0.4 lw 2 lc rgb '$3' dt $4 notitle"
}
# label PIECES COLOUR: prints what gnuplot writes at the end of the curves.
label() {
    local end
    end=$(tail -n 1 "$points/$1-64G")
    echo "set label '$1 pieces' at ${end/ /, } offset 1, 0 textcolor rgb '$2'"
}
gnuplot <<END
set terminal svg size 900,480 font 'sans-serif,14' background rgb 'white'
set output 'docs/images/scaling.svg'
set logscale xy
set xrange [0.8:10000]
set yrange [0.005:10000]
set rmargin 11
set xlabel 'cores'
set ylabel 'time'
set grid lc rgb '#dddddd' lt 1
set border 3 lc rgb '#666666'
set tics nomirror
set xtics ('1' 1, '4' 4, '16' 16, '64' 64, '256' 256, '1,024' 1024, '10,000' 10000)
set ytics ('1 min' 1/60.0, '10 min' 1/6.0, '1 hour' 1, '10 hours' 10, '4 days' 100, '6 weeks' 1000, '1 year' 8760)
set key top right reverse Left
$(label 8 '#b3261e')
$(label 7 '#1f5fa8')
$(label 6 '#2e7d32')
plot $(curve 8 4G '#b3261e' 2), $(curve 8 64G '#b3261e' 1), \
     $(curve 7 4G '#1f5fa8' 2), $(curve 7 64G '#1f5fa8' 1), \
     $(curve 6 4G '#2e7d32' 2), $(curve 6 64G '#2e7d32' 1), \
     NaN with lines lw 2 lc rgb '#666666' dt 1 title 'shared directory of 64 GiB a second', \
     NaN with lines lw 2 lc rgb '#666666' dt 2 title 'of 4 GiB a second'
END
echo "docs/images/scaling.svg"
