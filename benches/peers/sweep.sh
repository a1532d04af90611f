#!/usr/bin/env bash
# The orders of 2 modulo all odd numbers to an end, by this library (with the machine's instructions,
# and in portable code) and by PARI's loop (Debian: pari-gp), in turns within one run and one thread.
# Prints the processor seconds of each whole process and the ratios; the sums of the orders are
# compared.
#
#   benches/peers/sweep.sh [END] [TURNS]
set -euo pipefail
cd "$(dirname "$0")/../.."
end=${1:-20000000} turns=${2:-3}

peer=$(cargo bench --quiet --bench sweep_peer --no-run --message-format=json |
    sed -n 's/.*"executable":"\([^"]*sweep_peer[^"]*\)".*/\1/p')
program="s = 0; forstep(m = 1, $end, 2, s += znorder(Mod(2, m))); print(s)"
TIMEFORMAT='%U %S'

# Prints the processor seconds, user and system, of a command whose last word must be the sum.
seconds() {
    local spent
    spent=$({ time "$@" >&3; } 2>&1 3>"$sums")
    awk '{ print $NF }' "$sums" >>"$sums.all"
    echo "$spent" | awk '{ print $1 + $2 }'
}

pari() {
    echo "$program" | gp -q
}

sums=$(mktemp)
trap 'rm -f "$sums" "$sums.all"' EXIT
for turn in $(seq "$turns"); do
    ours=$(seconds "$peer" time "$end" 1)
    portable=$(seconds "$peer" portable "$end" 1)
    theirs=$(seconds pari)
    awk -v a="$ours" -v b="$portable" -v c="$theirs" 'BEGIN {
        printf "faro %.3f s, portable %.3f s, PARI %.3f s: ratios %.1f and %.1f\n", a, b, c, c / a, c / b
    }'
done
[ "$(sort -u "$sums.all" | wc -l)" = 1 ] || { echo "the sums differ" >&2; exit 1; }
