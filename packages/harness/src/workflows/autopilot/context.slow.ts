/** Tests a session whose agent reaches the limit of its context, or gives no usable answer. */
import { expect, test } from 'vitest';
import {
  agents,
  executing,
  goesOn,
  planning,
  repositoryWithSpec,
  specPath,
  stateOf,
  subjects,
  verifying,
} from './testing/script.ts';

const saved =
  'State saved. Re-invoke `/harness:autopilot` to continue. Here: harness autopilot docs/changes/shop/proposal.md';

type Answer = Readonly<Record<string, unknown>>;

const full: Answer = { steps: [{ write: { path: 'src/half.js', text: 'half' } }, { fail: { kind: 'context' } }] };
const unreadable: Answer = { json: undefined, reply: 'It is fine.' };

test.each<readonly [string, Answer, number, string, string]>([
  ['A-95 a full context of the verifier', { ...verifying(undefined, { item: '1' }), ...full }, 1, 'VERIFY', '1: Core'],
  [
    'A-93 an unreadable answer of the verifier',
    { ...verifying(undefined, { item: '1' }), ...unreadable },
    4,
    'VERIFY',
    '1: Core',
  ],
  ['A-95 a full context of the executor', { ...executing(['1'], {}, { item: '1' }), ...full }, 1, 'EXECUTE', '1: Core'],
  [
    'A-93 an unreadable answer of the planner',
    { ...planning([], {}, { item: '2' }), ...unreadable },
    4,
    'PLAN',
    '2: Prices',
  ],
])('%s saves the state, and the next command repeats only this call', async (_, broken, exitCode, state, phase) => {
  const repo = repositoryWithSpec();
  const stopped = await repo.run('autopilot', specPath, '--script', agents(repo, [broken], goesOn));
  expect(stopped, `${stopped.stdout}${stopped.stderr}`).toMatchObject({ exitCode });
  expect(stopped.stdout).toContain(saved);
  expect(stateOf(repo)).toMatchObject({ currentState: state });
  agents(repo, [], goesOn);
  const done = await repo.run('autopilot', specPath);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain(`Resuming from ${state}, phase ${phase}.`);
  expect(subjects(repo)).toEqual(['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices']);
});
