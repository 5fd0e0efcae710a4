/**
 * `.harness/state.json` of a task (W-35, W-59, W-68, W-164): a fold over its journal, so that it can be thrown away and made again.
 *
 *   S1. It is written from the moment there are folders until the session is cleared up; before and after there is none.
 *   S2. A file that was found and is gone on with keeps its version and what it does not have; only what a move changed
 *       is changed in it (vocabulary §6.13).
 */
import { patchFile } from '../checkout/patch.ts';
import type { Entry, EntryOf } from '../journal.ts';
import type { Input, Work } from '../workflows/task/machine.ts';
import { type Phase, v1Names } from '../workflows/task/phase.ts';
import { type Session, scopeText } from '../workflows/task/session.ts';
import { isSessionState, type Setup, type Task } from '../workflows/task/state.ts';
import { iso } from './times.ts';

export type StateDocument = Readonly<Record<string, unknown>>;

/** One line a state: one without a phase does not compile. */
const phaseAt: Readonly<Record<Exclude<SessionAt, 'halted' | 'inspecting' | 'surveying'>, Phase>> = {
  looking: 'plan_ready',
  placing: 'plan_ready',
  'asking-scan': 'plan_ready',
  scanning: 'plan_ready',
  'checking-scan': 'plan_ready',
  'asking-scan-again': 'plan_ready',
  planning: 'planning',
  critiquing: 'planning',
  synthesising: 'planning',
  approving: 'plan_done',
  drafting: 'generating',
  advising: 'generating',
  implementing: 'generating',
  'asking-tests': 'verifying',
  building: 'verifying',
  testing: 'verifying',
  reporting: 'verifying',
  wording: 'verifying',
  noting: 'verifying',
  'verify-gate': 'verify_done',
  'finding-files': 'verify_done',
  proposing: 'verify_done',
  'reading-patch': 'verify_done',
  'autofix-gate': 'verify_done',
  applying: 'verify_done',
  evaluating: 'evaluating',
  judging: 'evaluate_done',
  'qa-gate': 'evaluate_done',
  'commit-gate': 'completed',
  guarding: 'completed',
  committing: 'completed',
  clearing: 'completed',
};
type SessionAt = Extract<Task, Session>['at'];
const afterStep = {
  plan: 'plan_done',
  generate: 'generate_done',
  verify: 'verify_done',
  evaluate: 'evaluate_done',
} as const;

export function phaseOf(state: Extract<Task, Session>): Phase {
  if (state.at === 'inspecting') return state.phase;
  if (state.at === 'halted') return afterStep[state.after];
  if (state.at === 'surveying') return state.onto === 'verify' ? 'verify_ready' : 'evaluate_ready';
  return phaseAt[state.at];
}

/** What the file should say now; nothing when there should be none, or when what is there is not ours to change yet. */
export function taskState(entries: readonly Entry[]): StateDocument | undefined {
  const [started] = entries;
  if (started?.type !== 'started') return undefined;
  const states = entries.filter(
    (entry) => entry.type === 'started' || entry.type === 'moved' || entry.type === 'upgraded',
  );
  const last = states.at(-1);
  const task = last?.state as Task;
  const times = {
    createdAt: iso(started.atMs),
    updatedAt: iso(last?.atMs ?? started.atMs),
    triggeredAt: proposedAt(entries),
  };
  if (task.at === 'branching' || task.at === 'asking-mode' || task.at === 'asking-model')
    return checkpointOf(task.setup, times);
  if (!isSessionState(task)) return undefined;
  const now = documentOf(task, phaseOf(task), times);
  const found = importedBy(started, entries);
  if (!found) return now;
  // W-21: whether there is git was looked up where the file did not say it, and is stored; version 1 stays as it is.
  const known = found.session.v1 ? {} : { has_git: found.session.job.hasGit };
  return overlaid(
    { ...known, ...found.document },
    documentOf(found.session, found.phase, { ...times, updatedAt: '' }),
    now,
  );
}

