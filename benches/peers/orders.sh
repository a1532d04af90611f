#!/usr/bin/env bash
# Orders of 2 modulo random odd numbers, by this library and by PARI/GP's znorder (Debian:
# pari-gp), on the same numbers, whole batches, one thread each, in turns within one run. Prints
# microseconds a number and the ratio; the sums of the orders must agree.
#
#   benches/peers/orders.sh [TURNS]
set -euo pipefail
cd "$(dirname "$0")/../.."
turns=${1:-3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

peer=$(cargo bench --quiet -p faro-benches --bench orders_peer --no-run --message-format=json |
    sed -n 's/.*"executable":"\([^"]*orders_peer[^"]*\)".*/\1/p')

cat >"$folder/time.gp" <<'GP'
v = readvec(file);
start = getabstime(); total = 0;
for (i = 1, #v, total += znorder(Mod(2, v[i])));
print(1000. * (getabstime() - start) / #v, " ", total);
GP

for job in "32 100000" "63 10000" "100 300" "128 200"; do
    read -r bits count <<<"$job"
    "$peer" write "$bits" "$count" "$folder/$bits"
    for _ in $(seq "$turns"); do
        ours=$(taskset -c 0 "$peer" time "$folder/$bits" 2>/dev/null || "$peer" time "$folder/$bits")
        pari=$(gp -q -s 1G <<<"file = \"$folder/$bits\"; read(\"$folder/time.gp\");")
        [ "${ours##* }" = "${pari##* }" ] || { echo "the sums differ at $bits bits" >&2; exit 1; }
        awk -v n="$count" -v bits="$bits" -v a="${ours%% *}" -v b="${pari%% *}" \
            'BEGIN { printf "%d of %d bits: faro %.2f µs, PARI %.2f µs, ratio %.1f\n", n, bits, a, b, b / a }'
    done
done
