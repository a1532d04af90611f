#!/usr/bin/env bash
# The order of the group that out and in generate, by this library (proved, without the theorem)
# and by GAP's Size(Group(…)) (Debian: gap-core), each timed in its own process, in turns within
# one run. Prints the best microseconds of some rounds and the ratio; the orders are compared.
# Each round of GAP makes its permutations and its group anew. The certificate for a
# million cards is timed without GAP.
#
#   benches/peers/groups.sh [CARDS…]      e.g. 24 52 64 128 256 1024; 200 takes GAP a minute or more
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- 24 52 64 128 256 1024 1000000
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cargo build --quiet --release -p faro-benches --bench groups_peer
peer=$(cargo bench --quiet -p faro-benches --bench groups_peer --no-run --message-format=json |
    sed -n 's/.*"executable":"\([^"]*groups_peer[^"]*\)".*/\1/p')

cat >"$folder/time.g" <<'GAP'
Read(Concatenation(folder, "/shuffles.g"));
best := infinity;;
for round in [1 .. rounds] do
    out := PermList(outs); in_ := PermList(ins);
    start := NanosecondsSinceEpoch();
    size := Size(Group(out, in_));
    best := Minimum(best, NanosecondsSinceEpoch() - start);
od;
Print(best, " ", size, "\n");
QUIT;
GAP

for cards; do
    rounds=20
    [ "$cards" -lt 200 ] || rounds=5
    for turn in 1 2 3; do
        ours=$("$peer" time "$cards" $rounds)
        if [ "$cards" -gt 100000 ]; then
            echo "$cards cards: faro $((${ours%% *} / 1000000)) ms, $(echo "$ours" | cut -d' ' -f3-)"
            continue
        fi
        "$peer" write "$cards" "$folder/shuffles.g"
        [ "$cards" != 200 ] || rounds=1
        gap=$(gap -q -o 4g -c "folder := \"$folder\";; rounds := $rounds;; Read(\"$folder/time.g\");" | tr -d '\n\\' | tr -s ' ')
        [ "${ours##* }" = "${gap##* }" ] || { echo "orders differ: $ours, $gap" >&2; exit 1; }
        awk -v n="$cards" -v a="${ours%% *}" -v b="${gap%% *}" \
            'BEGIN { printf "%s cards: faro %.1f µs, GAP %.1f µs, ratio %.1f\n", n, a / 1000, b / 1000, b / a }'
    done
done
