/** Answers of the steps of an issue, in their order; each leads to the next step unless a test says otherwise. */
import type { AgentInput } from '../../../effects/agent.ts';
import type { OperationInput } from '../../../effects/operation.ts';
import type { QuestionInput } from '../../../effects/question.ts';
import type { FailureCode } from '../../../failure/failure.ts';
import { ok, sampleFailure } from '../../../failure/failure.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import type { Effect, Machine, State } from '../../../machine/machine.ts';
import { messagesFor } from '../../../messages/index.ts';
import { lineText } from '../../../messages/lookup.ts';
import { type Role, stablePart } from '../../../role/role.ts';
import { replay } from '../../../testing/replay.ts';
import { isArtifact } from '../../../text/text.ts';
import type { ProofJob } from '../../proof/job.ts';
import type { IssueJob, IssueState } from '../issue/job.ts';
import { issueWork } from '../issue/machine.ts';
import { logic } from '../logic.ts';
import { issuesRoles } from '../roles/index.ts';
import type { ProposedGroup, ProposedIssuePlan } from '../roles/planner.ts';
import type { IssueReviewerAnswer, JudgedInvariant } from '../roles/reviewer.ts';
import { issueJob, lane } from './jobs.ts';

export type Round = Readonly<Record<string, unknown>>;

export const walkIssue = (job: Partial<IssueJob>, ...rounds: readonly Round[]): IssueState =>
  replay(issueWork, { ...issueJob, ...job }, rounds);

export const person = (choice: string, note = ''): Round => ({
  answer: { choice, note, by: 'ann', channel: 'command' },
});

export const failing = (name: string, code: FailureCode): Round => ({
  [name]: sampleFailure(code, { branch: 'main' }),
});

const invariants = [
  { id: 'app/core#INV-1', text: 'sums are exact', command: 'npm run sums' },
  { id: 'app/core#INV-2', text: 'no global state' },
];

export const group = (more: Partial<ProposedGroup> = {}): ProposedGroup => ({
  title: 'add a total',
  type: 'feat',
  files: ['src/a.ts'],
  changes: 'adds total()',
  invariants: ['INV-1', 'INV-2'],
  ...more,
});

const proposed = (groups: readonly ProposedGroup[]): ProposedIssuePlan => ({
  goal: 'a total',
  subsystems: [{ id: 'app/core', as: 'primary' }],
  criteria: ['it sums'],
  constraints: ['no new package'],
  files: ['src/**'],
  groups,
  risks: [],
});

export const opened: Round = { opened: ok({ ...lane }) };
export const indexed: Round = { specs: ok({ index: sampleArtifact, count: 1 }) };
export const planned = (...groups: readonly ProposedGroup[]): Round => ({
  planned: ok({ is: 'plan', plan: proposed(groups) }),
});
export const plannerBlocked = (...questions: readonly string[]): Round => ({
  planned: ok({ is: 'blocked', questions }),
});
export const unresolved = (...problems: readonly string[]): Round => ({ resolved: ok({ is: 'unresolved', problems }) });
export const resolved = (groups: number, warnings: readonly string[] = []): Round => ({
  resolved: ok({
    is: 'resolved',
    subsystems: [{ id: 'app/core', as: 'primary', invariants, tier0: ['npm test'], tier1: [], skills: ['money'] }],
    groups: Array.from({ length: groups }, () => ({
      files: ['src/a.ts'],
      subsystems: ['app/core'],
      invariants,
      tier0: ['npm test'],
    })),
    warnings,
  }),
});

/** The way to the worker, with so many groups. */
export const toWorker = (groups = 1): readonly Round[] => [
  opened,
  indexed,
  planned(...Array.from({ length: groups }, (_, at) => group({ title: `group ${at + 1}` }))),
  resolved(groups),
];

export const worked = (more: object = {}): Round => ({
  worked: ok({ friction: [], blocked: null, said: 'done', ...more }),
});
/** No person committed during the call. */
export const current: Round = { synced: ok({ is: 'current' }) };
export const saved = (commit = 'c1'): Round => ({
  saved: ok({ commit, changedFiles: 1, diff: sampleArtifact, touched: 0 }),
});
export const unchanged: Round = {
  saved: ok({ commit: 'b0', changedFiles: 0, diff: sampleArtifact, isUnchanged: true }),
};
export const inspected = (outside: readonly string[] = [], weakened: readonly string[] = []): Round => ({
  survey: ok({ changed: ['src/a.ts', ...outside], outside, diff: sampleArtifact }),
  inspected: ok({ weakened: weakened.map((file) => ({ file, how: 'deleted', detail: '' })) }),
});
export const green: Round = { report: ok({ green: true, exitCode: 0, tail: '', log: sampleArtifact }) };
export const red: Round = { report: ok({ green: false, exitCode: 1, tail: '1 failing', log: sampleArtifact }) };
export const late: Round = { report: sampleFailure('check.timed-out', { timeoutMs: 5 }) };

