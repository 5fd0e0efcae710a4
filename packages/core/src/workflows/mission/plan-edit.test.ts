/** Tests a plan that a person edited: the mission asks before it continues, and both answers work. */
import { describe, expect, test } from 'vitest';
import type { FeatureProgress, PlanEdit } from '../../effects/features.ts';
import type { OperationInput } from '../../effects/operation.ts';
import type { QuestionInput } from '../../effects/question.ts';
import { ok } from '../../failure/failure.ts';
import { type Mission, type MissionJob, mission } from './machine.ts';
import type { FeatureState } from './state.ts';
import { missionJob } from './testing/jobs.ts';

const row = (id: string, more: Partial<FeatureState> = {}): FeatureState => ({
  id,
  after: [],
  kinds: ['core'],
  status: 'todo',
  attempts: 0,
  architected: false,
  ...more,
});
const saved = { base: 'b0', checkpoint: 'c1' };
const deciding = (features: readonly FeatureState[], more: object = {}, input: MissionJob = missionJob): Mission =>
  ({
    at: 'deciding',
    job: input,
    plan: { file: 'plan.json', sha256: 'a' },
    features,
    lanes: [],
    issues: [],
    granted: [],
    iterationsLeft: 6,
    queue: [],
    refused: '',
    decided: null,
    ...more,
  }) as Mission;
const edited = (state: Mission) => mission.adjust(state, { features: 'edited' });
const needs = (state: Mission) => mission.steps.get(state.at)?.needs(state) ?? {};
const after = (state: Mission, ...rounds: readonly Readonly<Record<string, unknown>>[]): Mission =>
  rounds.reduce<Mission>((at, answers) => mission.steps.get(at.at)?.next(at, answers) ?? at, state);
const says = (choice: string) => ({ answer: { choice, note: '', by: 'ada', channel: 'command' } });
const took = (...features: readonly FeatureProgress[]) => ({
  edit: ok<PlanEdit>({ is: 'taken', plan: { file: 'plan.2.json', sha256: 'b' }, features }),
});

test('MO-11, M-15 a requested checkpoint fires while lanes run, and the lanes continue', () => {
  const checkpoints = [{ name: 'look', on: 'none', description: '' }];
  const lanes = [{ feature: 'F-1', child: 'c-1' }];
  const state = deciding([row('F-1')], { lanes }, { ...missionJob, hears: true, checkpoints });
  const waiting = { ...state, at: 'waiting' } as Mission;
  expect(JSON.stringify(needs(waiting))).toContain('"choices":["look"]');
  expect(JSON.stringify(needs({ ...waiting, granted: ['look'] } as Mission))).not.toContain('look');
  const firing = after(waiting, { came: { of: 'wanted', value: 'look' } });
  expect(firing).toMatchObject({ at: 'firing', name: 'look', lanes, iterationsLeft: 6 });
  expect(after(firing, { noted: ok('written') }).at).toBe('holding');
});

