#!/usr/bin/env python3
"""Inference of a graph convolutional network: `graphblast run gcn --infer` against PyTorch's sparse CSR product.

Two layers with ReLU in FP32, random features and weights. The tool writes what it was given and what came out
(--operands); PyTorch gets the same arrays and computes A_hat relu(A_hat (X W0)) W1 in the same order. Both are
warm and timed in several rounds by turns, from the call until the result is there. Prints one JSON line per graph
and ends with status 1 where the results differ. Needs PyTorch.
"""

import argparse
import ast
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

try:
    import torch
except ImportError as missing:
    sys.exit(f"gcn_versus_torch: {missing}")

LARGEST_DIFFERENCE = 1e-4
TYPES = {"<f4": torch.float32, "<i8": torch.int64}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("graphs", nargs="+", help="as graphblast run --graph takes them")
    parser.add_argument("--graphblast", default="graphblast", help="the tool (default: %(default)s)")
    parser.add_argument("--device", choices=["gpu", "cpu"], default="gpu")
    parser.add_argument("--features", type=int, default=128)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--classes", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=4, help="processes of ours, and turns of PyTorch")
    parser.add_argument("--repeat", type=int, default=25, help="timed inferences in each; ours tries variants in the first ones")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def load(path):
    """A tensor from a .npy file of the tool."""
    with open(path, "rb") as file:
        data = bytearray(file.read())
    begin = 10 + int.from_bytes(data[8:10], "little")
    header = ast.literal_eval(data[10:begin].decode("latin1"))
    return torch.frombuffer(data, dtype=TYPES[header["descr"]], offset=begin).reshape(header["shape"])


def run_ours(graph, given, folder, operands):
    """The JSON report of one process."""
    report = os.path.join(folder, "report.json")
    command = [given.graphblast, "run", "gcn", "--infer", "--graph", graph, "--device", given.device,
               "--features", f"random:{given.features}", "--hidden", str(given.hidden),
               "--classes", str(given.classes), "--seed", str(given.seed),
               "--repeat", str(given.repeat), "--json", report]
    if operands:
        command += ["--operands", operands]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False)
    except OSError as error:
        sys.exit(f"gcn_versus_torch: {error}")
    if done.returncode != 0:
        sys.exit(f"gcn_versus_torch: {graph}: exit status {done.returncode}: {done.stderr.strip()}")
    with open(report, encoding="utf-8") as file:
        return json.load(file)


class Network:
    """The same network in PyTorch."""

    def __init__(self, name, device):
        offsets, columns = load(f"{name}-offsets.npy"), load(f"{name}-columns.npy")
        values = load(f"{name}-values.npy").reshape(-1)
        n = len(offsets) - 1
        if max(len(columns), n) < 2**31:
            offsets, columns = offsets.to(torch.int32), columns.to(torch.int32)
        self.A_hat = torch.sparse_csr_tensor(offsets.to(device), columns.to(device), values.to(device),
                                             size=(n, n))
        self.X, self.W0, self.W1 = (load(f"{name}-{part}.npy").to(device)
                                    for part in ("features", "0", "1"))
        self.is_on_gpu = device.type == "cuda"

    def infer(self):
        hidden = torch.relu(self.A_hat @ (self.X @ self.W0))
        return self.A_hat @ (hidden @ self.W1)

    def wait(self):
        if self.is_on_gpu:
            torch.cuda.synchronize()

    def times(self, repeat):
        """Seconds of each inference after one that is not timed."""
        self.infer()
        self.wait()
        times = []
        for _ in range(repeat):
            begin = time.perf_counter()
            self.infer()
            self.wait()
            times.append(time.perf_counter() - begin)
        return times


def difference(ours, theirs):
    """The largest difference, relative to the largest value of its row: logits have both signs."""
    if ours.shape != theirs.shape:
        sys.exit(f"gcn_versus_torch: logits {tuple(ours.shape)} and {tuple(theirs.shape)}")
    scale = theirs.abs().amax(dim=1, keepdim=True).clamp_min(torch.finfo(torch.float32).tiny)
    return ((ours - theirs).abs() / scale).max().item()


def measure(graph, given, device):
    ours, theirs = [], []
    network, report = None, None
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "operands")
        for turn in range(given.rounds):
            report = run_ours(graph, given, folder, name if turn == 0 else None)
            ours += report["runs"][0]["inference_times"]
            if network is None:
                network = Network(name, device)
                worst = difference(load(f"{name}-logits.npy"), network.infer().cpu())
            theirs += network.times(given.repeat)
    if not network.X.any() or not network.infer().any():
        sys.exit(f"gcn_versus_torch: {graph}: all values are zero")
    ours_ms, theirs_ms = (statistics.median(times) * 1e3 for times in (ours, theirs))
    record = {**report["run"], "command": shlex.join([os.path.basename(sys.argv[0]), *sys.argv[1:]])}
    print(json.dumps({"run": record}), flush=True)
    print(json.dumps({
        "graph": graph, "vertices": report["vertices"], "entries": report["entries"],
        "features": given.features, "hidden": given.hidden, "classes": given.classes,
        "ours": report["device"], "torch": f"{torch.__version__} {network.A_hat.device}",
        "variants": report["variants"], "ours_ms": round(ours_ms, 4), "torch_ms": round(theirs_ms, 4),
        "ratio": round(theirs_ms / ours_ms, 3), "difference": worst}), flush=True)
    return worst < LARGEST_DIFFERENCE


def main():
    given = arguments()
    if min(given.features, given.hidden, given.classes, given.rounds) < 1 or given.repeat < 2:
        sys.exit("gcn_versus_torch: numbers count from 1, --repeat from 2")
    if given.device == "gpu" and not torch.cuda.is_available():
        sys.exit("gcn_versus_torch: PyTorch has no GPU")
    torch.backends.cuda.matmul.allow_tf32 = False
    device = torch.device("cuda" if given.device == "gpu" else "cpu")
    with torch.no_grad():
        agree = [measure(graph, given, device) for graph in given.graphs]
    if not all(agree):
        sys.exit(f"gcn_versus_torch: results differ by {LARGEST_DIFFERENCE} or more")


if __name__ == "__main__":
    main()
