#!/usr/bin/env bash
# The cycle decomposition of one permutation, by this library and by GAP (Debian: gap-core), in
# turns within one run. Prints milliseconds and the ratio. The permutation is written to a
# temporary folder.
#
#   benches/peers/cycles.sh [POSITIONS] [TURNS]
set -euo pipefail
cd "$(dirname "$0")/../.."
positions=${1:-10000000} turns=${2:-5}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cargo build --quiet --release -p faro-benches --bench cycles_peer
peer=$(cargo bench --quiet -p faro-benches --bench cycles_peer --no-run --message-format=json |
    sed -n 's/.*"executable":"\([^"]*cycles_peer[^"]*\)".*/\1/p')
"$peer" write "$positions" "$folder/permutation.g"

# GAP sorts the structure by length, less the fixed points.
cat >"$folder/time.g" <<'GAP'
Read(Concatenation(folder, "/permutation.g"));
p := PermList(images);;
start := NanosecondsSinceEpoch();;
s := CycleStructurePerm(p);;
stop := NanosecondsSinceEpoch();;
lengths := Filtered([1..Length(s)], i -> IsBound(s[i]));;
Print(Int((stop - start) / 1000), " ", List(lengths, i -> [i + 1, s[i]]), "\n");
QUIT;
GAP

for turn in $(seq "$turns"); do
    ours=$("$peer" time "$positions")
    gap=$(gap -q -o 4g -c "folder := \"$folder\";; Read(\"$folder/time.g\");" | tr -d '\n' | tr -s ' ')
    echo "faro $ours"
    echo "gap  $gap"
    awk -v a="${ours%% *}" -v b="${gap%% *}" \
        'BEGIN { printf "turn: faro %.1f ms, GAP %.1f ms, ratio %.1f\n\n", a / 1000, b / 1000, b / a }'
done
