import { describe, expect, test } from 'vitest';
import type { AgentInput } from '../../effects/agent.ts';
import type { CallInput } from '../../effects/call.ts';
import type { FeatureProgress } from '../../effects/features.ts';
import { fail, ok, sampleFailure } from '../../failure/failure.ts';
import { sampleArtifact as artifact } from '../../journal/artifact.ts';
import { endOfState, type Machine } from '../../machine/machine.ts';
import { identityRoles } from '../../memory/identity.ts';
import { rolesOf } from '../../role/role-ids.ts';
import { replay } from '../../testing/replay.ts';
import type { LaneJob, LaneResult } from './lane/job.ts';
import { type Mission, type MissionJob, mission } from './machine.ts';
import { type OrchestratorInput, orchestrator } from './roles/orchestrator.ts';
import { missionJob } from './testing/jobs.ts';

const row = (id: string, more: Partial<FeatureProgress> = {}): FeatureProgress => ({
  id,
  after: [],
  kinds: ['core'],
  status: 'todo',
  attempts: 0,
  architected: false,
  ...more,
});
const plan = { file: 'plan.json', sha256: 'a' };
const looked = (...features: readonly FeatureProgress[]) => ({
  looked: ok({ head: 'b0', spec: null, found: { plan, features }, granted: [] }),
});
const noPlan = { looked: ok({ head: 'b0', spec: artifact, found: null, granted: [] }) };
const lane = { path: '.harness/worktrees/r', branch: 'harness/plan', base: 'b0' };
const opened = { lane: ok(lane) };
const saved = { base: 'b0', checkpoint: 'c1' };
const noAnswers = {};
const started = (id: string, child = `c-${id}`) => ({ [id]: child });
const ended = (id: string, result: LaneResult | null) => ({ ended: { child: `c-${id}`, end: 'done', result } });
const implemented: LaneResult = { is: 'implemented', saved };
const passed: LaneResult = { is: 'passed', commit: 'm1', left: '', issues: [] };
const failing: LaneResult = { is: 'failing', because: 'validator', setback: 's.md', saved, issues: [] };

const after = (rounds: readonly Readonly<Record<string, unknown>>[], input: MissionJob = missionJob) =>
  replay(mission, input, rounds);
const needs = (state: Mission) => mission.steps.get(state.at)?.needs(state) ?? {};
const laneOf = (state: Mission, id: string) => (needs(state)[id]?.input as CallInput | undefined)?.input as LaneJob;
const featureIn = (state: Mission, id: string) => 'features' in state && state.features.find((one) => one.id === id);

test('M-38 scripts, settings and identities name the mission roles by id', () => {
  const named = ['planner', 'plan-reviewer', 'orchestrator', 'worker', 'validator', 'architect', 'ui-qa', 'crosscheck'];
  const all = [...named, 'curator', 'documenter'];
  expect(rolesOf('mission')).toEqual(expect.arrayContaining(all.map((name) => `mission.${name}`)));
  expect(identityRoles).toEqual(expect.arrayContaining(all));
});

