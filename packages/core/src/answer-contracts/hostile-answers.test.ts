/** Runs the table of hostile answers against every role whose answer decides. */
import { describe, expect, test } from 'vitest';
import { readQaReport } from '../checkout/qa-report.ts';
import type { Outcome } from '../failure/failure.ts';
import { sampleArtifact } from '../journal/artifact.ts';
import type { Role } from '../role/role.ts';
import { type DecidingForms, hostileAnswers, hostileFindings } from '../testing/hostile-answers.ts';
import { reviewer } from '../workflows/converge/reviewer.ts';
import { fidelityRole } from '../workflows/fidelity/role.ts';
import { crosscheck } from '../workflows/mission/roles/crosscheck.ts';
import { orchestrator } from '../workflows/mission/roles/orchestrator.ts';
import { planReviewer } from '../workflows/mission/roles/plan-reviewer.ts';
import { uiQa } from '../workflows/mission/roles/ui-qa.ts';
import { validator } from '../workflows/mission/roles/validator.ts';
import { mergeChecker } from '../workflows/plan/roles/merge-checker.ts';
import { plansPlanReviewer } from '../workflows/plan/roles/reviewer.ts';
import { uiReviewer } from '../workflows/plan/roles/ui-reviewer.ts';
import { evaluator } from '../workflows/task/roles/evaluator.ts';

interface Decider extends DecidingForms {
  readonly name: string;
  /** Attacks that its form allows. */
  readonly allowed?: readonly string[];
  /** Whether the answer approves. */
  approves(text: string): boolean;
}

const finding = '- [high] a.ts:3: leaks the token';

function decider<Input, Value>(
  role: Role<Input, Value>,
  forms: DecidingForms,
  isApproval: (value: Value) => boolean,
  input?: Partial<Input>,
): Decider {
  const read = (text: string): Outcome<Value> => {
    const outcome = role.read({ text });
    return outcome.ok && role.judge ? role.judge(outcome.value, input as Input) : outcome;
  };
  const approves = (text: string) => {
    const outcome = read(text);
    return outcome.ok && isApproval(outcome.value);
  };
  return { name: role.id, ...forms, approves };
}

const reviews = [reviewer('converge.reviewer'), plansPlanReviewer, uiReviewer].flatMap((role) =>
  ['No findings.', 'No blocking findings.'].map((approval) => ({
    ...decider<never, readonly unknown[]>(
      role as never,
      { approval, objection: finding },
      (found) => found.length === 0,
    ),
    name: `${role.id} with "${approval}"`,
  })),
);
const merging = decider(
  mergeChecker,
  { approval: 'No findings. Ready to enable auto-merge.', objection: finding },
  ({ is }) => is === 'ready',
);
const feature = { feature: 'F-001', round: 2, claims: 3, task: sampleArtifact } as const;
const qaReport = (verdict: string) => `## QA Report — Round 1\n\n${verdict}`;
const fidelity = (status: string) =>
  JSON.stringify({
    risk_score: 0,
    requirements: [{ requirement: 'a', status, plan_id: null, notes: '' }],
    drift: [],
    risks: [],
    recommended_actions: [],
  });

const deciders: readonly Decider[] = [
  ...reviews,
  merging,
  decider(
    validator,
    {
      approval: 'VALIDATOR F-001 round 2: passed — 3 pass, 0 fail',
      objection: 'VALIDATOR F-001 round 2: failing — 2 pass, 1 fail',
    },
    ({ passed }) => passed,
    feature,
  ),
  decider(
    crosscheck,
    { approval: 'CROSSCHECK agree F-001', objection: 'CROSSCHECK disagree F-001' },
    ({ is }) => is === 'agree',
    feature,
  ),
  decider(
    crosscheck,
    { approval: 'COMPETITION_WINNER lane-1', objection: 'COMPETITION_WINNER none' },
    (value) => value.is === 'chosen' && value.winner === 1,
    { ...feature, rivals: [{ number: 1, cwd: 'lane', diff: sampleArtifact }] },
  ),
  decider(uiQa, { approval: 'UIQA_PASS F-001 1', objection: 'UIQA_FAIL F-001 1' }, ({ passed }) => passed, feature),
  decider(
    planReviewer,
    { approval: 'VERDICT: accept', objection: 'VERDICT: reject' },
    (verdict) => verdict !== 'reject',
  ),
  decider(orchestrator, { approval: 'DONE', objection: 'ESCALATE it leaks' }, (decisions) =>
    decisions.some(({ verb }) => verb === 'DONE'),
  ),
  decider(evaluator, { approval: 'PASS', objection: 'FAIL L2 — 1 items failed: a' }, ({ layer }) => layer === 'none'),
  {
    name: 'the report of task.evaluator',
    approval: '### Verdict: PASS',
    objection: '### Verdict: FAIL',
    allowed: ['taken back in the next line', 'taken back after an empty line'], // the report follows its heading
    approves: (text) => readQaReport(qaReport(text)).verdict === 'PASS',
  },
  {
    ...decider(fidelityRole, { approval: fidelity('met'), objection: fidelity('unmet') }, ({ requirements }) =>
      requirements.every(({ status }) => status === 'met'),
    ),
    allowed: ['in a code block'], // usual for JSON
  },
];

describe.each(deciders)('$name', ({ approval, objection, approves, allowed = [] }) => {
  test('approves with its exact form, and does not with its objection', () => {
    expect([approves(approval), approves(objection)]).toEqual([true, false]);
  });

  test.each(hostileAnswers)('$promise: $attack', ({ attack, text }) => {
    expect(approves(text({ approval, objection }))).toBe(allowed.includes(attack));
  });
});

describe.each([...reviews, merging])('$name', ({ approval, objection, approves }) => {
  test.each(hostileFindings)('D-30, D-31 $promise: $attack', ({ text }) => {
    expect(approves(text({ approval, objection }))).toBe(false);
  });
});
