"""A graph convolutional network of two layers (Kipf and Welling 2017), by graphblast.torch and by torch.sparse.

    python gcn.py [--maxk K] [--epochs N] GRAPH FEATURES LABELS

GRAPH and FEATURES are Matrix Market files, LABELS has the columns node (from 1), label, split (train or test). With --maxk
the layer between keeps the K largest features of each vertex in place of ReLU (Peng et al. 2024).
"""

import argparse
import csv
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


def train(product, product_of_kept, X, labels, in_training, options):
    """Trains with these two products; returns the accuracy on the other vertices and the seconds of an epoch."""
    torch.manual_seed(1)
    first = torch.nn.Linear(X.shape[1], 16, bias=False)
    second = torch.nn.Linear(16, int(labels.max()) + 1, bias=False)
    optimiser = torch.optim.Adam([*first.parameters(), *second.parameters()], lr=0.02, weight_decay=5e-4)
    start = time.perf_counter()
    for _ in range(options.epochs):
        hidden = product(first(X))
        scores = product_of_kept(hidden, options.maxk) @ second.weight.T if options.maxk else product(second(torch.relu(hidden)))
        loss = functional.cross_entropy(scores[in_training], labels[in_training])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    seconds = (time.perf_counter() - start) / options.epochs
    others = ~in_training & (labels >= 0)
    return (scores.argmax(1) == labels)[others].float().mean().item(), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maxk", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=100)
    parser.add_argument("graph")
    parser.add_argument("features")
    parser.add_argument("labels")
    options = parser.parse_args()

    A, *problem = inputs(options)
    ours = gb.Matrix.from_scipy(A)
    theirs = torch.sparse_csr_tensor(torch.from_numpy(A.indptr).long(), torch.from_numpy(A.indices).long(),
                                     torch.from_numpy(A.data), A.shape, check_invariants=True)

    def kept(x, k):
        values, positions = x.topk(k, 1)
        return torch.zeros_like(x).scatter(1, positions, values)

    for name, product, product_of_kept in (
        ("graphblast", lambda x: gbt.spmm(ours, x), lambda x, k: gbt.maxk_spmm(ours, x, k)),
        ("torch.sparse", lambda x: torch.sparse.mm(theirs, x), lambda x, k: torch.sparse.mm(theirs, kept(x, k))),
    ):
        accuracy, seconds = train(product, product_of_kept, *problem, options)
        print(f"{name:12}  accuracy {accuracy:.3f}  {1e3 * seconds:.2f} ms an epoch")


if __name__ == "__main__":
    main()
