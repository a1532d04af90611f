#!/usr/bin/env bash
# The moduli modulo which 2 has a given order, ascending, by this library and by PARI/GP
# (Debian: pari-gp), in turns within one run. PARI factors 2^K - 1 and selects its divisors.
# Prints milliseconds on the processor and the ratio; the counts and sums must agree.
#
#   benches/peers/sizes.sh [TURNS] [ORDER…]
set -euo pipefail
cd "$(dirname "$0")/../.."
turns=${1:-3}
shift || true
[ $# -gt 0 ] || set -- 60 120 180 200 227

cargo build --quiet --release --bench sizes_peer
peer=$(cargo bench --quiet --bench sizes_peer --no-run --message-format=json |
    sed -n 's/.*"executable":"\([^"]*sizes_peer[^"]*\)".*/\1/p')

pari() {
    gp -q -f <<GP
default(parisizemax, "4G")
default(parisize, "1G")
gettime();
K = $1; M = vector(#factor(K)~, i, 2^(K / factor(K)[i, 1]) - 1);
new(d) = { for (i = 1, #M, if (M[i] % d == 0, return(0))); 1 };
found = select(new, divisors(2^K - 1));
print(gettime() * 1000, " ", #found, " ", vecsum(found))
GP
}

for order in "$@"; do
    for turn in $(seq "$turns"); do
        ours=$("$peer" time "$order" 20)
        theirs=$(pari "$order" 2>/dev/null)
        [ "${ours#* }" = "${theirs#* }" ] || { echo "order $order: $ours against $theirs" >&2; exit 1; }
        awk -v k="$order" -v turn="$turn" -v a="${ours%% *}" -v b="${theirs%% *}" \
            'BEGIN { printf "order %d, turn %d: faro %.3f ms, PARI %.1f ms, ratio %.1f\n", k, turn, a / 1000, b / 1000, b / a }'
    done
done
