/**
 * What a task says while it goes on, move by move: codes with parameters, worded by `messages` (W-13, W-72, W-94,
 * W-165 to W-169, W-173, W-184). Pure, so that a journal says the same again when it is read later.
 */
import type {
  DocsBase,
  FileTrouble,
  OpenedBranch,
  PatchApplied,
  PatchFound,
  QaVerdict,
  SessionFiles,
} from '../../effects/checkout.ts';
import type { Answer } from '../../effects/question.ts';
import type { Outcome } from '../../failure/failure.ts';
import { proposerModel } from './models.ts';
import { phaseLabel } from './phase.ts';
import { errorMessage, infoMessage, type ProgressMessage, successMessage, warningMessage } from './progress-codes.ts';
import {
  combinedAdvisor,
  evaluator,
  generatorSingle,
  implementation,
  implementationStandard,
  leadDeveloper,
  plannerSingle,
  synthesis,
  synthesisStandard,
  type TaskReply,
} from './roles/index.ts';
import { reportOf, type Session, specOf } from './session.ts';
import type { Task } from './state.ts';
import { startRows, statusRows, untouchedFiles } from './status-rows.ts';

type Answers = Readonly<Record<string, unknown>>;

/** Of the first state of a run. */
export const progressAtStart = (state: Task): readonly ProgressMessage[] => {
  if (state.at !== 'asking-session') return [];
  if ('begun' in state.found) return [infoMessage('task.found', { version: '2.0' })];
  const { session: s, phase } = state.found;
  return [infoMessage('task.found', { version: s.v1 ? 'v1' : '2.0' }), ...statusRows(s, phaseLabel(phase))];
};

export const taskProgress = (from: Task, answers: Answers, to: Task): readonly ProgressMessage[] => [
  ...((leaving[from.at] as Leaving['looking'])?.(from as never, answers, to) ?? []),
  ...((entering[to.at] as Entering['planning'])?.(to as never, from) ?? []),
];

/** Whose one line becomes a tick (W-169). Those who work side by side are counted instead, and so their own words stay. */
export const repeatedRoles: ReadonlySet<string> = new Set(
  [
    ...[plannerSingle, synthesis, synthesisStandard, leadDeveloper, combinedAdvisor],
    ...[generatorSingle, implementation, implementationStandard, evaluator],
  ].map(({ id }) => id),
);

const given = <Value>(answers: Answers, name: string): Value | undefined => {
  const outcome = answers[name] as Outcome<Value> | undefined;
  return outcome?.ok ? outcome.value : undefined;
};

type At<Name extends Task['at']> = Extract<Task, { readonly at: Name }>;
type Leaving = {
  readonly [Name in Task['at']]?: (from: At<Name>, answers: Answers, to: Task) => readonly ProgressMessage[];
};
type Entering = { readonly [Name in Task['at']]?: (to: At<Name>, from: Task) => readonly ProgressMessage[] };

