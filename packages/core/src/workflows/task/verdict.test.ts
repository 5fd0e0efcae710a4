/** Tests the move and the messages after a verdict, in all combinations of layer, retries and rounds. */
import { expect, test } from 'vitest';
import { ok } from '../../failure/failure.ts';
import { task } from './machine.ts';
import { taskProgress } from './progress.ts';
import type { Task } from './state.ts';
import { taskSession } from './testing/tasks.ts';

type Judging = Extract<Task, { at: 'judging' }>;

function judge(of: Partial<Judging>, verdict: 'PASS' | 'FAIL' | 'unreadable') {
  const from: Judging = { ...taskSession, at: 'judging', layer: 'none', failure: '', ...of };
  const answers = { read: ok({ verdict, summary: 'the items' }) };
  const to = task.steps.get('judging')?.next(from, answers as never) as Task;
  return { to, codes: taskProgress(from, answers, to).map(({ code }) => code) };
}
const layer2 = (retries: number) =>
  ({ layer: 'L2', failure: 'FAIL L2 — a', layer2: { result: 'FAIL', retries } }) as const;
const layer3 = { layer: 'L3', failure: 'FAIL L3 — a' } as const;

test.each([
  ['a pass', {}, 'PASS', 'commit-gate', ['task.qa-pass']],
  ['a pass with a report that says FAIL', {}, 'FAIL', 'qa-gate', []],
  ['a pass without a readable report', {}, 'unreadable', 'qa-gate', []],
  ['Layer 2, retries left', layer2(1), 'FAIL', 'implementing', ['task.layer2-retry', 'task.first-line']],
  [
    'Layer 2, retries left, in the last round',
    { ...layer2(1), round: 3 },
    'FAIL',
    'implementing',
    ['task.layer2-retry', 'task.first-line'],
  ],
  ['Layer 2, no retries left', layer2(2), 'FAIL', 'qa-gate', ['task.layer2-exhausted', 'task.failing-items']],
  [
    'Layer 2, no retries left, in the last round',
    { ...layer2(2), round: 3 },
    'FAIL',
    'commit-gate',
    ['task.layer2-exhausted', 'task.failing-items', 'task.max-rounds'],
  ],
  ['Layer 3', layer3, 'FAIL', 'qa-gate', []],
  ['Layer 3 with a report that says PASS', layer3, 'PASS', 'qa-gate', []],
  ['Layer 3, in the last round', { ...layer3, round: 3 }, 'FAIL', 'commit-gate', ['task.max-rounds']],
] as const)('W-134 W-135 W-138 %s', (_, of, verdict, at, lines) => {
  const { to, codes } = judge(of, verdict);
  expect(to.at).toBe(at);
  expect(codes).toEqual(lines);
});

test('W-138 the last round without a pass ends at the limit, even if the change is committed', () => {
  const { to } = judge({ ...layer3, round: 3 }, 'FAIL');
  expect(to).toMatchObject({ accepted: 'at-limit' });
  const end = task.steps
    .get('clearing')
    ?.next({ ...to, at: 'clearing', docs: 'keep' } as Task, { cleared: ok({ removed: [] }) } as never);
  expect(end).toEqual({ at: 'spent' });
  expect(task.ends['spent']).toBe('limit-reached');
});
