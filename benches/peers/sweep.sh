#!/usr/bin/env bash
# The orders of 2 modulo all odd numbers to an end, by this library (with the machine's instructions,
# and in portable code), by the program with its summary, and by PARI's loop (Debian: pari-gp), in turns
# within one run and one thread. Prints the processor seconds of each whole process and PARI's divided by
# each, and the elapsed seconds of the program on one thread and on the usual number. The sums of the orders
# of the library and of PARI are compared. PARI's loop has no summary.
#
#   benches/peers/sweep.sh [END] [TURNS]
set -euo pipefail
cd "$(dirname "$0")/../.."
end=${1:-20000000} turns=${2:-3}

peer=$(cargo bench --quiet -p faro-benches --bench sweep_peer --no-run --message-format=json |
    sed -n 's/.*"executable":"\([^"]*sweep_peer[^"]*\)".*/\1/p')
cargo build --quiet --release
faro=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/faro
program="s = 0; forstep(m = 1, $end, 2, s += znorder(Mod(2, m))); print(s)"
TIMEFORMAT='%U %S'

# Prints the processor seconds, user and system, of a command whose output goes to $output.
seconds() {
    { time "$@" >&3; } 2>&1 3>"$output" | awk '{ print $1 + $2 }'
}

# Prints the elapsed seconds of the program's sweep with some options.
elapsed() {
    local TIMEFORMAT=%R
    { time "$faro" sweep --cards "2..=$end" --kind out --summary "$@" >"$output"; } 2>&1
}

# Notes the sum, the last word of the output.
note_sum() {
    awk '{ print $NF }' "$output" >>"$output.sums"
}

pari() {
    echo "$program" | gp -q
}

output=$(mktemp)
trap 'rm -f "$output" "$output.sums"' EXIT
for _ in $(seq "$turns"); do
    library=$(seconds "$peer" time "$end" 1)
    note_sum
    portable=$(FARO_SIMD=none seconds "$peer" time "$end" 1)
    note_sum
    program_time=$(seconds "$faro" sweep --cards "2..=$end" --kind out --summary --threads 1)
    pari_time=$(seconds pari)
    note_sum
    awk -v a="$library" -v b="$portable" -v c="$program_time" -v d="$pari_time" 'BEGIN {
        printf "library %.3f s, portable %.3f s, program %.3f s, PARI %.3f s: ratios %.1f, %.1f and %.1f\n",
            a, b, c, d, d / a, d / b, d / c
    }'
    echo "  elapsed: program on one thread $(elapsed --threads 1) s, on the usual number $(elapsed) s"
done
[ "$(sort -u "$output.sums" | wc -l)" = 1 ] || { echo "the sums differ" >&2; exit 1; }