describe('contracts §3 an edited plan', () => {
  test('is asked about before the next decision, also of an orchestrator, and after running lanes have ended', () => {
    const state = edited(deciding([row('F-1')], {}, { ...missionJob, decide: 'agent' }));
    expect(needs(state)).toEqual({});
    const asking = after(state, {});
    expect(asking).toMatchObject({ at: 'asking-edit', iterationsLeft: 6, decided: null });
    expect(needs(asking)['answer']?.input as QuestionInput).toMatchObject({
      code: 'features-file',
      choices: ['Take over', 'Overwrite'],
      evidence: [{ file: '.harness/features.json' }, { file: '.harness/validation-contract.md' }],
    });
    const lanes = [{ feature: 'F-1', child: 'c-1' }];
    const running = edited(deciding([row('F-1', { status: 'in_progress' })], { lanes }));
    expect(after(running, {}).at).toBe('waiting');
    const passed = { is: 'passed', commit: 'm1', left: '', issues: [] };
    const back = after(running, {}, { ended: { child: 'c-1', end: 'done', result: passed } }, {});
    expect(back).toMatchObject({ at: 'asking-edit', features: [{ status: 'passed' }] });
  });

  test('is ignored before there is a plan, and asked about only once', () => {
    const looking: Mission = { at: 'looking', job: missionJob };
    expect(edited(looking)).toBe(looking);
    const once = edited(deciding([row('F-1')]));
    expect(edited(once)).toBe(once);
  });

  test('is asked about beside a waiting checkpoint, whose question keeps its key', () => {
    const state = edited({ ...deciding([row('F-1')]), at: 'held', name: 'plan' } as Mission);
    expect(Object.keys(needs(state))).toEqual(['grant', 'edit']);
    const granting = after(state, { grant: says('Grant').answer, edit: says('Take over').answer });
    expect(granting).toMatchObject({ at: 'granting', edited: { choice: 'Take over' } });
    expect(after(granting, { settled: ok('settled') }, {}).at).toBe('taking-edit');
  });

  test('Take over uses the features of the file; unchanged features keep their state', () => {
    const known = [
      row('F-1', { status: 'passed', attempts: 1, commit: 'm1' }),
      row('F-2', { status: 'failing', attempts: 3, saved, setback: 's.md', why: 'validator' }),
      row('F-3', { status: 'failing', attempts: 4, saved, why: 'checks' }),
      row('F-4'),
    ];
    const asking = after(edited(deciding(known)), {});
    const taking = after(asking, says('Take over'));
    expect(needs(taking)['edit']?.input as OperationInput).toMatchObject({ args: { begun: ['F-2', 'F-3'] } });
    const state = after(
      taking,
      took(
        row('F-5', { status: 'in_progress', attempts: 2 }),
        row('F-3', { status: 'failing', attempts: 4, kinds: ['ui'] }),
        row('F-2', { status: 'todo', attempts: 0, after: ['F-5'] }),
        row('F-1', { status: 'todo', attempts: 1 }),
      ),
    );
    expect(state).toMatchObject({ at: 'deciding', plan: { file: 'plan.2.json' } });
    expect('edited' in state).toBe(false);
    expect('features' in state && state.features).toEqual([
      row('F-5', { attempts: 2 }),
      row('F-3', { status: 'failing', attempts: 4, saved, why: 'checks', kinds: ['ui'] }),
      row('F-2', { after: ['F-5'], saved, setback: 's.md' }),
      row('F-1', { attempts: 1 }),
    ]);
  });

  test('Take over keeps later progress of a feature that the person did not change', () => {
    const escalated = { at: 'resting', ending: { is: 'escalated', reason: 'attempts:F-1' } };
    const resting = { ...deciding([row('F-1', { status: 'failing', attempts: 5, architected: true })]), ...escalated };
    const asking = after(edited(resting as Mission), { command: 'resume' }, { settled: ok('settled') }, {});
    expect(asking).toMatchObject({ at: 'asking-edit', features: [{ attempts: 0, architected: false }] });
    const state = after(asking, says('Take over'), took(row('F-1', { status: 'failing', attempts: 5 })));
    expect('features' in state && state.features).toEqual([row('F-1', { status: 'failing' })]);
  });

  test('with problems is asked about again, with the problems in the question', () => {
    const refused = { edit: ok<PlanEdit>({ is: 'refused', problems: 'duplicate-id: F-1' }) };
    const again = after(edited(deciding([row('F-1')])), {}, says('Take over'), refused);
    expect(again).toMatchObject({ at: 'asking-edit', features: [row('F-1')] });
    expect(needs(again)['answer']?.input as QuestionInput).toMatchObject({ params: { problems: 'duplicate-id: F-1' } });
  });

  test('is noticed while lanes run, inspected, and asked about only if the files still differ', () => {
    const lanes = [{ feature: 'F-1', child: 'c-1' }];
    const input = { ...missionJob, hears: true } as const;
    const waiting = {
      ...deciding([row('F-1', { status: 'in_progress' })], { lanes }, input),
      at: 'waiting',
    } as Mission;
    expect(needs({ ...waiting, job: missionJob } as Mission)).toHaveProperty('ended');
    const looking = after(waiting, { came: { of: 'edited', value: 'edited' } });
    expect(looking.at).toBe('looking-at-edit');
    expect(after(looking, { look: ok({ isEdited: false }) })).not.toHaveProperty('edited');
    const waits = after(looking, { look: ok({ isEdited: true }) }, {});
    expect(waits).toMatchObject({ at: 'waiting', edited: { choice: null, shown: [{ id: 'F-1' }] } });
    const implemented = { child: 'c-1', end: 'done', result: { is: 'implemented', saved } };
    expect(after(waits, { came: { of: 'ended', value: implemented } }, {}).at).toBe('asking-edit');
  });

  test('Take over compares with the progress that the file showed, not with later lane results', () => {
    const input = { ...missionJob, hears: true } as const;
    const lanes = [{ feature: 'F-1', child: 'c-1' }];
    const before = deciding([row('F-1', { status: 'validating', attempts: 1 }), row('F-2')], { lanes }, input);
    const passed = { child: 'c-1', end: 'done', result: { is: 'passed', commit: 'm1', left: '', issues: [] } };
    const looking = after({ ...before, at: 'waiting' } as Mission, { came: { of: 'ended', value: passed } });
    expect(looking).toMatchObject({
      at: 'looking-at-edit',
      shown: [{ id: 'F-1', status: 'validating' }, { id: 'F-2' }],
    });
    const asking = after(looking, { look: ok({ isEdited: true }) }, {});
    expect(asking.at).toBe('asking-edit');
    const rows = [row('F-1', { status: 'validating', attempts: 1 }), row('F-2', { status: 'blocked' })];
    const state = after(asking, says('Take over'), took(...rows));
    expect('features' in state && state.features).toMatchObject([
      { id: 'F-1', status: 'passed', commit: 'm1' },
      { id: 'F-2', status: 'blocked' },
    ]);
  });

  test('Take over keeps branches, pull requests and competing lanes', () => {
    const pull = { number: 1, url: 'u', head: 'h' };
    const own = row('F-1', {
      status: 'passed',
      attempts: 1,
      commit: 'm1',
      branch: 'harness/F-1',
      pull,
    } as Partial<FeatureState>);
    const state = after(
      ...([edited(deciding([own], {}, { ...missionJob, onPass: 'pr' })), {}, says('Take over')] as const),
      took(row('F-1', { status: 'todo', attempts: 0 })),
    );
    expect('features' in state && state.features).toMatchObject([
      { status: 'todo', commit: 'm1', branch: 'harness/F-1', pull },
    ]);
    const rivals = [{ number: 1, is: 'judged', saved, setback: null }];
    const contested = deciding([row('F-1', { status: 'failing', attempts: 1, rivals } as Partial<FeatureState>)]);
    const asking = after(edited(contested), {}, says('Take over'));
    expect(needs(asking)['edit']?.input).toMatchObject({ args: { begun: ['F-1'] } });
    expect(after(asking, took(row('F-1', { status: 'todo' })))).toMatchObject({ features: [{ rivals }] });
  });

  test('Take over prevents a smoke test from reopening a removed feature', () => {
    const before = deciding([row('F-1'), row('F-2')], { lastPassed: { feature: 'F-2', isSmoked: false } });
    const state = after(edited(before), {}, says('Take over'), took(row('F-1')));
    expect(state).not.toHaveProperty('lastPassed');
  });

  test('Overwrite leaves the mission unchanged', () => {
    const before = deciding([row('F-1')]);
    const state = after(edited(before), {}, says('Overwrite'), { aside: ok({ kept: [] }) });
    expect(state).toEqual(before);
  });
});
