#!/usr/bin/env bash
# Riffles, uniform shuffles and counts of 52 cards: the kernels for every instruction set that this
# processor has, and their peers, in one run: the simple loop, the crates rand, fastrand and rip_shuffle, numpy
# (Debian: python3-numpy) and std::shuffle (g++), if they are installed. Prints nanoseconds a unit, and the
# ratio of each peer's time to each kernel's.
#
#   benches/peers/kernel.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

export CRITERION_HOME="$folder/criterion"
cargo bench --quiet --manifest-path benches/kernel/Cargo.toml --bench kernel >"$folder/criterion.log"

# The median for each unit: criterion reports the nanoseconds of an iteration, and its number of units.
{
    for result in "$CRITERION_HOME"/*/*/new/estimates.json; do
        python3 - "$result" "$(dirname "$result")/benchmark.json" <<'PY'
import json, sys
estimates, benchmark = (json.load(open(path)) for path in sys.argv[1:])
spent = estimates["median"]["point_estimate"] / benchmark["throughput"]["Elements"]
print(benchmark["group_id"], benchmark["function_id"], spent, sep="\t")
PY
    done
    python3 benches/peers/kernel_numpy.py || echo "no numpy" >&2
    if g++ -O3 -march=native -o "$folder/peer" benches/peers/kernel_shuffle.cpp; then "$folder/peer"; fi
} >"$folder/times"

python3 - "$folder/times" <<'PY'
import collections, sys
groups = collections.defaultdict(dict)
for line in open(sys.argv[1]):
    group, name, spent = line.rstrip("\n").split("\t")
    groups[group][name] = float(spent)
kernels = ["none", "avx2", "avx512"]
for group, times in groups.items():
    here = [kernel for kernel in kernels if kernel in times]
    print(f"\n{group}, ns: " + ", ".join(f"{kernel} {times[kernel]:.2f}" for kernel in here))
    for name in sorted(times.keys() - set(kernels), key=times.get):
        ratios = ", ".join(f"{kernel} {times[name] / times[kernel]:.1f}" for kernel in here)
        print(f"  {name} {times[name]:.1f}, times {ratios}")
PY
