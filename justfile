# What continuous integration runs.
ci:
    bash .ci/run

test:
    cargo test

# Against the obvious slow way, by criterion; and the kernels beside other crates, numpy and C++, as ratios.
bench:
    cargo bench
    bash benches/peers/kernel.sh

# Against GAP (gap-core) and PARI/GP (pari-gp), the same questions in one run.
peers:
    bash benches/peers/cycles.sh
    bash benches/peers/orders.sh
    bash benches/peers/sizes.sh
    bash benches/peers/sweep.sh

# Rewrite the transcripts with what the program prints now; read the difference.
bless:
    FARO_BLESS=1 cargo test --test transcripts