const judged = (result: JudgedInvariant['result']): JudgedInvariant => ({
  id: 'INV-2',
  result,
  evidence: 'src/a.ts:1 it holds',
});
export const reviewed = (
  verdict: IssueReviewerAnswer['verdict'],
  more: Partial<IssueReviewerAnswer> = {},
  result: JudgedInvariant['result'] = verdict === 'FAIL' ? 'FAIL' : 'PASS',
): Round => ({
  reviewed: ok({ verdict, isFixable: false, invariants: [judged(result)], warnings: [], gaps: [], ...more }),
});
export const evidence = (...missing: readonly string[]): Round => ({ evidence: ok({ missing }) });
export const proof = (result: object): Round => ({ proof: { child: 'c', end: 'done', result } });
export const proved = proof({
  at: 'proved',
  by: 'witness',
  witnesses: [],
  tried: 0,
  survived: 0,
  flaky: [],
  unsupported: [],
});
export const hooksGreen = (checkpoint = 'c1', message = 'feat: add a total'): Round => ({
  hooks: ok({ is: 'green', checkpoint, message }),
});
export const committed = (commit = 'd1'): Round => ({
  committed: ok({ is: 'published', commit, lane: { ...lane, base: commit }, left: '' }),
});
export const moved: Round = { committed: ok({ is: 'base-moved' }) };
export const takenOut = (kept: string | null = 'refs/harness/kept/r/1'): Round => ({ out: ok({ kept }) });

/** From the saved files to the commit, without trouble. */
export const toCommit = (commit = 'd1'): readonly Round[] => [
  saved(),
  inspected(),
  green,
  green,
  reviewed('PASS'),
  evidence(),
  proved,
  hooksGreen(),
  committed(commit),
];
export const made = (commit = 'd1'): readonly Round[] => [worked(), current, ...toCommit(commit)];

export const scoped = (more: object = {}): Round => ({
  scoped: ok({
    files: ['src/a.ts'],
    subsystems: ['app/core'],
    invariants,
    tier1: ['npm run all'],
    warnings: [],
    diff: sampleArtifact,
    ...more,
  }),
});
/** The commands of the review: that of the invariant, then the second tier. */
export const toReview: readonly Round[] = [scoped(), green, green];

export const written: Round = { commented: ok({ is: 'written' }) };
export const finished: Round = { finished: ok({ is: 'done' }) };
export const created: Round = { created: ok({ issue: 'APP-9', isNew: true }) };
export const reset = (report: object = { is: 'reset', kept: 'refs/harness/kept/r/2' }): Round => ({
  reset: ok(report),
});

type Steps<S extends State> = Pick<Machine<never, S>, 'id' | 'steps'>;

function effectIn<S extends State>({ id, steps }: Steps<S>, state: S, fits: (effect: Effect) => boolean): Effect {
  const found = Object.values(steps.get(state.at)?.needs(state) ?? {}).find(fits);
  if (!found) throw new Error(`${id}: ${state.at} has no such effect`);
  return found;
}

/** The arguments of an operation in this state. */
export const argsIn = <S extends State>(machine: Steps<S>, state: S, op: string): unknown =>
  (effectIn(machine, state, ({ input }) => (input as Partial<OperationInput>).op === op).input as OperationInput).args;

export const agentIn = <S extends State>(machine: Steps<S>, state: S): AgentInput =>
  effectIn(machine, state, ({ kind }) => kind === 'agent').input as AgentInput;

export const questionIn = <S extends State>(machine: Steps<S>, state: S): QuestionInput =>
  effectIn(machine, state, ({ kind }) => kind === 'question').input as QuestionInput;

export const proofIn = <S extends State>(machine: Steps<S>, state: S): ProofJob =>
  (effectIn(machine, state, ({ kind }) => kind === 'call').input as { readonly input: ProofJob }).input;

export const checkIn = <S extends State>(machine: Steps<S>, state: S) =>
  effectIn(machine, state, ({ kind }) => kind === 'check').input as {
    readonly command: string;
    readonly commit: string;
  };

/** The whole prompt of the call in this state. Each text shows its path instead of its content. */
export function promptIn<S extends State>(machine: Steps<S>, state: S): string {
  const { role: id, input } = agentIn(machine, state);
  const role = (issuesRoles as Readonly<Record<string, Role<unknown, unknown>>>)[id];
  if (!role) throw new Error(`${id} is no role of the issue loop`);
  return `${stablePart(role)}\n\n${role.prompt(input, (text) => (isArtifact(text) ? `text of ${text.path}` : ''))}`;
}

/** The progress lines of the last round. */
export function linesAfter(job: Partial<IssueJob>, ...rounds: readonly Round[]): readonly string[] {
  const [from, to] = [walkIssue(job, ...rounds.slice(0, -1)), walkIssue(job, ...rounds)];
  const lines = logic.progress?.[issueWork.id]?.move(from, rounds.at(-1) ?? {}, to) ?? [];
  return lines.map((line) => lineText(messagesFor('en'), line));
}
