"""A graph convolutional network of two layers (Kipf and Welling 2017), by graphblast.torch, by torch.sparse, and where it is
installed by PyTorch Geometric's message passing.

    python gcn.py [--maxk K] [--epochs N] [--device cuda] GRAPH FEATURES LABELS
    python gcn.py [--maxk K] [--epochs N] [--device cuda] --random VERTICES DEGREE FEATURES

GRAPH and FEATURES are Matrix Market files, LABELS has the columns node (from 1), label, split (train or test). With --maxk
the layer between keeps the K largest features of each vertex in place of ReLU: MaxK-GNN (Peng et al. 2024). --random: a graph
with random edges, features and labels, which shows times alone. --rounds N: each way trains N times, by turns; the time is the
median, with the least and the most; --json prints them as lines of benchmarks/raw. --cpu-time: on one thread of the processor,
whose own time counts, as a machine needs it that has other work, too.
"""

import argparse
import csv
import json
import statistics
import sys
import time

import graphblast as gb
import graphblast.torch as gbt
import numpy as np
import scipy.io
import scipy.sparse as sp
import torch
from torch.nn import functional


def normalised(graph):
    """The adjacency matrix with loops, divided by the roots of both degrees."""
    A = sp.csr_array((graph + sp.eye_array(graph.shape[0])) != 0).astype(np.float32)
    root = sp.diags_array(1 / np.sqrt(A.sum(axis=1)))
    return sp.csr_array((root @ A @ root).astype(np.float32))


def random_inputs(vertices, degree, features):
    rng = np.random.default_rng(1)
    edges = rng.integers(0, vertices, (2, vertices * degree))
    graph = sp.coo_array((np.ones(edges.shape[1]), edges), (vertices, vertices)).tocsr()
    labels = torch.from_numpy(rng.integers(0, 4, vertices))
    X = torch.from_numpy(rng.random((vertices, features), np.float32))
    return normalised(graph + graph.T), X, labels, torch.from_numpy(rng.random(vertices) < 0.5)


def inputs(options):
    A = normalised(sp.csr_array(scipy.io.mmread(options.graph)))
    X = scipy.io.mmread(options.features).toarray().astype(np.float32)
    labels, train = np.full(A.shape[0], -1), np.zeros(A.shape[0], bool)
    with open(options.labels) as file:
        for row in csv.DictReader(file, delimiter="\t"):
            labels[int(row["node"]) - 1] = int(row["label"])
            train[int(row["node"]) - 1] = row["split"] == "train"
    X /= np.maximum(X.sum(1, keepdims=True), 1)
    return A, torch.from_numpy(X), torch.from_numpy(labels), torch.from_numpy(train)


def synchronize(device):
    if device.type == "cuda":
        torch.cuda.synchronize()


def message_passing(A, device):
    """The product by PyTorch Geometric, or None where it is not installed."""
    try:
        from torch_geometric.nn import MessagePassing
    except ImportError:
        return None
    entries = A.tocoo()
    edges = torch.from_numpy(np.stack([entries.col, entries.row]).astype(np.int64)).to(device)
    weight = torch.from_numpy(entries.data).view(-1, 1).to(device)

    class Product(MessagePassing):
        def forward(self, x):
            return self.propagate(edges, x=x, weight=weight)

        def message(self, x_j, weight):
            return x_j * weight

    return Product(aggr="add").to(device)


def train(product, product_of_kept, X, labels, in_training, options):
    """Trains with these two products; returns the accuracy on the other vertices and the seconds of an epoch."""
    torch.manual_seed(1)
    first = torch.nn.Linear(X.shape[1], options.hidden, bias=False).to(X.device)
    second = torch.nn.Linear(options.hidden, int(labels.max()) + 1, bias=False).to(X.device)
    optimiser = torch.optim.Adam([*first.parameters(), *second.parameters()], lr=0.02, weight_decay=5e-4)
    clock = time.thread_time if options.cpu_time else time.perf_counter
    start = clock()
    for epoch in range(options.epochs + 1):
        if epoch == 1:  # the first one warms up
            synchronize(X.device)
            start = clock()
        hidden = product(first(X))
        scores = product_of_kept(hidden, options.maxk) @ second.weight.T if options.maxk else product(second(torch.relu(hidden)))
        loss = functional.cross_entropy(scores[in_training], labels[in_training])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    synchronize(X.device)
    seconds = (clock() - start) / options.epochs
    others = ~in_training & (labels >= 0)
    return (scores.argmax(1) == labels)[others].float().mean().item(), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maxk", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--hidden", type=int, default=16)
    parser.add_argument("--random", type=int, nargs=3)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each package")
    parser.add_argument("--cpu-time", action="store_true", help="of one thread, in place of the time of day")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    if options.random is None and len(options.files) != 3:
        parser.error("three files, or --random with three numbers")
    if options.random is None:
        options.graph, options.features, options.labels = options.files
    if options.cpu_time:
        if options.device != "cpu":
            parser.error("--cpu-time is the processor's; --device cpu was meant")
        torch.set_num_threads(1)
        gb.settings.threads = 1

    A, *problem = inputs(options) if options.random is None else random_inputs(*options.random)
    device = torch.device(options.device)
    problem = [part.to(device) for part in problem]
    theirs = torch.sparse_csr_tensor(torch.from_numpy(A.indptr).long(), torch.from_numpy(A.indices).long(),
                                     torch.from_numpy(A.data), A.shape, check_invariants=True).to(device)
    ours = gb.Matrix.from_scipy(A)
    passing = message_passing(A, device)

    def kept(x, k):
        values, positions = x.topk(k, 1)
        return torch.zeros_like(x).scatter(1, positions, values)

    ways = [("graphblast", lambda x: gbt.spmm(ours, x), lambda x, k: gbt.maxk_spmm(ours, x, k)),
            ("torch.sparse", lambda x: torch.sparse.mm(theirs, x), lambda x, k: torch.sparse.mm(theirs, kept(x, k)))]
    if passing is not None:
        ways.append(("PyG", passing, lambda x, k: passing(kept(x, k))))
    rounds = [[train(product, product_of_kept, *problem, options) for _, product, product_of_kept in ways]
              for _ in range(options.rounds)]
    for (name, *_), results in zip(ways, zip(*rounds)):
        times = [1e3 * seconds for _, seconds in results]
        spread = f" ({min(times):.2f} to {max(times):.2f})" if len(times) > 1 else ""
        if options.json:
            print(json.dumps({"device": options.device, "options": " ".join(sys.argv[1:]), "package": name,
                              "accuracy": results[-1][0], "ms": statistics.median(times), "from": min(times), "to": max(times)}))
            continue
        print(f"{name:12}  accuracy {results[-1][0]:.3f}  {statistics.median(times):.2f} ms an epoch{spread}")


if __name__ == "__main__":
    main()
