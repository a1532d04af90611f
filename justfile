# What continuous integration runs.
ci:
    bash .ci/run

# All of it, with the checks that take longer; some three quarters of an hour on two cores.
ci-all:
    bash .ci/run --all

test:
    cargo test

# The kernels beside the obvious loop, other crates, numpy and C++: one table of ratios, without AVX-512 and with it.
bench:
    bash benches/peers/kernel.sh

# Orders, cycles, powers and inversions against the obvious slow way, by criterion.
criterion:
    cargo bench -p faro-benches --bench perfect --bench permutation

# Against GAP (gap-core) and PARI/GP (pari-gp), the same questions in one run.
peers:
    bash benches/peers/cycles.sh
    bash benches/peers/orders.sh
    bash benches/peers/sizes.sh
    bash benches/peers/sweep.sh

# Check the program and its libraries for other systems and processors; rustup downloads their standard libraries.
targets:
    for target in aarch64-unknown-linux-gnu aarch64-apple-darwin x86_64-pc-windows-msvc; do \
        rustup target add $target && cargo check --locked -p faro-cli --target $target || exit 1; \
    done

# Test the kernels on an emulated ARM processor, with NEON and without.
arm:
    rustup target add aarch64-unknown-linux-gnu
    for set in neon none; do \
        FARO_SIMD=$set CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64-static -L /usr/aarch64-linux-gnu" cargo test --locked \
        -p faro-simd -p faro-sample --lib --target aarch64-unknown-linux-gnu || exit 1; \
    done

# Test the libraries as WebAssembly in node, by the system calls of the page.
wasi:
    bash web/test-libraries

# The page as a folder of files with the program in it, web/dist: for any server of files, and for browsers without a network.
web:
    bash web/build

# All tests of the page, with the folder's engine behind it; they take minutes.
folder: web
    cd crates/cli/tests/explorer && npm ci --silent --no-audit --no-fund && FARO_ENGINE=folder node --test --test-concurrency=1

# The package for JavaScript, with the program of the folder.
js: web
    cd js && node build.mjs && node --test

# Rewrite the sessions of the transcripts and the documents with what the program prints now; read the difference.
bless:
    FARO_BLESS=1 cargo test -p faro-cli --test suite transcripts