describe('start', () => {
  test('M-02 uses an existing plan; without one the planner works in a temporary lane', () => {
    expect(after([looked(row('F-1'))])).toMatchObject({ at: 'deciding', features: [{ id: 'F-1', status: 'todo' }] });
    const planning = after([noPlan, opened]);
    expect(planning).toMatchObject({ at: 'planning', lane });
    expect(needs(planning)['planned']?.input as AgentInput).toMatchObject({
      role: 'mission.planner',
      workplace: { cwd: lane.path, checkpoint: 'b0' },
      input: { spec_path: 'SPEC.md' },
    });
  });

  test.each([
    ['nothing', 'nothing', 'nothing-planned'],
    ['defective', 'rejected', 'rejected'],
  ])('MO-17 a plan that is %s after its repair turn ends the mission at %s', (kind, at, end) => {
    const planned = fail('agent.schema', { reason: 'oh', plan: kind });
    const rounds = [noPlan, opened, { planned }, { closed: ok({}) }, { noted: ok('written') }];
    const state = after(kind === 'defective' ? rounds : rounds.slice(0, 4));
    expect([state.at, endOfState(mission as Machine, state)]).toEqual([at, end]);
  });

  test('M-06 a rejected plan is escalated and has its own exit code', () => {
    const planned = { features: [], assertions: [] };
    const rounds = [noPlan, opened, { planned: ok(planned) }, { closed: ok({}) }];
    const reviewing = after([...rounds, { adopted: ok({ plan, features: [row('F-1')] }) }]);
    expect(reviewing.at).toBe('reviewing-plan');
    const rejecting = after([...rounds, { adopted: ok({ plan, features: [row('F-1')] }) }, { verdict: ok('reject') }]);
    expect(needs(rejecting)['noted']?.input).toMatchObject({ args: { note: { is: 'escalation' } } });
  });

  test('M-05, M-06 a plan that was not accepted is reviewed with its spec before the loop', () => {
    const input = { ...missionJob, reviews: true } as const;
    expect(needs(mission.start(input))['looked']?.input).toMatchObject({ args: { reviews: true } });
    const reviewing = after([looked(row('F-1'))], input);
    expect(reviewing.at).toBe('reviewing-plan');
    expect(after([looked(row('F-1')), { verdict: ok('reject') }], input).at).toBe('rejecting');
    expect(after([looked(row('F-1')), { verdict: ok('accept') }], input).at).toBe('deciding');
  });

  test('M-07 a post-planner checkpoint comes before the first iteration and fires once', () => {
    const input = { ...missionJob, checkpoints: [{ name: 'plan', on: 'post-planner', description: 'look' }] };
    const held = after([looked(row('F-1')), { noted: ok('written') }], input);
    expect(held).toMatchObject({ at: 'held', name: 'plan', iterationsLeft: missionJob.iterations });
    const fired = {
      looked: ok({ head: 'b0', spec: null, found: { plan, features: [row('F-1')] }, granted: ['plan'] }),
    };
    expect(after([fired], input).at).toBe('deciding');
  });
});

