/** Tests that the debugger inspects a failing feature once, before the next decision about it. */
import { expect, test } from 'vitest';
import { fail, ok, sampleFailure } from '../../failure/failure.ts';
import { sampleArtifact } from '../../journal/artifact.ts';
import { replay } from '../../testing/replay.ts';
import { type MissionJob, mission } from './machine.ts';
import { missionJob } from './testing/jobs.ts';

const plan = { file: 'p.json', sha256: '' };
const row = (attempts: number) => ({
  id: 'F-1',
  after: [],
  kinds: [],
  attempts,
  architected: false,
  status: 'failing',
});
const looked = (attempts: number) => ({
  looked: ok({ head: 'b0', spec: null, found: { plan, features: [row(attempts)] }, granted: [] }),
});
const brief = { brief: ok({ title: 't', task: sampleArtifact, commands: [], setback: null }) };
const after = (
  rounds: readonly Readonly<Record<string, unknown>>[],
  input: MissionJob = { ...missionJob, debugAfter: 3 },
) => replay(mission, input, rounds);

test('MO-22 calls the debugger at the threshold, writes its note, and does not call it again', () => {
  expect(after([looked(2), {}]).at).toBe('starting');
  expect(after([looked(3), {}])).toMatchObject({ at: 'briefing-debugger', feature: 'F-1' });
  const noting = after([looked(3), {}, brief, { debugged: ok({ note: 'src/a.ts:3' }) }]);
  expect(noting).toMatchObject({ at: 'noting-debug', note: 'src/a.ts:3', iterationsLeft: missionJob.iterations });
  const next = after([looked(3), {}, brief, { debugged: ok({ note: 'x' }) }, { noted: ok('written') }, {}]);
  expect(next).toMatchObject({ at: 'consulting', features: [{ debugged: true }] }); // then the architect rules as usual
});

test('MO-22 does not call it without the setting; its failure stops nothing, but a cap does', () => {
  expect(after([looked(3), {}], missionJob).at).toBe('consulting');
  expect(after([looked(3), {}, brief, { debugged: fail('agent.crash') }])).toMatchObject({
    at: 'deciding',
    features: [{ debugged: true }],
  });
  expect(after([looked(3), {}, brief, { debugged: sampleFailure('budget.cap-reached') }])).toMatchObject({
    at: 'draining',
    ending: { is: 'capped' },
  });
});
