#!/usr/bin/env bash
# The moduli modulo which 2 has a given order, ascending, by this library and by PARI/GP
# (Debian: pari-gp), in turns within one run. PARI factors 2^K - 1 and selects its divisors, where
# this library has the factors in a table: both ratios, with and without the time of PARI's factoring,
# are printed. Then whole processes that print their lists: the program's has two deck sizes for
# each modulus. Milliseconds are those on the processor; the counts and sums must agree.
#
#   benches/peers/sizes.sh [TURNS] [ORDER…]
set -euo pipefail
cd "$(dirname "$0")/../.."
turns=${1:-3}
shift || true
[ $# -gt 0 ] || set -- 60 120 180 200 227

cargo build --quiet --release -p faro-benches --bench sizes_peer
peer=$(cargo bench --quiet -p faro-benches --bench sizes_peer --no-run --message-format=json |
    sed -n 's/.*"executable":"\([^"]*sizes_peer[^"]*\)".*/\1/p')

pari() {
    gp -q -f <<GP
default(parisizemax, "4G")
default(parisize, "1G")
gettime();
K = $1; F = factor(2^K - 1); factoring = gettime(); M = vector(#factor(K)~, i, 2^(K / factor(K)[i, 1]) - 1);
new(d) = { for (i = 1, #M, if (M[i] % d == 0, return(0))); 1 };
found = select(new, divisors(F));
spent = gettime();
$2
GP
}

result='print(factoring, " ", spent, " ", #found, " ", vecsum(found))'
list='for (i = 1, #found, print(found[i]))'
cargo build --quiet --release
faro=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/faro
TIMEFORMAT='%U %S'

# Prints the processor milliseconds, user and system, of a command.
milliseconds() {
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print 1000 * ($1 + $2) }'
}

for order in "$@"; do
    for turn in $(seq "$turns"); do
        ours=$("$peer" time "$order" 20)
        read -r factoring spent theirs <<<"$(pari "$order" "$result" 2>/dev/null)"
        [ "${ours#* }" = "$theirs" ] || { echo "order $order: $ours against $theirs" >&2; exit 1; }
        whole=$(milliseconds "$faro" sizes --order "$order" --kind out)
        whole_pari=$(milliseconds pari "$order" "$list")
        awk -v k="$order" -v turn="$turn" -v a="${ours%% *}" -v f="$factoring" -v s="$spent" -v w="$whole" \
            -v p="$whole_pari" 'BEGIN {
            a /= 1000
            printf "order %d, turn %d: faro %.3f ms, PARI %d ms and factoring %d ms, ratios %.1f and %.1f\n",
                k, turn, a, s, f, (s + f) / a, s / a
            printf "  whole processes: faro %d ms, PARI %d ms, ratio %.1f\n", w, p, p / w
        }'
    done
done