describe('loop', () => {
  const built = [looked(row('F-1')), noAnswers, started('F-1'), noAnswers, ended('F-1', implemented)];

  test('M-11, MO-13 a worker is one decision and one attempt, a validator is a decision without an attempt', () => {
    const starting = after([looked(row('F-1')), noAnswers]);
    expect(starting).toMatchObject({
      at: 'starting',
      until: 'implemented',
      decided: { verb: 'NEXT_WORKER', argument: 'F-1', iteration: 1 },
      features: [{ status: 'in_progress', attempts: 1 }],
    });
    expect(laneOf(starting, 'F-1')).toMatchObject({
      until: 'implemented',
      round: 1,
      saved: null,
      checks: ['npm test'],
    });
    const judging = after([...built, noAnswers]);
    expect(judging).toMatchObject({
      at: 'starting',
      until: 'merged',
      decided: { verb: 'NEXT_VALIDATOR', iteration: 2 },
    });
    expect(laneOf(judging, 'F-1')).toMatchObject({ until: 'merged', round: 1, saved });
  });

  test('M-28, Md-01, MO-29 a failed feature continues from its lane, with its setback', () => {
    const rounds = [...built, noAnswers, started('F-1', 'c-F-1'), noAnswers, ended('F-1', failing)];
    expect(featureIn(after(rounds), 'F-1')).toMatchObject({ status: 'failing', attempts: 1, why: 'validator' });
    const again = after([...rounds, noAnswers]);
    expect(laneOf(again, 'F-1')).toMatchObject({ until: 'implemented', round: 2, saved, setback: 's.md' });
  });

  test('the mission is done when all features have passed, without saved work in the state', () => {
    const rounds = [
      ...built,
      noAnswers,
      started('F-1'),
      noAnswers,
      ended('F-1', passed),
      noAnswers,
      noAnswers,
      noAnswers,
    ];
    const done = after(rounds);
    expect(done).toEqual({
      at: 'done',
      features: [{ ...row('F-1'), status: 'passed', attempts: 1, commit: 'm1' }],
    });
    expect(endOfState(mission as Machine, done)).toBe('done');
  });

  test('M-29, N3 starts lanes while some are free, and handles each as it ends', () => {
    const two = { ...missionJob, lanes: 2 };
    const rounds = [looked(row('F-1'), row('F-2')), noAnswers, started('F-1'), noAnswers, started('F-2'), noAnswers];
    expect(after(rounds, two)).toMatchObject({ at: 'waiting', lanes: [{ feature: 'F-1' }, { feature: 'F-2' }] });
    const next = after([...rounds, ended('F-2', implemented)], two);
    expect(next).toMatchObject({ at: 'deciding', lanes: [{ feature: 'F-1' }] });
  });

  test('a cap in one lane lets the others finish, then parks the mission with its lanes', () => {
    const capped: LaneResult = { is: 'broken', because: { code: 'budget.cap-reached', params: {} }, saved };
    const two = { ...missionJob, lanes: 2 };
    const rounds = [looked(row('F-1'), row('F-2')), noAnswers, started('F-1'), noAnswers, started('F-2'), noAnswers];
    const draining = after([...rounds, ended('F-1', capped)], two);
    expect(draining).toMatchObject({ at: 'draining', lanes: [{ feature: 'F-2' }] });
    const resting = after([...rounds, ended('F-1', capped), ended('F-2', passed), noAnswers], two);
    expect([resting.at, mission.rests(resting)]).toEqual(['resting', 'capped']);
    expect(Object.keys(mission.release(resting))).toEqual(['F-1']);
  });

  test('a cap during planning or plan review parks the mission, and a resume repeats the call', () => {
    const capped = sampleFailure('budget.cap-reached');
    const begun = [
      { looked: ok({ found: null, spec: artifact, head: 'h', granted: [] }) },
      { lane: ok({ path: '.harness/worktrees/r', branch: 'harness/plan', base: 'b0' }) },
    ];
    const planning = after([...begun, { planned: capped }, { closed: ok({ kept: null }) }]);
    expect([planning.at, mission.rests(planning)]).toEqual(['resting-plan', 'capped']);
    const again = after([...begun, { planned: capped }, { closed: ok({ kept: null }) }, { command: 'resume' }]);
    expect(again.at).toBe('opening-plan');
    const reviewing = {
      ...planning,
      ...after([looked(row('F-1'))]),
      at: 'reviewing-plan',
      spec: artifact,
      head: 'h',
    } as Mission;
    const resting = mission.steps.get('reviewing-plan')?.next(reviewing, { verdict: capped });
    expect(resting && [resting.at, mission.rests(resting)]).toEqual(['resting-review', 'capped']);
    expect(resting && mission.steps.get('resting-review')?.next(resting, { command: 'resume' })?.at).toBe(
      'reviewing-plan',
    );
  });

  test('a failed installation of dependencies parks the mission for a person', () => {
    const because = { code: 'dependencies.failed', params: { command: 'npm ci', detail: 'no such registry' } } as const;
    const rounds = [looked(row('F-1')), noAnswers, started('F-1'), noAnswers];
    const resting = after([
      ...rounds,
      ended('F-1', { is: 'broken', because, saved: null }),
      noAnswers,
      { noted: ok('written') },
    ]);
    expect([resting.at, mission.rests(resting)]).toEqual(['resting', 'escalated']);
    expect(resting).toMatchObject({ ending: { reason: 'dependencies:npm ci' } });
  });

  test('MO-22 the architect restarts a feature with a ruling, or blocks it', () => {
    const stuck = looked(row('F-1', { status: 'failing', attempts: 3 }));
    const brief = { brief: ok({ title: 't', task: artifact, commands: [], setback: null }) };
    const patched = after([stuck, noAnswers, brief, { ruling: ok({ is: 'PATCH', said: 'blue', line: '' }) }]);
    expect(featureIn(patched, 'F-1')).toMatchObject({ status: 'todo', attempts: 0, architected: true, ruling: 'blue' });
    const blocked = after([stuck, noAnswers, brief, { ruling: ok({ is: 'REVIEW', said: 'which?', line: '' }) }]);
    expect(featureIn(blocked, 'F-1')).toMatchObject({ status: 'blocked', why: 'which?' });
  });

  test('a resume after an escalation resets the attempts', () => {
    const blocked = [row('F-1', { status: 'blocked' }), row('F-2', { status: 'blocked', attempts: 4 })];
    const rounds = [looked(...blocked), noAnswers, noAnswers, { noted: ok('written') }];
    expect(after(rounds)).toMatchObject({ at: 'resting', ending: { reason: 'blocked:F-1,F-2' } });
    const again = after([...rounds, { command: 'resume' }, { settled: ok('settled') }]);
    expect(again).toMatchObject({ at: 'deciding', features: [{ status: 'todo' }, { status: 'todo', attempts: 0 }] });
  });
});

