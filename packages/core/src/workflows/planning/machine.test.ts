import { describe, expect, test } from 'vitest';
import type { AgentInput } from '../../effects/agent.ts';
import { emitPlans, type PlansSurvey, surveyPlans } from '../../effects/plans.ts';
import { fail, ok } from '../../failure/failure.ts';
import { sampleArtifact as artifact } from '../../journal/artifact.ts';
import { endOfState, type Machine } from '../../machine/machine.ts';
import { explore } from '../../testing/explore.ts';
import { proposal } from '../../testing/plans.ts';
import { replay } from '../../testing/replay.ts';
import { roles } from '../loaded.ts';
import { type PlanningJob, planning } from './machine.ts';

const job: PlanningJob = {
  spec: 'docs/spec.md',
  planDir: 'plans',
  completedDir: 'done',
  contextDir: 'ctx',
  most: 30,
  preview: false,
};
const survey: PlansSurvey = {
  spec: artifact,
  plans: artifact,
  criteria: artifact,
  context: artifact,
  covered: ['old'],
  known: { active: ['0003'], completed: ['0001'], tags: ['old', 'login', 'pay'] },
  told: { cut: ['ctx/a.md'], leftOut: [], misread: [] },
};
const surveyed = { survey: ok(survey) };
const [login, done, taken] = [proposal('0004', { acceptance_tags: ['login'] }), proposal('0001'), proposal('0003')];
const proposing = (...proposals: readonly (typeof login)[]) => ({ proposals: ok(proposals) });
const emitted = { emitted: ok({ files: ['plans/0004-plan-0004.md'] }) };
type Rounds = readonly Readonly<Record<string, unknown>>[];
const after = (rounds: Rounds, more: Partial<PlanningJob> = {}) => replay(planning, { ...job, ...more }, rounds);

describe('planning', () => {
  test.each<[string, Rounds, Partial<PlanningJob>, object]>([
    ['starts with a survey', [], {}, { at: 'surveying' }],
    ['calls the planner once', [surveyed], {}, { at: 'proposing' }],
    ['writes new plans', [surveyed, proposing(login)], {}, { at: 'emitting', proposals: [login] }],
    [
      'is done after writing, and reports uncovered criteria',
      [surveyed, proposing(login), emitted],
      {},
      { at: 'written', files: ['plans/0004-plan-0004.md'], uncovered: ['pay'], told: survey.told },
    ],
    ['skips completed plans', [surveyed, proposing(done, login)], {}, { proposals: [login], skipped: ['0001'] }],
    ['ends as nothing if no plan is new', [surveyed, proposing(done)], {}, { at: 'nothing', skipped: ['0001'] }],
    ['ends as nothing without a proposal', [surveyed, proposing()], {}, { at: 'nothing', skipped: [] }],
    [
      'writes nothing if an active plan has a proposed id',
      [surveyed, proposing(login, taken)],
      {},
      { at: 'failed', because: { code: 'plans.conflict', params: { ids: '0003' } } },
    ],
    [
      'only shows a preview, conflicts included',
      [surveyed, proposing(login, taken)],
      { preview: true },
      { at: 'shown', proposals: [login], conflicts: ['0003'] },
    ],
    [
      'ends with a final failure',
      [surveyed, { proposals: fail('agent.schema') }],
      {},
      { at: 'failed', because: { code: 'agent.schema' } },
    ],
  ])('%s', (_, rounds, more, expected) => {
    expect(after(rounds, more)).toMatchObject(expected);
  });

  test('ends as done, as nothing planned, or by its failure', () => {
    const states = [
      after([surveyed, proposing(login), emitted]),
      after([surveyed, proposing(login)], { preview: true }),
      after([surveyed, proposing()]),
      after([surveyed, { proposals: fail('agent.schema') }]),
      after([surveyed, proposing(taken)]),
    ];
    expect(states.map((state) => endOfState(planning as Machine, state))).toEqual([
      ...['done', 'done', 'nothing-planned', 'unreadable', 'failed'],
    ]);
  });

  test('calls the planner with the survey, without an item', () => {
    const state = after([surveyed]);
    const { input } = planning.steps.get('proposing')?.needs(state)['proposals'] ?? {};
    expect(input as AgentInput).toMatchObject({
      role: 'plans.planner',
      item: null,
      input: { spec_path: 'docs/spec.md' },
    });
  });
});

test('every path through planning ends, and writes nothing in a preview or after a conflict', () => {
  const { states, broken } = explore(planning, {
    inputs: [job, { ...job, preview: true }],
    words: { roles, operations: [surveyPlans, emitPlans], machines: {} },
    history: { start: false, after: (wrote: boolean, { from }) => wrote || from.at === 'emitting' },
    states: {
      'writes only without preview and conflict': (state, needs) =>
        !('emitted' in needs) || (state.at === 'emitting' && !state.job.preview && state.conflicts.length === 0),
      'ends as written only after writing': (state, _, wrote) => state.at !== 'written' || wrote,
    },
  });
  console.log(`planning: ${states} states`);
  expect(broken).toEqual([]);
  expect(states).toBeGreaterThan(10);
});
