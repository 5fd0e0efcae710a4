/** Progress messages of a task, a pure function of its moves (W-13, W-72, W-94, W-165 to W-169, W-173, W-184). */
import { type ProgressMessage, progressOf } from '../../codes.ts';
import type {
  DocsBase,
  FileError,
  KeptUserFiles,
  OpenedBranch,
  PatchApplied,
  PatchFound,
  QaVerdict,
  SessionFiles,
  TouchedUserFiles,
} from '../../effects/checkout.ts';
import type { Answer } from '../../effects/question.ts';
import type { Outcome } from '../../failure/failure.ts';
import { taskCodes } from './codes.ts';
import { proposerModel } from './models.ts';
import { phaseLabel } from './phase.ts';
import { confirmedMessages, unwitnessedMessages } from './proof-progress.ts';
import type { taskRoles } from './roles/index.ts';
import type { TaskReply } from './roles/task-reply.ts';
import { type Session, specPath, verifyReportPath } from './session.ts';
import type { Task } from './state.ts';
import { startRows, statusRows, untouchedFiles } from './status-rows.ts';

const message = progressOf(taskCodes);

type Answers = Readonly<Record<string, unknown>>;

export const progressAtStart = (state: Task): readonly ProgressMessage[] => {
  if (state.at !== 'asking-session') return [];
  if ('begun' in state.found) return [message('task.found', { version: '2.0' })];
  const { session: s, phase } = state.found;
  return [message('task.found', { version: s.v1 ? 'v1' : '2.0' }), ...statusRows(s, phaseLabel(phase))];
};

export const taskProgress = (from: Task, answers: Answers, to: Task): readonly ProgressMessage[] => [
  ...((messagesOnLeave[from.at] as LeaveMessages['looking'])?.(from as never, answers, to) ?? []),
  ...((messagesOnEnter[to.at] as EnterMessages['planning'])?.(to as never, from) ?? []),
];

/** Roles whose first line becomes a tick (W-169). Parallel roles are counted instead, so their own lines stay. */
export const repeatedRoles: ReadonlySet<string> = new Set<keyof typeof taskRoles>([
  'task.planner-single',
  'task.synthesis',
  'task.synthesis-standard',
  'task.lead-developer',
  'task.combined-advisor',
  'task.generator-single',
  'task.implementation',
  'task.implementation-standard',
  'task.evaluator',
]);

const answerValue = <Value>(answers: Answers, name: string): Value | undefined => {
  const outcome = answers[name] as Outcome<Value> | undefined;
  return outcome?.ok ? outcome.value : undefined;
};

type At<Name extends Task['at']> = Extract<Task, { readonly at: Name }>;
type LeaveMessages = {
  readonly [Name in Task['at']]?: (from: At<Name>, answers: Answers, to: Task) => readonly ProgressMessage[];
};
type EnterMessages = { readonly [Name in Task['at']]?: (to: At<Name>, from: Task) => readonly ProgressMessage[] };

const messagesOnLeave: LeaveMessages = {
  'asking-session': ({ found }, answers, to) =>
    'begun' in found && to.at === 'clearing-old' && isResumed(answers)
      ? [message('task.docs-path-refused', { path: found.begun.job.docsPath }, 'warn')]
      : [],
  preparing: (_, answers) => unkeptFiles(answerValue(answers, 'kept')),
  branching: ({ setup: { job } }, answers) => [
    ...untouchedFiles(job, answerValue<OpenedBranch>(answers, 'opened')?.foreign ?? []),
    ...unkeptFiles(answerValue(answers, 'kept')),
  ],
  inspecting: ({ job }, answers, to) =>
    to.at === 'clearing-old'
      ? [message('task.docs-path-refused', { path: job.docsPath }, 'warn')]
      : [...unkeptFiles(answerValue(answers, 'kept')), ...unreadableFiles(answerValue<SessionFiles>(answers, 'files'))],
  looking: (_, answers) => unreadableFiles(answerValue<SessionFiles>(answers, 'files')),
  placing: ({ from }, _, to) => (to.at === 'planning' ? [conventionsMessage(from)] : []),
  'asking-scan': (_, __, to) => (to.at === 'planning' ? [message('task.conventions-skipped', {})] : []),
  'asking-scan-again': (_, __, to) => (to.at === 'planning' ? [message('task.conventions-skipped', {})] : []),
  scanning: (_, answers) => unparsedReplies(answerValue<TaskReply>(answers, 'said')),
  'checking-scan': (_, __, to) =>
    to.at === 'planning'
      ? [message('task.conventions-scanned', {}, 'good')]
      : [message('task.conventions-missing', {}, 'warn')],
  planning: planMessages,
  critiquing: planMessages,
  synthesising: planMessages,
  comparing: (from, answers, to) => confirmedMessages(from, answerValue(answers, 'found'), to),
  revising: (_, answers) => repliesIn(answers).map(({ line }) => message('task.tick', { line })),
  drafting: generateMessages,
  advising: generateMessages,
  implementing: generateMessages,
  surveying: (_, answers) => touchedFiles(answerValue(answers, 'touched')),
  'asking-tests': (_, __, to) => setbackMessages(to),
  reporting: (_, answers, to) => verifyMessages(to, answerValue<{ line: string }>(answers, 'reported')?.line ?? ''),
  noting: ({ failure }, _, to) => verifyMessages(to, failure),
  recording: (_, __, to) => setbackMessages(to, true),
  'finding-files': (_, answers) => failingFileMessages(answerValue(answers, 'found')),
  proposing: (_, answers) => unparsedReplies(answerValue<TaskReply>(answers, 'said')),
  'reading-patch': (from, answers) => patchMessages(answerValue<PatchFound>(answers, 'found'), from),
  applying: (_, answers) => applyMessages(answerValue<PatchApplied>(answers, 'applied')),
  evaluating: (_, answers) => evaluationMessages(answerValue(answers, 'said')),
  judging: (from, answers, to) => verdictMessages(from, to, answerValue<QaVerdict>(answers, 'read')?.summary ?? ''),
  guarding: (_, answers) => guardMessages(answerValue(answers, 'guard')),
  committing: (_, answers) =>
    (answerValue<{ unstaged: readonly FileError[] }>(answers, 'done')?.unstaged ?? []).map(({ file, reason }) =>
      message('task.unstaged', { file, reason }, 'warn'),
    ),
  'surveying-base': ({ base }, answers) => baseMessages(base, answerValue<DocsBase>(answers, 'found')),
  clearing: ({ docs, job }, answers) => [
    ...touchedFiles(answerValue(answers, 'touched')),
    ...(docs === 'keep' && !job.hasGit ? [message('task.artifacts-left', { path: job.docsPath })] : []),
  ],
};

