import { describe, expect, test } from 'vitest';
import type { AgentInput } from '../../effects/agent.ts';
import { blockPlans, type ProductSurvey, reportFidelity, surveyProduct } from '../../effects/fidelity.ts';
import { fail, ok, sampleFailure } from '../../failure/failure.ts';
import type { FidelityVerdict } from '../../fidelity/verdict.ts';
import { sampleArtifact as artifact } from '../../journal/artifact.ts';
import { endOfState, type Machine } from '../../machine/machine.ts';
import { explore } from '../../testing/explore.ts';
import { replay } from '../../testing/replay.ts';
import { roles } from '../loaded.ts';
import { type FidelityJob, fidelity } from './machine.ts';

const job: FidelityJob = { specPath: 'docs/a.md', threshold: 25 };
const places = { planDir: 'plans', stateDir: 'state', base: 'main' };
const survey: ProductSurvey = {
  at: '2026-01-01T00:00:00.000Z',
  head: 'f1',
  spec: artifact,
  plans: artifact,
  files: artifact,
  places,
};
const verdict = (risk: number): FidelityVerdict => ({
  risk_score: risk,
  drift: [],
  risks: [],
  recommended_actions: [],
  requirements: [{ requirement: 'A page', status: 'partial', plan_id: null, notes: '' }],
});
const surveyed = { survey: ok(survey) };
const judged = (risk: number) => ({ verdict: ok(verdict(risk)) });
const written = { written: ok({ report: 'state/r.md' }) };
const blocked = { block: ok({ commit: 'f2', plans: ['0003'] }) };
type Rounds = readonly Readonly<Record<string, unknown>>[];
const after = (rounds: Rounds, more: Partial<FidelityJob> = {}) => replay(fidelity, { ...job, ...more }, rounds);

describe('fidelity', () => {
  test.each<[string, Rounds, Partial<FidelityJob>, object]>([
    ['starts with a survey of the product', [], {}, { at: 'surveying' }],
    ['calls the role once', [surveyed], {}, { at: 'judging' }],
    ['writes the report first', [surveyed, judged(100)], {}, { at: 'reporting' }],
    [
      'D-61 blocks above the threshold',
      [surveyed, judged(1), written],
      {},
      { at: 'blocking', judged: { score: 25.3 } },
    ],
    ['is within at exactly the threshold', [surveyed, judged(0), written], {}, { at: 'within', judged: { score: 25 } }],
    ['uses the given threshold', [surveyed, judged(100), written], { threshold: 55 }, { at: 'within' }],
    [
      'reports the blocked plans',
      [surveyed, judged(50), written, blocked],
      {},
      { at: 'above', block: { commit: 'f2', why: null } },
    ],
    [
      'keeps its verdict if the plans could not be blocked',
      [surveyed, judged(50), written, { block: sampleFailure('forge.unavailable') }],
      {},
      { at: 'above', judged: { score: 40 }, block: { commit: null, why: { code: 'forge.unavailable' } } },
    ],
    [
      'D-62 fails with an unreadable answer',
      [surveyed, { verdict: fail('agent.schema') }],
      {},
      { at: 'failed', because: { code: 'agent.schema' } },
    ],
  ])('%s', (_, rounds, more, expected) => {
    expect(after(rounds, more)).toMatchObject(expected);
  });

  test('ends as done within, as failed above, and as unreadable without an answer', () => {
    const states = [
      after([surveyed, judged(0), written]),
      after([surveyed, judged(50), written, blocked]),
      after([surveyed, { verdict: fail('agent.schema') }]),
    ];
    expect(states.map((state) => endOfState(fidelity as Machine, state))).toEqual(['done', 'failed', 'unreadable']);
    expect(states.map((state) => fidelity.result(state))).toMatchObject([
      { at: 'judged', blocked: false, score: 25, block: null },
      { at: 'judged', blocked: true, score: 40, block: { plans: ['0003'] } },
      { at: 'failed' },
    ]);
  });

  test('D-17 D-60 calls a read-only role in the checkout with the survey', () => {
    const { input } = fidelity.steps.get('judging')?.needs(after([surveyed]))['verdict'] ?? {};
    expect(input as AgentInput).toMatchObject({
      role: 'plans.fidelity',
      item: null,
      workplace: { cwd: '.', checkpoint: 'f1' },
      input: { spec_path: 'docs/a.md' },
    });
    expect(roles['plans.fidelity']).toMatchObject({ mode: 'review', schema: { type: 'object' } });
  });
});

test('every path through fidelity ends, and blocks only above the threshold', () => {
  const { states, broken } = explore(fidelity, {
    inputs: [job, { ...job, threshold: 100 }],
    words: { roles, operations: [surveyProduct, reportFidelity, blockPlans], machines: {} },
    history: { start: false, after: (wrote: boolean, { from }) => wrote || from.at === 'reporting' },
    states: {
      'blocks only above the threshold': (state, needs) =>
        !('block' in needs) || (state.at === 'blocking' && state.judged.score > state.job.threshold),
      'ends only after the report': (state, _, wrote) => (state.at !== 'within' && state.at !== 'above') || wrote,
    },
  });
  console.log(`fidelity: ${states} states`);
  expect(broken).toEqual([]);
  expect(states).toBeGreaterThan(10);
});
