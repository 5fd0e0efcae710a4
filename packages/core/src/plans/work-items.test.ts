import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dependencyOrder, eligibleItems, type WorkItem, workDefects } from './work-items.ts';

/** `a<b,c`: a depends on b and c. */
const items = (...lines: readonly string[]): readonly WorkItem[] =>
  lines.map((line) => {
    const [id = '', wants = ''] = line.split('<');
    return { id, dependsOn: wants.split(',').filter((other) => other !== '') };
  });
const ids = (list: readonly WorkItem[]) => list.map(({ id }) => id);
const numbered = (n: number) => String(n).padStart(4, '0');
const chain = (length: number) =>
  Array.from({ length }, (_, n): WorkItem => ({ id: numbered(n), dependsOn: n === 0 ? [] : [numbered(n - 1)] }));

describe('the defects of a list', () => {
  test.each([
    ['none in a valid list', items('a', 'b<a', 'c<a,b'), []],
    ['none in an empty list', [], []],
    ['DO-15 a duplicate id', items('a', 'b', 'a'), [{ defect: 'duplicate-id', ids: ['a'] }]],
    ['DO-15 an id three times, named once', items('a', 'a', 'a'), [{ defect: 'duplicate-id', ids: ['a'] }]],
    ['DO-15 a dependency on itself', items('a<a'), [{ defect: 'self-dependency', ids: ['a'] }]],
    [
      'DO-15 a missing dependency',
      items('b<x', 'a<x,b'),
      [
        { defect: 'missing-dependency', ids: ['b', 'x'] },
        { defect: 'missing-dependency', ids: ['a', 'x'] },
      ],
    ],
    ['DO-15 a cycle of two', items('b<a', 'a<b'), [{ defect: 'cycle', ids: ['a', 'b'] }]],
    [
      'DO-15 a cycle of three, in order of dependency',
      items('c<b', 'b<a', 'a<c'),
      [{ defect: 'cycle', ids: ['a', 'c', 'b'] }],
    ],
    [
      'W2 a cycle, without the items that lead into it',
      items('z<a', 'a<b', 'b<a', 'y<z'),
      [{ defect: 'cycle', ids: ['a', 'b'] }],
    ],
    [
      'two cycles',
      items('a<b', 'b<a', 'c<d', 'd<c'),
      [
        { defect: 'cycle', ids: ['a', 'b'] },
        { defect: 'cycle', ids: ['c', 'd'] },
      ],
    ],
    ['none for a repeated dependency', items('a', 'b<a,a'), []],
    [
      'all kinds at once',
      items('a<a', 'b<x', 'c<d', 'd<c', 'b'),
      [
        { defect: 'duplicate-id', ids: ['b'] },
        { defect: 'self-dependency', ids: ['a'] },
        { defect: 'missing-dependency', ids: ['b', 'x'] },
        { defect: 'cycle', ids: ['c', 'd'] },
      ],
    ],
  ])('%s', (_, list, expected) => {
    expect(workDefects(list)).toEqual(expected);
  });
});

describe('the eligible items', () => {
  const list = items('c<a', 'a', 'b', 'd<a,b');

  test.each([
    ['Dd-01 are first those without dependencies, in list order', [], ['a', 'b']],
    ['Dd-01 then include those whose dependency is done', ['a'], ['c', 'b']],
    ['Dd-01 need all their dependencies done', ['a', 'b'], ['c', 'd']],
    ['exclude items that are done', ['a', 'b', 'c', 'd'], []],
  ])('%s', (_, done, expected) => {
    expect(ids(eligibleItems(list, new Set(done)))).toEqual(expected);
  });

  test('an item with a missing dependency is never eligible', () => {
    expect(eligibleItems(items('a<x'), new Set())).toEqual([]);
    expect(ids(eligibleItems(items('a<x'), new Set(['x'])))).toEqual(['a']);
  });
});

describe('the order', () => {
  test('W3 keeps the list order where dependencies allow', () => {
    expect(ids(dependencyOrder(items('d<a', 'c', 'b<c', 'a')))).toEqual(['c', 'b', 'a', 'd']);
  });

  test('is refused for a list with a defect', () => {
    for (const broken of [items('a<b', 'b<a'), items('a<x'), items('a<a'), items('a', 'a')])
      expect(() => dependencyOrder(broken)).toThrow('cannot be ordered');
  });
});

