/** Tests a session whose agent reaches the limit of its context, or gives no usable answer. */
import { expect, test } from 'vitest';
import {
  agents,
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

test.each([
  ['A-95 a full context', { steps: [{ fail: { kind: 'context' } }] }],
  ['A-93 no readable answer', { json: undefined, reply: 'It is fine.' }],
])('%s saves the state, and the next command repeats only this call', async (_, more) => {
  const repo = repositoryWithSpec();
  const broken = { ...verifying(undefined, { item: '1' }), ...more };
  const stopped = await repo.run('autopilot', specPath, '--script', agents(repo, [broken], goesOn));
  expect(stopped.exitCode, `${stopped.stdout}${stopped.stderr}`).not.toBe(0);
  expect(stopped.stdout).toContain(saved);
  expect(stateOf(repo)).toMatchObject({ currentState: 'VERIFY', phases: [{ status: 'verifying' }, {}] });
  agents(repo, [planning([], {}, { item: '1' })], goesOn);
  const done = await repo.run('autopilot', specPath);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('Resuming from VERIFY, phase 1: Core.');
  expect(subjects(repo)).toEqual(['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices']);
});
