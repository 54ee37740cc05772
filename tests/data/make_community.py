#!/usr/bin/env python3
"""Writes community.mtx, community_features.mtx and community_labels.tsv beside this file: a planted
partition with features, for trying out `graphblast run gcn`. The same bytes on every machine."""

import pathlib
import random

COMMUNITIES, MEMBERS, WORDS = 4, 60, 64
TRAINING, VALIDATION = 5, 15  # of each community; the others are for the test
INSIDE, OUTSIDE = 3.0, 1.0  # edges that a vertex draws to its own community and to all
OWN_WORDS, ANY_WORDS = 2, 5  # of a vertex; a community has a quarter of the words

n = COMMUNITIES * MEMBERS
rng = random.Random(1)
folder = pathlib.Path(__file__).parent


def below(bound):
    return int(rng.random() * bound)


def write_matrix(name, kind, rows, columns, entries):
    lines = [f"%%MatrixMarket matrix coordinate pattern {kind}", "% written by make_community.py",
             f"{rows} {columns} {len(entries)}"]
    lines += [f"{i + 1} {j + 1}" for j, i in sorted((j, i) for i, j in entries)]
    (folder / name).write_text("\n".join(lines) + "\n")


# Vertex v belongs to community v mod 4.
edges = set()
for v in range(n):
    for count, inside in ((INSIDE, True), (OUTSIDE, False)):
        for _ in range(int(count)):
            u = below(MEMBERS) * COMMUNITIES + v % COMMUNITIES if inside else below(n)
            if u != v:
                edges.add((max(u, v), min(u, v)))
write_matrix("community.mtx", "symmetric", n, n, edges)

words = set()
for v in range(n):
    own = WORDS // COMMUNITIES
    for _ in range(OWN_WORDS):
        words.add((v, v % COMMUNITIES * own + below(own)))
    for _ in range(ANY_WORDS):
        words.add((v, below(WORDS)))
write_matrix("community_features.mtx", "general", n, WORDS, words)

lines = ["node\tlabel\tsplit"]
for v in range(n):
    place = v // COMMUNITIES
    split = ("train" if place < TRAINING else
             "val" if place < TRAINING + VALIDATION else "test")
    lines.append(f"{v + 1}\t{v % COMMUNITIES}\t{split}")
(folder / "community_labels.tsv").write_text("\n".join(lines) + "\n")