/** What was just found out, told by the state that asked for it. */
const leaving: Leaving = {
  'asking-session': ({ found }, answers, to) =>
    'begun' in found && to.at === 'clearing-old' && isResumed(answers)
      ? [warningMessage('task.docs-path-refused', { path: found.begun.job.docsPath })]
      : [],
  branching: ({ setup: { job } }, answers) =>
    untouchedFiles(job, given<OpenedBranch>(answers, 'opened')?.foreign ?? []),
  inspecting: ({ job }, answers, to) =>
    to.at === 'clearing-old'
      ? [warningMessage('task.docs-path-refused', { path: job.docsPath })]
      : unreadable(given<SessionFiles>(answers, 'files')),
  looking: (_, answers) => unreadable(given<SessionFiles>(answers, 'files')),
  placing: ({ from }, _, to) => (to.at === 'planning' ? [placed(from)] : []),
  'asking-scan': (_, __, to) => (to.at === 'planning' ? [infoMessage('task.conventions-skipped')] : []),
  'asking-scan-again': (_, __, to) => (to.at === 'planning' ? [infoMessage('task.conventions-skipped')] : []),
  scanning: (_, answers) => unparsed(given<TaskReply>(answers, 'said')),
  'checking-scan': (_, __, to) =>
    to.at === 'planning' ? [successMessage('task.conventions-scanned')] : [warningMessage('task.conventions-missing')],
  planning: planned,
  critiquing: planned,
  synthesising: planned,
  drafting: built,
  advising: built,
  implementing: built,
  'asking-tests': (_, __, to) => sentBack(to),
  reporting: (_, answers, to) => verified(to, given<{ line: string }>(answers, 'reported')?.line ?? ''),
  noting: ({ failure }, _, to) => verified(to, failure),
  'finding-files': (_, answers) => failing(given(answers, 'found')),
  proposing: (_, answers) => unparsed(given<TaskReply>(answers, 'said')),
  'reading-patch': (from, answers) => patched(given<PatchFound>(answers, 'found'), from),
  applying: (_, answers) => applied(given<PatchApplied>(answers, 'applied')),
  evaluating: (_, answers) => evaluated(given(answers, 'said')),
  judging: (from, answers, to) => judged(from, to, given<QaVerdict>(answers, 'read')?.summary ?? ''),
  guarding: (_, answers) => guarded(given(answers, 'guard')),
  committing: (_, answers) =>
    (given<{ unstaged: readonly FileTrouble[] }>(answers, 'done')?.unstaged ?? []).map(({ file, reason }) =>
      warningMessage('task.unstaged', { file, reason }),
    ),
  'surveying-base': ({ base }, answers) => listed(base, given<DocsBase>(answers, 'found')),
  clearing: ({ docs, job }) =>
    docs === 'keep' && !job.hasGit ? [infoMessage('task.artifacts-left', { path: job.docsPath })] : [],
};

const isResumed = (answers: Answers) => (answers['answer'] as Answer | undefined)?.choice === 'Resume';

const generating = [infoMessage('task.phase-generate'), infoMessage('task.dispatch-generator')];

/** What begins now. */
const entering: Entering = {
  looking: (to, from) => ('setup' in from ? startRows(to) : []),
  planning: () => [infoMessage('task.phase-plan')],
  drafting: () => generating,
  implementing: ({ because }, from) => (because === 'round' && from.at !== 'advising' ? generating : []),
  surveying: ({ onto }) => [infoMessage(onto === 'verify' ? 'task.phase-verify' : 'task.phase-evaluate')],
  evaluating: () => [infoMessage('task.dispatch-evaluator')],
  halted: (to) => [infoMessage('task.halted', { after: to.after, because: to.because, spec: specOf(to) })],
};

const unreadable = (files: SessionFiles | undefined) =>
  (files?.unreadable ?? []).map(({ file, reason }) => warningMessage('task.note-unreadable', { file, reason }));

const placed = (from: string) =>
  from === 'CLAUDE.md'
    ? successMessage('task.conventions-copied')
    : successMessage('task.conventions-kept', { path: from });

const unparsed = (...all: readonly (TaskReply | undefined)[]) =>
  all.flatMap((said) => (said && !said.readable ? [warningMessage('task.unparsed')] : []));

const saidIn = (answers: Answers): readonly TaskReply[] =>
  Object.keys(answers).flatMap((name) => {
    const said = given<TaskReply>(answers, name);
    return said ? [said] : [];
  });

const isLost = (to: Task) => to.at === 'failed' || to.at === 'inspecting';

function planned(from: Task & { at: 'planning' | 'critiquing' | 'synthesising' }, answers: Answers, to: Task) {
  if (isLost(to)) return [];
  const said = saidIn(answers);
  const [first] = said;
  const lines = [...unparsed(...said)];
  if (from.at === 'critiquing') return [...lines, infoMessage('task.critiques', { count: said.length })];
  if (from.at === 'planning' && from.mode !== 'single')
    return [...lines, infoMessage('task.proposals', { count: said.length })];
  return [...lines, infoMessage('task.tick', { line: first?.line ?? '' }), successMessage('task.plan-complete')];
}

function built(from: Task & { at: 'drafting' | 'advising' | 'implementing' }, answers: Answers, to: Task) {
  if (isLost(to)) return [];
  const said = saidIn(answers);
  const line = said[0]?.line ?? '';
  const lines = [...unparsed(...said)];
  if (from.at === 'drafting') return [...lines, infoMessage('task.plan-tick', { line })];
  if (from.at === 'advising')
    return [
      ...lines,
      said.length > 1
        ? infoMessage('task.reviews-tick', { count: said.length })
        : infoMessage('task.review-tick', { line }),
    ];
  return [
    ...lines,
    infoMessage(from.mode === 'single' ? 'task.tick' : 'task.code-tick', { line }),
    successMessage('task.generate-complete'),
  ];
}

