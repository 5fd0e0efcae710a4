import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dependencyOrder, eligibleItems, type WorkItem, workDefects } from './work-items.ts';

/** `a<b,c` is: a depends on b and c. */
const items = (...lines: readonly string[]): readonly WorkItem[] =>
  lines.map((line) => {
    const [id = '', wants = ''] = line.split('<');
    return { id, dependsOn: wants.split(',').filter((other) => other !== '') };
  });
const ids = (list: readonly WorkItem[]) => list.map(({ id }) => id);
const numbered = (n: number) => String(n).padStart(4, '0');
const chain = (length: number) =>
  Array.from({ length }, (_, n): WorkItem => ({ id: numbered(n), dependsOn: n === 0 ? [] : [numbered(n - 1)] }));

describe('what is wrong with a list', () => {
  test.each([
    ['nothing', items('a', 'b<a', 'c<a,b'), []],
    ['nothing, of nothing', [], []],
    ['DO-15 an id twice', items('a', 'b', 'a'), [{ defect: 'duplicate-id', ids: ['a'] }]],
    ['DO-15 an id three times, named once', items('a', 'a', 'a'), [{ defect: 'duplicate-id', ids: ['a'] }]],
    ['DO-15 itself', items('a<a'), [{ defect: 'self-dependency', ids: ['a'] }]],
    [
      'DO-15 what is not there',
      items('b<x', 'a<x,b'),
      [
        { defect: 'missing-dependency', ids: ['b', 'x'] },
        { defect: 'missing-dependency', ids: ['a', 'x'] },
      ],
    ],
    ['DO-15 a circle of two', items('b<a', 'a<b'), [{ defect: 'cycle', ids: ['a', 'b'] }]],
    [
      'DO-15 a circle of three, in the order of its wants',
      items('c<b', 'b<a', 'a<c'),
      [{ defect: 'cycle', ids: ['a', 'c', 'b'] }],
    ],
    [
      'W2 what leads into a circle is no part of it',
      items('z<a', 'a<b', 'b<a', 'y<z'),
      [{ defect: 'cycle', ids: ['a', 'b'] }],
    ],
    [
      'two circles',
      items('a<b', 'b<a', 'c<d', 'd<c'),
      [
        { defect: 'cycle', ids: ['a', 'b'] },
        { defect: 'cycle', ids: ['c', 'd'] },
      ],
    ],
    ['a want that is said twice is one', items('a', 'b<a,a'), []],
    [
      'everything at once',
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

describe('what can be begun', () => {
  const list = items('c<a', 'a', 'b', 'd<a,b');

  test.each([
    ['Dd-01 at first what depends on nothing, in the order of the list', [], ['a', 'b']],
    ['Dd-01 then what was waited for', ['a'], ['c', 'b']],
    ['Dd-01 only when everything is done', ['a', 'b'], ['c', 'd']],
    ['what is done is not begun again', ['a', 'b', 'c', 'd'], []],
  ])('%s', (_, done, expected) => {
    expect(ids(eligibleItems(list, new Set(done)))).toEqual(expected);
  });

  test('what waits for something that is not there waits for ever', () => {
    expect(eligibleItems(items('a<x'), new Set())).toEqual([]);
    expect(ids(eligibleItems(items('a<x'), new Set(['x'])))).toEqual(['a']);
  });
});

describe('the order', () => {
  test('W3 keeps the order of the list wherever it can', () => {
    expect(ids(dependencyOrder(items('d<a', 'c', 'b<c', 'a')))).toEqual(['c', 'b', 'a', 'd']);
  });

  test('is not made of a list with a defect', () => {
    for (const broken of [items('a<b', 'b<a'), items('a<x'), items('a<a'), items('a', 'a')])
      expect(() => dependencyOrder(broken)).toThrow('cannot be ordered');
  });
});

describe('a thousand items', () => {
  test('in one chain, given backwards', () => {
    const list = [...chain(1_000)].reverse();
    expect(workDefects(list)).toEqual([]);
    expect(ids(dependencyOrder(list))).toEqual(ids(chain(1_000)));
    expect(ids(eligibleItems(list, new Set([numbered(0)])))).toEqual([numbered(1)]);
  });

  test('in one circle', () => {
    const [, ...rest] = chain(1_000);
    const list = [{ id: numbered(0), dependsOn: [numbered(999)] }, ...rest];
    const [circle, ...others] = workDefects(list);
    expect(circle).toMatchObject({ defect: 'cycle' });
    expect([circle?.ids.length, circle?.ids[0], others.length]).toEqual([1_000, '0000', 0]);
  });

  test('side by side, all waiting for one and one waiting for all', () => {
    const wide = Array.from({ length: 998 }, (_, n): WorkItem => ({ id: `w${numbered(n)}`, dependsOn: ['first'] }));
    const list = [{ id: 'last', dependsOn: ids(wide) }, ...wide, { id: 'first', dependsOn: [] }];
    expect(workDefects(list)).toEqual([]);
    expect(ids(dependencyOrder(list))).toEqual(['first', ...ids(wide), 'last']);
    expect(eligibleItems(list, new Set(['first']))).toHaveLength(998);
  });

  test('each wanting all before it', () => {
    const all = Array.from({ length: 1_000 }, (_, n) => numbered(n));
    const list = all.map((id, n): WorkItem => ({ id, dependsOn: all.slice(0, n) }));
    expect(ids(dependencyOrder([...list].reverse()))).toEqual(all);
  }, 20_000);
});

describe('any list', () => {
  /** Wants go only to lower numbers, so that it has an order; then it is shuffled. */
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

  test('W3 that has an order is in order: everything once, after all it depends on', () => {
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

  test('can be worked off by beginning what is eligible, exactly when it has no defect', () => {
    fc.assert(
      fc.property(any, (list) => {
        const done = new Set<string>();
        for (let next = eligibleItems(list, done)[0]; next; next = eligibleItems(list, done)[0]) done.add(next.id);
        const stuck = list.some(({ id }) => !done.has(id));
        const found = workDefects(list);
        if (found.some(({ defect }) => defect === 'duplicate-id')) return; // then nobody knows what is wanted
        expect(stuck).toBe(found.length > 0);
      }),
    );
  });

  test('W2 into which a circle was planted names a circle, and every circle it names is one', () => {
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
        for (const { defect, ids: circle } of workDefects(list)) {
          if (defect !== 'cycle') continue;
          circle.forEach((id, n) => {
            const wants = list.filter((item) => item.id === id).flatMap(({ dependsOn }) => dependsOn);
            expect(wants).toContain(circle[(n + 1) % circle.length]);
          });
        }
      }),
    );
  });
});
