#!/usr/bin/env python3
"""Whether the options of ST11 that are off by default would help, on labelled sets.

    actionscope eval DIR --run DIR.tsv          # once for each set; floor off, 100 results a query
    growth.py DIR=DIR.tsv [DIR=DIR.tsv ...]

Labelled sets have no users, so these are dealt: `loyal` ones own three services each and ask every query whose first
answer lies in one of them; `mixed` ones ask whatever comes, ten queries each. Queries come in random order (five seeds),
and after each one the user has used its answers. Benchmarks with a service for each action, or with one service only, say
nothing here and are left out by whoever calls.

affinity   results are ranked by score + w * (1 - score) * (uses of their service / uses of the most used one), which is
           core/evaluation/affinity.h; recall@1, recall@5 and nDCG@5 of all queries but each user's first
preload    after a user's first query its best k services (by the sum of the scores of the first ten results) are listed
           whole; the share of the answers of the nine queries after it that are then listed, and how many actions that is
cache      activated tools in a session that uses the answers of its queries in turn and comes back to earlier ones (each
           next query is a repeated one with probability 0.5): share of uses that find their tool still active, with a fixed
           capacity, and with one that grows by half (to 80) when more than a fifth of the last 20 uses were misses and
           shrinks by a quarter (to 5) when none was; and the mean number of listed tools
"""
import collections
import math
import os
import random
import sys


def service_of(action):
    return action.split('.')[0]


def load(folder, run_file):
    golds = {}
    with open(os.path.join(folder, 'qrels.tsv')) as lines:
        for line in lines:
            query, action, grade = line.rstrip('\n').split('\t')[:3]
            if int(grade) > 0:
                golds.setdefault(query, {})[action] = int(grade)
    run = collections.defaultdict(list)
    with open(run_file) as lines:
        for line in lines:
            query, _, action, score = line.rstrip('\n').split('\t')[:4]
            try:
                run[query].append((action, float(score)))
            except ValueError:
                continue  # the head
    sizes = collections.Counter()
    with open(os.path.join(folder, 'actions.jsonl')) as lines:
        import json
        for line in lines:
            sizes[service_of(json.loads(line)['id'])] += 1
    return {query: golds[query] for query in golds if query in run}, run, sizes


def recall(ranked, golds, depth):
    return sum(1 for action in ranked[:depth] if action in golds) / min(depth, len(golds))


def ndcg(ranked, golds, depth=5):
    gain = sum(golds.get(action, 0) / math.log2(i + 2) for i, action in enumerate(ranked[:depth]))
    best = sorted(golds.values(), reverse=True)[:depth]
    return gain / sum(grade / math.log2(i + 2) for i, grade in enumerate(best))


def users(golds, kind, seed):
    dice = random.Random(seed)
    queries = sorted(golds)
    dice.shuffle(queries)
    dealt = collections.defaultdict(list)
    if kind == 'mixed':
        for i, query in enumerate(queries):
            dealt[i % max(1, len(queries) // 10)].append(query)
    else:
        services = sorted({service_of(next(iter(golds[query]))) for query in queries})
        dice.shuffle(services)
        owner = {service: i // 3 for i, service in enumerate(services)}
        for query in queries:
            dealt[owner[service_of(next(iter(golds[query])))]].append(query)
    return dealt.values()


def affinity(golds, run, kind, weight, seeds=range(5)):
    total, count = [0.0, 0.0, 0.0], 0
    for seed in seeds:
        for queries in users(golds, kind, seed):
            uses = collections.Counter()
            for query in queries:
                if uses:
                    most = max(uses.values())
                    ranked = [a for a, _ in sorted(run[query], key=lambda hit: -(
                        hit[1] + weight * (1 - hit[1]) * uses[service_of(hit[0])] / most))]
                    total[0] += recall(ranked, golds[query], 1)
                    total[1] += recall(ranked, golds[query], 5)
                    total[2] += ndcg(ranked, golds[query])
                    count += 1
                for action in golds[query]:
                    uses[service_of(action)] += 1
    return [value / max(1, count) for value in total], count


def preload(golds, run, sizes, kind, k, seeds=range(5)):
    listed, answers, hits, sessions = 0, 0, 0, 0
    for seed in seeds:
        for queries in users(golds, kind, seed):
            for at in range(0, len(queries) - 1, 10):
                session = queries[at:at + 10]
                weight = collections.Counter()
                for action, score in run[session[0]][:10]:
                    weight[service_of(action)] += score
                chosen = {service for service, _ in weight.most_common(k)}
                listed += sum(sizes[service] for service in chosen)
                sessions += 1
                for query in session[1:]:
                    for action in golds[query]:
                        answers += 1
                        hits += service_of(action) in chosen
    return hits / max(1, answers), listed / max(1, sessions)


def cache(golds, kind, capacity, adaptive, seeds=range(5)):
    uses, hits, held, steps = 0, 0, 0, 0
    for seed in seeds:
        dice = random.Random(seed + 100)
        for queries in users(golds, kind, seed):
            active, size, recent, past = collections.OrderedDict(), capacity, [], []
            waiting = list(queries)
            while waiting:
                query = dice.choice(past) if past and dice.random() < 0.5 else waiting.pop()
                past.append(query)
                for action in golds[query]:
                    uses += 1
                    hit = action in active
                    hits += hit
                    active[action] = True
                    active.move_to_end(action)
                    recent = (recent + [hit])[-20:]
                    if adaptive and len(recent) == 20:
                        misses = recent.count(False)
                        if misses > 4 and size < 80:
                            size, recent = min(80, size + size // 2), []
                        elif misses == 0 and size > 5:
                            size, recent = max(5, size - size // 4), []
                    while len(active) > size:
                        active.popitem(last=False)
                    held += len(active)
                    steps += 1
    return hits / max(1, uses), held / max(1, steps)


def main(arguments):
    for argument in arguments:
        folder, run_file = argument.split('=', 1)
        golds, run, sizes = load(folder, run_file)
        name = os.path.basename(folder.rstrip('/'))
        for kind in ('loyal', 'mixed'):
            for weight in (0, 0.01, 0.02, 0.05):
                means, count = affinity(golds, run, kind, weight)
                print(f'affinity {name} {kind} w={weight} recall@1 {means[0]:.3f} recall@5 {means[1]:.3f} '
                      f'nDCG@5 {means[2]:.3f} of {count}')
            for k in (1, 3, 5):
                share, listed = preload(golds, run, sizes, kind, k)
                print(f'preload {name} {kind} k={k} answers listed {share:.3f}, {listed:.0f} actions listed')
            for capacity, adaptive in ((10, False), (20, False), (40, False), (20, True)):
                share, held = cache(golds, kind, capacity, adaptive)
                print(f'cache {name} {kind} {"adaptive from 20" if adaptive else capacity} '
                      f'still active {share:.3f}, {held:.1f} tools listed')


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
