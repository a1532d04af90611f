"""A simulation in parts on a Dask cluster, merged by `faro merge`.

    python examples/dask_shards.py

Starts a local cluster; give `Client` the address of a scheduler for a larger one, where all
workers have the program `faro` on their path. Parts come back as text, so that no file system
has to be shared. The result is, byte for byte, that of the simulation in one piece.

Written for dask.distributed 2024 or later; run by hand on a local cluster, not by this project's tests.
"""

import subprocess
import tempfile
from pathlib import Path

from dask.distributed import Client

SIMULATION = ["simulate", "--cards", "52", "--shuffle", "gsr^7", "--samples", "10000000", "--seed", "1"]
PARTS = 16


def part(index):
    """One part, on one core: the cluster decides how many run at once."""
    command = ["faro", *SIMULATION, "--threads", "1", "--shard", f"{index}/{PARTS}"]
    return subprocess.run(command, check=True, capture_output=True).stdout


def main():
    with Client() as client, tempfile.TemporaryDirectory() as folder:
        files = []
        for index, shard in enumerate(client.gather(client.map(part, range(1, PARTS + 1)))):
            files.append(Path(folder) / f"part{index}")
            files[-1].write_bytes(shard)
        subprocess.run(["faro", "merge", *files], check=True)


if __name__ == "__main__":
    main()
