import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeBlastRadius } from './blast-radius.ts';
import { type CodeGraph, type EdgeKind, edgeProbabilities } from './graph.ts';

type Link = readonly [from: string, to: string, kind?: EdgeKind];

function graphWith(links: readonly Link[]): CodeGraph {
  const paths = [...new Set([...links.map(([from]) => from), ...links.map(([, to]) => to)])];
  const edgesOf = (path: string) =>
    links.filter(([from]) => from === path).map(([, to, kind = 'value' as const]) => ({ to, kind }));
  return { modules: paths.map((path) => ({ path, exports: [], edges: edgesOf(path) })), unread: [], branches: 0 };
}

const radius = (links: readonly Link[], ...seeds: readonly string[]) =>
  computeBlastRadius(graphWith(links), seeds).map(({ path, probability }) => [path, Number(probability.toFixed(4))]);

describe('the blast radius', () => {
  test('goes from a seed to its importers, not to its imports', () => {
    expect(
      radius(
        [
          ['app', 'lib'],
          ['lib', 'base'],
        ],
        'lib',
      ),
    ).toEqual([['app', 0.8]]);
  });

  test('multiplies the probabilities of the kinds and takes the best path', () => {
    const links: readonly Link[] = [
      ['a', 'seed', 're-export'],
      ['b', 'a', 'type-only'],
      ['c', 'seed', 'dynamic'],
      ['d', 'b'],
      ['d', 'c'],
    ];
    expect(radius(links, 'seed')).toEqual([
      ['a', 0.8],
      ['c', 0.5],
      ['b', 0.4],
      ['d', 0.4],
    ]);
  });

  test('ends below 0.05: 0.8 × 0.5⁴ is exactly 0.05, and one step more is less', () => {
    const chain: readonly Link[] = [
      ['a', 's'],
      ['b', 'a', 'dynamic'],
      ['c', 'b', 'dynamic'],
      ['d', 'c', 'dynamic'],
      ['e', 'd', 'dynamic'],
      ['f', 'e'],
    ];
    expect(radius(chain, 's').map(([path]) => path)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(radius(chain, 's').at(-1)).toEqual(['e', 0.05]);
  });

  test('is at most 10 deep, although 0.8¹¹ is more than 0.05', () => {
    const chain = Array.from({ length: 12 }, (_, n): Link => [`m${n + 1}`, `m${n}`]);
    expect(radius(chain, 'm0')).toHaveLength(10);
  });

  test('does not count seeds, and survives cycles and seeds that are no module', () => {
    expect(
      radius(
        [
          ['a', 'b'],
          ['b', 'a'],
          ['c', 'a'],
        ],
        'a',
        'b',
        'none',
      ),
    ).toEqual([['c', 0.8]]);
    expect(radius([['a', 'b']])).toEqual([]);
  });
});

const kinds = Object.keys(edgeProbabilities) as EdgeKind[];
const names = 'abcdefgh'.split('');
const linksArbitrary = fc.array(
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names), fc.constantFrom(...kinds)),
  { maxLength: 25 },
);

/** The best product over all paths of at most 10 edges, by trying every one of them. */
function bestByHand(links: readonly Link[], seeds: readonly string[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  const walk = (path: string, product: number, depth: number) => {
    if (product < 0.05) return;
    if (!seeds.includes(path)) best.set(path, Math.max(best.get(path) ?? 0, product));
    if (depth === 10) return;
    for (const [from, to, kind = 'value'] of links)
      if (to === path) walk(from, product * edgeProbabilities[kind], depth + 1);
  };
  for (const seed of seeds) walk(seed, 1, 0);
  return best;
}

describe('for any graph, the blast radius', () => {
  test('is the one of a search through all paths', () => {
    const few = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names), fc.constantFrom(...kinds)), {
      maxLength: 9,
    });
    fc.assert(
      fc.property(few, fc.subarray(names, { maxLength: 3 }), (links, seeds) => {
        const expected = bestByHand(links, seeds);
        const found = computeBlastRadius(graphWith(links), seeds);
        expect(found.map(({ path }) => path).sort()).toEqual([...expected.keys()].sort());
        for (const { path, probability } of found) expect(probability).toBeCloseTo(expected.get(path) ?? 0, 12);
      }),
      { numRuns: 100 },
    );
  });

  test('grows with more edges, and every probability is between 0.05 and 0.8', () => {
    fc.assert(
      fc.property(linksArbitrary, linksArbitrary, fc.subarray(names), (links, more, seeds) => {
        const [few, all] = [links, [...links, ...more]].map((each) => computeBlastRadius(graphWith(each), seeds));
        const wider = new Map(all?.map(({ path, probability }) => [path, probability]));
        for (const { path, probability } of few ?? []) expect(wider.get(path)).toBeGreaterThanOrEqual(probability);
        for (const value of wider.values()) expect(value >= 0.05 && value <= 0.8).toBe(true);
        for (const seed of seeds) expect(wider.has(seed)).toBe(false);
      }),
    );
  });
});