describe('MO-16 orchestrator', () => {
  const asking = { ...missionJob, decide: 'agent' as const };

  test('Md-03 a false claim is refused with a reason and costs an iteration', () => {
    const state = after([looked(row('F-1')), { claim: ok([{ verb: 'DONE' }]) }], asking);
    expect(state).toMatchObject({
      at: 'deciding',
      iterationsLeft: missionJob.iterations - 1,
      refused: 'these have not passed: F-1',
      decided: { verb: 'DONE', ghost: true },
    });
    expect(needs(state)['claim']?.input as AgentInput).toMatchObject({
      input: { refused: expect.stringMatching('F-1') },
    });
  });

  test('MO-08 the board has the hint of a checkpoint, and the prompt shows it', () => {
    const checkpoints = [{ name: 'look', on: 'none', description: '', hint: 'after the first page' }];
    const state = after([looked(row('F-1'))], { ...asking, checkpoints });
    const claim = needs(state)['claim']?.input as AgentInput | undefined;
    const prompt = orchestrator.prompt(claim?.input as OrchestratorInput, () => '');
    expect(prompt).toContain('look (none): after the first page');
  });

  test('a batch is applied one decision per iteration', () => {
    const batch = [
      { verb: 'NEXT_WORKER', feature: 'F-2' },
      { verb: 'NEXT_WORKER', feature: 'F-1' },
    ];
    const two = { ...asking, lanes: 2 };
    const rounds = [looked(row('F-1'), row('F-2')), { claim: ok(batch) }, started('F-2')];
    expect(needs(after(rounds, two))).toEqual({});
    expect(after([...rounds, noAnswers], two)).toMatchObject({ at: 'starting', feature: 'F-1', queue: [] });
  });

  test('an answer that stays unreadable ends the mission', () => {
    const rounds = [looked(row('F-1')), { claim: fail('agent.schema') }, noAnswers, noAnswers];
    expect(endOfState(mission as Machine, after(rounds, asking))).toBe('unreadable');
  });
});

describe('M-10, M-16 memory', () => {
  const input = { ...missionJob, memory: { identityDir: '~/identity' } };
  const built = [looked(row('F-1')), noAnswers, started('F-1'), noAnswers, ended('F-1', implemented)];
  const judged = [...built, noAnswers, started('F-1'), noAnswers, ended('F-1', passed), noAnswers, noAnswers];
  const curation = { summary: ['a'] };

  test('M-10 a finished mission calls the curator, keeps memory by the rules, then calls the documenter', () => {
    const curating = after(judged, input);
    expect(needs(curating)['curated']?.input as AgentInput).toMatchObject({
      role: 'mission.curator',
      input: { ending: 'done', features: [{ id: 'F-1', status: 'passed' }] },
    });
    const remembering = after([...judged, { curated: ok(curation) }], input);
    expect(needs(remembering)['kept']?.input).toMatchObject({ args: { curation, identityDir: '~/identity' } });
    const kept = [...judged, { curated: ok(curation) }, { kept: ok({ taught: 0, cut: 0, left: '' }) }];
    const documenting = after([...kept, { ...opened, outline: ok(artifact) }], input);
    expect(needs(documenting)['documented']?.input as AgentInput).toMatchObject({
      role: 'mission.documenter',
      workplace: { cwd: lane.path, checkpoint: lane.base },
    });
  });

  test('MO-30 after a cap at the curator no other agent is called, and the mission is still done', () => {
    const met = { curated: sampleFailure('budget.cap-reached', {}) };
    const closing = after([...judged, met, { kept: sampleFailure('path.outside', {}) }], input);
    expect(closing).toMatchObject({ at: 'closing', ending: { is: 'done' } });
  });

  test('M-10 a mission that started without a memory ends without one', () => {
    expect(after(judged)).toMatchObject({ at: 'closing', ending: { is: 'done' } });
  });

  test('M-16 an escalation is written before the curator runs, and the mission parks whatever the curator does', () => {
    const blocked = ended('F-1', { is: 'blocked', why: 'a key', saved: null });
    const rounds = [
      looked(row('F-1')),
      noAnswers,
      started('F-1'),
      noAnswers,
      blocked,
      noAnswers,
      noAnswers,
      { noted: ok('written') },
    ];
    expect(after(rounds, input)).toMatchObject({ at: 'curating', ending: { is: 'escalated' } });
    const rested = after(
      [...rounds, { curated: sampleFailure('agent.unscripted', {}) }, { kept: sampleFailure('path.outside', {}) }],
      input,
    );
    expect(rested).toMatchObject({ at: 'resting', ending: { is: 'escalated' } });
  });
});