interface Times {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly triggeredAt: string | null;
}

const proposedAt = (entries: readonly Entry[]): string | null => {
  const moved = entries.find((entry) => entry.type === 'moved' && (entry.state as Task).at === 'finding-files');
  return moved ? iso(moved.atMs) : null;
};

/** The session that this run goes on with; none when it was a new one, or began afresh. */
function importedBy({ input }: EntryOf<'started'>, entries: readonly Entry[]) {
  const found = 'found' in (input as Input) ? (input as Work).found : null;
  const isFresh = entries.some((entry) => entry.type === 'moved' && (entry.state as Task).at === 'preparing');
  return found && 'document' in found && !isFresh ? found : undefined;
}

/** W-59: enough to find the session again after a crash. */
const checkpointOf = ({ job }: Setup, { createdAt }: Times): StateDocument => ({
  ...Object.fromEntries(fields.map((name) => [name, null])),
  version: '2.0',
  task: job.task,
  cli_flags: flagsOf(job),
  user_lang: job.userLang,
  has_git: job.hasGit,
  docs_path: job.docsPath,
  slug: job.slug,
  created_at: createdAt,
});

const flagsOf = ({ flags }: Session['job']) => ({ verifier_model: flags.verifierModel, output_dir: flags.outputDir });

/** W-68. */
export function documentOf(s: Session, phase: Phase, { createdAt, updatedAt, triggeredAt }: Times): StateDocument {
  const { job } = s;
  return {
    version: '2.0',
    task: job.task,
    mode: s.mode,
    run_style: s.style,
    model_config: s.model,
    cli_flags: flagsOf(job),
    user_lang: job.userLang,
    has_git: job.hasGit,
    repo_name: job.repoName,
    repo_path: job.repoPath,
    phase: s.v1 ? v1Names[phase] : phase,
    round: s.round,
    max_rounds: job.limits.rounds,
    max_files: job.limits.files,
    scope: scopeText(job),
    branch: s.branch,
    lang: job.lang,
    build_cmd: job.commands.build,
    test_cmd: job.commands.test,
    lint_cmd: job.commands.lint,
    type_check_cmd: job.commands.typeCheck,
    verify: {
      layer1_result: s.layer1.result,
      layer1_retries: s.layer1.retries,
      layer2_result: s.layer2.result,
      layer2_retries: s.layer2.retries,
      todo_blocking: s.todoBlocking,
      autofix_attempted: s.attempted,
    },
    autofix:
      s.autofix === null
        ? null
        : {
            last_patch_path: patchFile,
            applied: s.autofix === 'cleared' ? 'applied' : s.autofix,
            triggered_at: triggeredAt,
            ...(s.autofix === 'cleared' ? { cleared: true } : {}),
          },
    docs_path: job.docsPath,
    slug: job.slug,
    conventions: s.conventions,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

const fields = [
  ...['version', 'task', 'mode', 'run_style', 'model_config', 'cli_flags', 'user_lang', 'has_git', 'repo_name'],
  ...['repo_path', 'phase', 'round', 'max_rounds', 'max_files', 'scope', 'branch', 'lang', 'build_cmd', 'test_cmd'],
  ...[
    'lint_cmd',
    'type_check_cmd',
    'verify',
    'autofix',
    'docs_path',
    'slug',
    'conventions',
    'created_at',
    'updated_at',
  ],
];

/** What was there, with what differs between then and now. */
function overlaid(document: StateDocument, then: StateDocument, now: StateDocument): StateDocument {
  const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(then[name]));
  return {
    ...document,
    ...Object.fromEntries(changed.map(([name, value]) => [name, merged(document[name], then[name], value)])),
  };
}

const isRecord = (value: unknown): value is StateDocument =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const merged = (document: unknown, then: unknown, now: unknown): unknown =>
  isRecord(document) && isRecord(then) && isRecord(now) ? overlaid(document, then, now) : now;