const isResumed = (answers: Answers) => (answers['answer'] as Answer | undefined)?.choice === 'Resume';

const generateStart = [message('task.phase-generate', {}), message('task.dispatch-generator', {})];

const messagesOnEnter: EnterMessages = {
  'checking-base': (to) => startRows(to),
  looking: (to, from) => ('setup' in from ? startRows(to) : []),
  planning: () => [message('task.phase-plan', {})],
  drafting: () => generateStart,
  implementing: ({ because }, from) => (because === 'round' && from.at !== 'advising' ? generateStart : []),
  surveying: ({ onto }) => [message(onto === 'verify' ? 'task.phase-verify' : 'task.phase-evaluate', {})],
  evaluating: () => [message('task.dispatch-evaluator', {})],
  completed: unwitnessedMessages,
  spent: unwitnessedMessages,
  halted: (to) => [message('task.halted', { after: to.after, because: to.because, spec: specPath(to) })],
};

const unreadableFiles = (files: SessionFiles | undefined) =>
  (files?.unreadable ?? []).map(({ file, reason }) => message('task.note-unreadable', { file, reason }, 'warn'));

const conventionsMessage = (from: string) =>
  from === 'CLAUDE.md'
    ? message('task.conventions-copied', {}, 'good')
    : message('task.conventions-kept', { path: from }, 'good');

const unparsedReplies = (...all: readonly (TaskReply | undefined)[]) =>
  all.flatMap((said) => (said && !said.readable ? [message('task.unparsed', {}, 'warn')] : []));

const repliesIn = (answers: Answers): readonly TaskReply[] =>
  Object.keys(answers).flatMap((name) => {
    const said = answerValue<TaskReply>(answers, name);
    return said ? [said] : [];
  });

const isFailedCall = (to: Task) => to.at === 'failed' || to.at === 'inspecting';

function planMessages(from: Task & { at: 'planning' | 'critiquing' | 'synthesising' }, answers: Answers, to: Task) {
  if (isFailedCall(to)) return [];
  const said = repliesIn(answers);
  const [first] = said;
  const lines = [...unparsedReplies(...said)];
  if (from.at === 'critiquing') return [...lines, message('task.critiques', { count: said.length })];
  if (from.at === 'planning' && from.mode !== 'single')
    return [...lines, message('task.proposals', { count: said.length })];
  return [...lines, message('task.tick', { line: first?.line ?? '' }), message('task.plan-complete', {}, 'good')];
}

function generateMessages(from: Task & { at: 'drafting' | 'advising' | 'implementing' }, answers: Answers, to: Task) {
  if (isFailedCall(to)) return [];
  const said = repliesIn(answers);
  const line = said[0]?.line ?? '';
  const lines = [...unparsedReplies(...said)];
  if (from.at === 'drafting') return [...lines, message('task.plan-tick', { line })];
  if (from.at === 'advising')
    return [
      ...lines,
      said.length > 1 ? message('task.reviews-tick', { count: said.length }) : message('task.review-tick', { line }),
    ];
  return [
    ...lines,
    message(from.mode === 'single' ? 'task.tick' : 'task.code-tick', { line }),
    message('task.generate-complete', {}, 'good'),
  ];
}