/** Layer 1 was not satisfied: one implementation more, or a person decides. */
function sentBack(to: Task): readonly ProgressMessage[] {
  if (to.at === 'implementing') {
    const { retries } = to.layer1;
    return [
      errorMessage('task.verify-retry', { attempt: retries, of: to.job.limits.layer1 }),
      infoMessage('task.first-line', { line: to.failure }),
    ];
  }
  if (to.at !== 'verify-gate') return [];
  return [
    errorMessage('task.verify-exhausted', { of: to.job.limits.layer1 }),
    infoMessage('task.latest-error', { line: to.failure }),
    infoMessage('task.see', { path: reportOf(to) }),
  ];
}

function verified(to: Task, line: string): readonly ProgressMessage[] {
  if (to.at === 'implementing' || to.at === 'verify-gate') return sentBack(to);
  if (to.at === 'wording' || to.at === 'failed') return [];
  return [
    successMessage('task.verify-passed'),
    infoMessage('task.verify-result'),
    infoMessage('task.first-line', { line }),
  ];
}

const failing = (found: { files: readonly string[]; dropped: readonly string[] } | undefined) => [
  ...(found?.dropped ?? []).map((path) => warningMessage('task.path-dropped', { path })),
  ...(found && found.files.length === 0 ? [warningMessage('task.no-paths')] : []),
];

const patched = (found: PatchFound | undefined, { model }: Session): readonly ProgressMessage[] => {
  if (!found) return [];
  return found.is === 'patch'
    ? [infoMessage('task.autofix-model', { model: proposerModel(model) })]
    : [warningMessage('task.patch-empty')];
};

function applied(found: PatchApplied | undefined): readonly ProgressMessage[] {
  if (!found) return [];
  if (found.is === 'refused') return [errorMessage('task.diff-path-refused', { path: found.path })];
  const applying = infoMessage('task.applying', { paths: found.files.join(', ') });
  return found.is === 'applied' ? [applying] : [applying, errorMessage('task.reverted', { reason: found.reason })];
}

const evaluated = (said: (TaskReply & { layer: string }) | undefined): readonly ProgressMessage[] => {
  if (!said) return [];
  const tick =
    said.layer === 'none'
      ? infoMessage('task.tick', { line: said.line })
      : infoMessage('task.cross', { line: said.line });
  return [...unparsed(said), tick, infoMessage('task.evaluate-complete')];
};

function judged({ layer, job }: At<'judging'>, to: Task, summary: string): readonly ProgressMessage[] {
  const of = job.limits.layer2;
  if (to.at === 'implementing')
    return [
      errorMessage('task.layer2-retry', { attempt: to.layer2.retries, of }),
      infoMessage('task.first-line', { line: to.failure }),
    ];
  const exhausted =
    layer === 'L2'
      ? [errorMessage('task.layer2-exhausted', { of }), infoMessage('task.failing-items', { summary })]
      : [];
  if (to.at === 'qa-gate') return exhausted;
  if (to.at !== 'commit-gate' && to.at !== 'clearing') return [];
  return to.accepted === 'at-limit' ? [...exhausted, errorMessage('task.max-rounds')] : [infoMessage('task.qa-pass')];
}

const guarded = (guard: { safe: boolean; target?: string; why?: string } | undefined): readonly ProgressMessage[] => {
  if (!guard) return [];
  return guard.safe
    ? [infoMessage('task.guard-target', { target: guard.target ?? '' })]
    : [warningMessage('task.guard-refused', { why: guard.why ?? '' })];
};

/** W-142: what would be gone, and what of it is worth a second thought. */
const listed = (base: string, found: DocsBase | undefined): readonly ProgressMessage[] =>
  found
    ? [
        ...found.folders.map(({ name, files }) => infoMessage('task.base-folder', { name, files })),
        ...(found.memory ? [warningMessage('task.base-memory', { base })] : []),
        ...(found.ignored > 0 ? [warningMessage('task.base-ignored', { ignored: found.ignored })] : []),
      ]
    : [];
