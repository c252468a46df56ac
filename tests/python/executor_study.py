"""executor_study.py EXECUTOR TABLE [REPEAT]: the study of executors_test.py on processes:N, mpi or dask."""
import contextlib
import math
import sys
import time

import carom


def measured(point, seed):
    """Some events of a gas that is made of the seed, and as much time as there is in the point."""
    random = carom.Random(seed)
    world = carom.World2(period=(12, 12))
    for k in range(36):
        world.add(carom.Circle((2 * (k % 6) + 1, 2 * (k // 6) + 1), 0.4), motion=random.direction(2))
    events = world.run_until(3)
    time.sleep(point["pause"])
    return {"events": len(events), "hash": f"{world.hash():016x}", "root": math.sqrt(seed)}


@contextlib.contextmanager
def executor_of(name):
    if name == "mpi":
        from mpi4py.futures import MPIPoolExecutor
        with MPIPoolExecutor() as executor:
            yield executor
    elif name == "dask":
        from distributed import Client, LocalCluster
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            yield client.get_executor()
    else:
        from concurrent.futures import ProcessPoolExecutor
        with ProcessPoolExecutor(int(name.partition(":")[2])) as executor:
            yield executor


if __name__ == "__main__":
    import executor_study  # by this name the workers know it

    with executor_of(sys.argv[1]) as executor:
        carom.study(executor_study.measured, {"pause": [0, 0.05]}, repeat=int(sys.argv[3]) if len(sys.argv) > 3 else 8, executor=executor, table=sys.argv[2], name="executors")
