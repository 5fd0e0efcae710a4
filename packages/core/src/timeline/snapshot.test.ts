import { expect, test } from 'vitest';
import { addSnapshot, readMeasures, type TimelineSnapshot } from './snapshot.ts';
import { readTimeline } from './timeline.ts';

const snapshot: TimelineSnapshot = {
  capturedAt: '2026-01-01T00:00:00Z',
  commitHash: 'c1',
  session: 's',
  phase: 1,
  metrics: { coupling: { value: 0.5 } },
};

test('A-72 a graph shows five of the seven measures, and an empty one shows none', () => {
  const edges = [{ to: 'b.ts', kind: 'value' as const }];
  const modules = [
    { path: 'a.ts', exports: [], edges },
    { path: 'b.ts', exports: [], edges: [] },
    { path: 'c.ts', exports: [], edges },
  ];
  expect(readMeasures({ modules, unread: ['c.ts'], branches: 5 }, [10, 300, 20])).toEqual({
    'circular-deps': { value: 0 },
    complexity: { value: 2.5 },
    coupling: { value: 0.667 },
    'module-size': { value: 300 },
    'dependency-depth': { value: 1 },
  });
  expect(readMeasures({ modules, unread: ['a.ts', 'b.ts', 'c.ts'], branches: 0 }, [1])).not.toHaveProperty(
    'complexity',
  );
  expect(readMeasures({ modules: [], unread: [], branches: 0 }, [])).toEqual({});
});

test('A-72 a snapshot is added once per phase and commit, and unknown fields stay', () => {
  const first = addSnapshot(null, snapshot) ?? '';
  expect(JSON.parse(first)).toEqual({ version: 1, snapshots: [snapshot] });
  expect(addSnapshot(first, { ...snapshot, capturedAt: '2026-02-01' })).toBeNull();
  const own = JSON.stringify({
    version: 1,
    ours: 1,
    snapshots: [{ capturedAt: '2025-01-01', metrics: {}, note: 'x' }],
  });
  const second = addSnapshot(own, { ...snapshot, phase: 2 }) ?? '';
  expect(JSON.parse(second)).toMatchObject({ ours: 1, snapshots: [{ note: 'x' }, { phase: 2 }] });
  expect(readTimeline(second).ok).toBe(true);
});

test.each([
  '',
  '{',
  '[]',
  '{"version":2,"snapshots":[]}',
  '{"version":1,"snapshots":[{"capturedAt":"x","metrics":{}}]}',
])('a damaged timeline stays as it is: %s', (text) => {
  expect(addSnapshot(text, snapshot)).toBeNull();
});
