/** Tests the commands of a new plan on the untouched base: a green one proves nothing. */
import { describe, expect, test } from 'vitest';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { sampleArtifact as artifact } from '../../journal/artifact.ts';
import type { Effect } from '../../machine/machine.ts';
import { messagesFor } from '../../messages/index.ts';
import { lineText } from '../../messages/lookup.ts';
import type { MissionPlan } from '../../mission/plan.ts';
import { replay } from '../../testing/replay.ts';
import { type Mission, type MissionJob, mission } from './machine.ts';
import { missionProgress } from './progress.ts';
import { missionPlanner } from './roles/planner.ts';
import { missionJob } from './testing/jobs.ts';

const trust = { witness: 'ask', mutants: { count: 0, budgetMs: 0, leastKilled: 0 } } as const;
const job: MissionJob = { ...missionJob, trust };
const assertion = (id: string, verify: string) => ({ id, text: 'x', verify, evidence: '', status: 'pending' });
const feature = {
  id: 'F-1',
  title: 'a',
  claims: ['VAL-A-1'],
  status: 'todo',
  attempts: 0,
  dependsOn: [],
  more: {},
} as const;
const planOf = (...verify: readonly string[]): MissionPlan => ({
  features: [feature],
  assertions: verify.map((text, n) => assertion(`VAL-A-${n + 1}`, text)),
});
const plan = planOf('`npm test`', 'node check.js', 'look', '`npm test`');
const lane = { path: '.harness/worktrees/r', branch: 'harness/plan', base: 'b0' };
const opened = [{ looked: ok({ head: 'b0', spec: artifact, found: null, granted: [] }) }, { lane: ok(lane) }] as const;
const planned = (value: MissionPlan) => ({ planned: ok(value) });
const report = (green: boolean) => ({ report: ok({ green, exitCode: green ? 0 : 1, tail: '', log: artifact }) });
type Rounds = readonly Readonly<Record<string, unknown>>[];
const after = (rounds: Rounds, more: Partial<MissionJob> = {}) =>
  replay(mission, { ...job, ...more }, [...opened, ...rounds]);
const needs = (state: Mission) => mission.steps.get(state.at)?.needs(state) ?? {};
const verifies = (state: Mission) =>
  state.at === 'closing-plan' && 'assertions' in state.planned
    ? state.planned.assertions.map(({ verify }) => verify)
    : [];

test('each command runs once on the base, in a clean room, for a limited time', () => {
  const trying = after([planned(plan)], { checkTimeoutMs: 1_200_000 });
  expect(trying).toMatchObject({ at: 'trying-claims', left: ['npm test', 'node check.js'] });
  expect(needs(trying)['report']?.input).toEqual({
    command: 'npm test',
    cwd: lane.path,
    timeoutMs: 120_000,
    commit: 'b0',
    isProof: true,
  });
  const many = planOf(...Array.from({ length: 30 }, (_, n) => `\`node ${n}.js\``));
  expect((after([planned(many)]) as Extract<Mission, { at: 'trying-claims' }>).left).toHaveLength(12);
});

test('no command runs if changes are not proved, or if the plan has none', () => {
  expect(replay(mission, missionJob, [...opened, planned(plan)])).toMatchObject({ at: 'closing-plan', planned: plan });
  expect(after([planned(planOf('look'))])).toMatchObject({ at: 'closing-plan' });
});

test('red commands, and those that cannot run, leave the plan as it is', () => {
  const broken = { report: sampleFailure('check.unstartable') };
  expect(after([planned(plan), report(false), broken])).toMatchObject({ at: 'closing-plan', planned: plan });
});

describe('a green command', () => {
  const green = [planned(plan), report(true), report(false)] as const;
  const repaired = planOf('`npm test -- two`');

  test('goes back to the planner once, with its name and the plan', () => {
    const planning = after(green);
    expect(planning).toMatchObject({ at: 'planning', repair: { plan, green: ['npm test'] } });
    const planned = needs(planning)['planned'] as Effect & {
      readonly input: { readonly input: Parameters<typeof missionPlanner.prompt>[0] };
    };
    const prompt = missionPlanner.prompt(planned.input.input, () => 'the spec');
    expect(prompt).toMatch(/VAL-A-2: x[\s\S]*"F-1"[\s\S]*npm test[\s\S]*already pass on the untouched base/);
  });

  test('the repaired plan counts, without a further turn', () => {
    expect(verifies(after([...green, planned(repaired), report(false)]))).toEqual(['`npm test -- two`']);
    expect(verifies(after([...green, planned(repaired), report(true)]))).toEqual([
      '`npm test -- two` (green on the base)',
    ]);
  });

  test('the first plan counts if the repair fails; its green commands are texts', () => {
    expect(verifies(after([...green, { planned: sampleFailure('agent.schema') }]))).toEqual([
      '`npm test` (green on the base)',
      'node check.js',
      'look',
      '`npm test` (green on the base)',
    ]);
  });

  test('is reported after the last command', () => {
    const lines = (before: Rounds, answers: Readonly<Record<string, unknown>>) =>
      missionProgress(after(before), answers, after([...before, answers])).map(({ code, params }) =>
        lineText(messagesFor('en'), { code, params }),
      );
    expect(lines(green.slice(0, 1), report(true))).toEqual([]);
    expect(lines(green.slice(0, 2), report(false))).toEqual([
      'these commands of the plan pass without the features, so they prove nothing: npm test',
    ]);
  });
});