/** Layer 1 or the proof failed: one more implementation, or a person decides. */
function setbackMessages(to: Task, isProofRed = false): readonly ProgressMessage[] {
  if (to.at === 'implementing') {
    const { retries } = to.layer1;
    return [
      message(
        to.because === 'proof' ? 'task.proof-retry' : 'task.verify-retry',
        { attempt: retries, of: to.job.limits.layer1 },
        'bad',
      ),
      message('task.first-line', { line: to.failure }),
    ];
  }
  if (to.at !== 'verify-gate') return [];
  return [
    message(isProofRed ? 'task.proof-exhausted' : 'task.verify-exhausted', { of: to.job.limits.layer1 }, 'bad'),
    message('task.latest-error', { line: to.failure }),
    message('task.see', { path: verifyReportPath(to) }),
  ];
}

function verifyMessages(to: Task, line: string): readonly ProgressMessage[] {
  if (to.at === 'implementing' || to.at === 'verify-gate') return setbackMessages(to);
  if (to.at === 'wording' || to.at === 'failed') return [];
  return [
    message('task.verify-passed', {}, 'good'),
    message('task.verify-result', {}),
    message('task.first-line', { line }),
  ];
}

const failingFileMessages = (found: { files: readonly string[]; dropped: readonly string[] } | undefined) => [
  ...(found?.dropped ?? []).map((path) => message('task.path-dropped', { path }, 'warn')),
  ...(found && found.files.length === 0 ? [message('task.no-paths', {}, 'warn')] : []),
];

const patchMessages = (found: PatchFound | undefined, { model }: Session): readonly ProgressMessage[] => {
  if (!found) return [];
  return found.is === 'patch'
    ? [message('task.autofix-model', { model: proposerModel(model) })]
    : [message('task.patch-empty', {}, 'warn')];
};

function applyMessages(found: PatchApplied | undefined): readonly ProgressMessage[] {
  if (!found) return [];
  if (found.is === 'refused') return [message('task.diff-path-refused', { path: found.path }, 'bad')];
  const applying = message('task.applying', { paths: found.files.join(', ') });
  return found.is === 'applied' ? [applying] : [applying, message('task.reverted', { reason: found.reason }, 'bad')];
}

const evaluationMessages = (said: (TaskReply & { layer: string }) | undefined): readonly ProgressMessage[] => {
  if (!said) return [];
  const tick =
    said.layer === 'none' ? message('task.tick', { line: said.line }) : message('task.cross', { line: said.line });
  return [...unparsedReplies(said), tick, message('task.evaluate-complete', {})];
};

function verdictMessages({ layer, job }: At<'judging'>, to: Task, summary: string): readonly ProgressMessage[] {
  const of = job.limits.layer2;
  if (to.at === 'implementing')
    return [
      message('task.layer2-retry', { attempt: to.layer2.retries, of }, 'bad'),
      message('task.first-line', { line: to.failure }),
    ];
  const exhausted =
    layer === 'L2' ? [message('task.layer2-exhausted', { of }, 'bad'), message('task.failing-items', { summary })] : [];
  if (to.at === 'qa-gate') return exhausted;
  if (to.at !== 'commit-gate' && to.at !== 'clearing') return [];
  return to.accepted === 'at-limit'
    ? [...exhausted, message('task.max-rounds', {}, 'bad')]
    : [message('task.qa-pass', {})];
}

const guardMessages = (
  guard: { safe: boolean; target?: string; why?: string } | undefined,
): readonly ProgressMessage[] => {
  if (!guard) return [];
  return guard.safe
    ? [message('task.guard-target', { target: guard.target ?? '' })]
    : [message('task.guard-refused', { why: guard.why ?? '' }, 'warn')];
};

/** W-142: the folders to delete, with warnings. */
const baseMessages = (base: string, found: DocsBase | undefined): readonly ProgressMessage[] =>
  found
    ? [
        ...found.folders.map(({ name, files }) => message('task.base-folder', { name, files })),
        ...(found.memory ? [message('task.base-memory', { base }, 'warn')] : []),
        ...(found.ignored > 0 ? [message('task.base-ignored', { ignored: found.ignored }, 'warn')] : []),
      ]
    : [];

const unkeptFiles = (kept: KeptUserFiles | undefined): readonly ProgressMessage[] =>
  kept && kept.leftCount > 0
    ? [message('task.not-kept', { files: kept.left.join(', '), count: kept.leftCount }, 'warn')]
    : [];

const touchedFiles = (touched: TouchedUserFiles | undefined): readonly ProgressMessage[] => {
  if (!touched) return [];
  const { files, count } = touched;
  const rows = files.map(({ path, how, restore: command }) =>
    message('task.user-file-touched', { path, how, command }, 'warn'),
  );
  return count > files.length ? [...rows, message('task.user-files-touched', { count }, 'warn')] : rows;
};
