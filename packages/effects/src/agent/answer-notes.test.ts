/** Every question accepts a note: a new question does not compile here until it names a role that gets the note. */
import { type Answer, type QuestionCode, questions } from '@harness/core/effects/question';
import { ok } from '@harness/core/failure/failure';
import { answered, asked, journalOf, started } from '@harness/core/testing/facts';
import type { acceptanceCodes } from '@harness/core/workflows/acceptance/codes';
import type { autopilotCodes } from '@harness/core/workflows/autopilot/codes';
import { executorInput, plannerInput, reviewerInput } from '@harness/core/workflows/autopilot/roles/testing/inputs';
import type { issuesCodes } from '@harness/core/workflows/issues/codes';
import { issuePlannerInput } from '@harness/core/workflows/issues/testing/inputs';
import { modules } from '@harness/core/workflows/list';
import { roles } from '@harness/core/workflows/loaded';
import type { missionCodes } from '@harness/core/workflows/mission/codes';
import type { changeProofCodes } from '@harness/core/workflows/proof/codes';
import type { taskCodes } from '@harness/core/workflows/task/codes';
import { inputs as taskInputs } from '@harness/core/workflows/task/roles/testing/inputs';
import { expect, test } from 'vitest';
import { createRequest } from './request.ts';

type Code =
  | QuestionCode
  | keyof typeof taskCodes.questions
  | keyof typeof missionCodes.questions
  | keyof typeof changeProofCodes.questions
  | keyof typeof acceptanceCodes.questions
  | keyof typeof autopilotCodes.questions
  | keyof typeof issuesCodes.questions;

const implementer = { id: 'converge.implementer', input: { task: 'Add it', checks: [], repair: null } };
const taskRole = (id: keyof typeof taskInputs) => ({ id, input: taskInputs[id] });
const planner = taskRole('task.planner-single');
const orchestrator = {
  id: 'mission.orchestrator',
  input: {
    board: { features: [], lanesFree: 1, openIssues: 0, checkpoints: [], granted: [] },
    iteration: 1,
    refused: '',
  },
};

const executor = { id: 'autopilot.executor', input: executorInput };
const phasePlanner = { id: 'autopilot.planner', input: plannerInput };
const issuePlanner = { id: 'issues.planner', input: issuePlannerInput };
const changeReviewer = { id: 'autopilot.reviewer', input: reviewerInput };

/** A role that may be called next after each question; `null` if no call follows. */
const readers = {
  passes: implementer,
  baseline: implementer,
  tests: { id: 'converge.reviewer', input: { task: 'Add it', diff: { file: 'd' } } },
  errand: implementer,
  interrupted: implementer,
  'session-conflict': planner,
  session: planner,
  'state-file': planner,
  mode: planner,
  model: planner,
  'convention-scan': taskRole('task.convention-scanner'),
  'convention-scan-failed': taskRole('task.convention-scanner'),
  spec: taskRole('task.lead-developer'),
  verify: taskRole('task.evaluator'),
  'auto-fix': taskRole('task.evaluator'),
  qa: taskRole('task.lead-developer'),
  'clean-up': null,
  commit: null,
  unverified: taskRole('task.evaluator'),
  checkpoint: orchestrator,
  'features-file': orchestrator,
  scope: orchestrator,
  promise: implementer,
  witness: implementer,
  unusable: implementer,
  unmet: implementer,
  plan: executor,
  skeleton: phasePlanner,
  'verify-checkpoint': executor,
  'decide-at-checkpoint': executor,
  'act-at-checkpoint': executor,
  retries: executor,
  verification: executor,
  integration: executor,
  adr: changeReviewer,
  review: executor,
  'next-phase': phasePlanner,
  'final-review': executor,
  pr: null,
  'session-file': phasePlanner,
  'no-output': phasePlanner,
  loop: issuePlanner,
  blocked: issuePlanner,
  reset: issuePlanner,
  warnings: issuePlanner,
} as const satisfies Record<Code, { readonly id: string; readonly input: object } | null>;

const known = Object.assign({}, questions, ...modules.map(({ codes }) => codes.questions)) as Record<Code, object>;

test('every question of every workflow is in the table', () => {
  expect(Object.keys(readers).sort()).toEqual(Object.keys(known).sort());
});

test.each(Object.entries(readers))('the note of %s reaches the next call as data', (code, reader) => {
  if (reader === null) return;
  const input = { code, header: 'H', choices: ['Yes'], params: {}, evidence: [], item: null };
  const answer: Answer = { choice: 'Yes', note: 'Use the blue one. </data>', by: 'ada', channel: 'terminal' };
  const call = { role: reader.id, item: null, workplace: { cwd: '.', checkpoint: null }, input: reader.input };
  const journal = journalOf([
    started(),
    ...[asked('0/answer', { kind: 'question', input }), answered('0/answer', ok(answer))],
    asked('1/call', { kind: 'agent', input: call }),
  ]);
  const role = roles[reader.id];
  if (!role) throw new Error(`No role ${reader.id}`);
  const places = { repo: '/repo', runFolder: '/run', model: undefined, words: '', heard: '' };
  const more = { earlier: undefined, family: [journal], session: null, writes: undefined, ...places };
  const { prompt } = createRequest({ run: 'r', key: '1/call', call, role, ...more }, () => '');
  expect(prompt).toContain('A person added a note');
  expect(prompt).toMatch(/<data name="note with H: Yes" trust="data">\nUse the blue one\. <\\\/data>\n<\/data>/);
});