describe('a thousand items', () => {
  test('in one chain, in reverse order', () => {
    const list = [...chain(1_000)].reverse();
    expect(workDefects(list)).toEqual([]);
    expect(ids(dependencyOrder(list))).toEqual(ids(chain(1_000)));
    expect(ids(eligibleItems(list, new Set([numbered(0)])))).toEqual([numbered(1)]);
  });

  test('in one cycle', () => {
    const [, ...rest] = chain(1_000);
    const list = [{ id: numbered(0), dependsOn: [numbered(999)] }, ...rest];
    const [cycle, ...others] = workDefects(list);
    expect(cycle).toMatchObject({ defect: 'cycle' });
    expect([cycle?.ids.length, cycle?.ids[0], others.length]).toEqual([1_000, '0000', 0]);
  });

  test('side by side between one first and one last item', () => {
    const wide = Array.from({ length: 998 }, (_, n): WorkItem => ({ id: `w${numbered(n)}`, dependsOn: ['first'] }));
    const list = [{ id: 'last', dependsOn: ids(wide) }, ...wide, { id: 'first', dependsOn: [] }];
    expect(workDefects(list)).toEqual([]);
    expect(ids(dependencyOrder(list))).toEqual(['first', ...ids(wide), 'last']);
    expect(eligibleItems(list, new Set(['first']))).toHaveLength(998);
  });

  test('each depending on all before it', () => {
    const all = Array.from({ length: 1_000 }, (_, n) => numbered(n));
    const list = all.map((id, n): WorkItem => ({ id, dependsOn: all.slice(0, n) }));
    expect(ids(dependencyOrder([...list].reverse()))).toEqual(all);
  }, 20_000);
});

describe('any list', () => {
  /** Depends only on lower numbers, so an order exists; then the list is shuffled. */
  const orderly = fc
    .array(fc.array(fc.nat(), { maxLength: 4 }), { maxLength: 30 })
    .map((rows) =>
      rows.map((wants, n): WorkItem => ({ id: `i${n}`, dependsOn: n === 0 ? [] : wants.map((w) => `i${w % n}`) })),
    )
    .chain((list) => fc.shuffledSubarray(list, { minLength: list.length }));
  const any = fc.array(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      dependsOn: fc.subarray(['a', 'b', 'c', 'd', 'e', 'x']),
    }),
    { maxLength: 8 },
  );

  test('W3 without defects is ordered: each item once, after its dependencies', () => {
    fc.assert(
      fc.property(orderly, (list) => {
        expect(workDefects(list)).toEqual([]);
        const order = ids(dependencyOrder(list));
        expect([...order].sort()).toEqual([...ids(list)].sort());
        for (const { id, dependsOn } of list)
          for (const other of dependsOn) expect(order.indexOf(other)).toBeLessThan(order.indexOf(id));
      }),
    );
  });

  test('can be completed through eligible items exactly if it has no defect', () => {
    fc.assert(
      fc.property(any, (list) => {
        const done = new Set<string>();
        for (let next = eligibleItems(list, done)[0]; next; next = eligibleItems(list, done)[0]) done.add(next.id);
        const stuck = list.some(({ id }) => !done.has(id));
        const found = workDefects(list);
        if (found.some(({ defect }) => defect === 'duplicate-id')) return; // the dependencies are ambiguous
        expect(stuck).toBe(found.length > 0);
      }),
    );
  });

  test('W2 reports an inserted cycle, and every reported cycle exists', () => {
    fc.assert(
      fc.property(orderly, fc.integer({ min: 2, max: 5 }), (list, length) => {
        const ring = Array.from(
          { length },
          (_, n): WorkItem => ({ id: `ring${n}`, dependsOn: [`ring${(n + 1) % length}`] }),
        );
        const planted = [...list.slice(0, 3), ...ring, ...list.slice(3)];
        expect(workDefects(planted)).toEqual([{ defect: 'cycle', ids: ids(ring) }]);
      }),
    );
    fc.assert(
      fc.property(any, (list) => {
        for (const { defect, ids: cycle } of workDefects(list)) {
          if (defect !== 'cycle') continue;
          cycle.forEach((id, n) => {
            const wants = list.filter((item) => item.id === id).flatMap(({ dependsOn }) => dependsOn);
            expect(wants).toContain(cycle[(n + 1) % cycle.length]);
          });
        }
      }),
    );
  });
});
