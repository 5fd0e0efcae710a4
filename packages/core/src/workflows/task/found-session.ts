/** Reads a task's state file of any run or version; missing fields get defaults (W-06, W-09, W-15 to W-21). */
import * as z from 'zod';
import { slug as slugOf } from '../../text/slug.ts';
import { isModel, type ModelConfig, type Preset, presetNames, presets } from './models.ts';
import { readPhase, type TaskPhase } from './phase.ts';
import {
  type Autofix,
  type Conventions,
  defaultTaskLimits,
  newTaskSession,
  type Session,
  type TaskJob,
  taskModes,
} from './session.ts';
import type { StateDocument } from './state-document.ts';

export type FoundSession =
  /** A session of another tool; `skill` names it. */
  | { readonly is: 'foreign'; readonly skill: string }
  | { readonly is: 'completed' }
  /** The checkpoint of an interrupted setup: it has a job, but no choices yet. */
  | { readonly is: 'begun'; readonly job: TaskJob; readonly phase: 'plan_ready'; readonly document: StateDocument }
  | { readonly is: 'session'; readonly session: Session; readonly phase: TaskPhase; readonly document: StateDocument };

const text = z.string().catch('');
const textOrNull = z.string().nullable().catch(null);
const optionalText = z.string().nullable().optional().catch(undefined);
const count = z.number().int().min(0).catch(0);
const result = z.enum(['PASS', 'FAIL']).nullable().catch(null);

const verifySchema = z.object({
  layer1_result: result,
  layer1_retries: count,
  layer2_result: result,
  layer2_retries: count,
  todo_blocking: z.boolean().catch(false),
  autofix_attempted: z.boolean().catch(false),
});
const autofixes = ['proposed', 'applied', 'rejected', 'stopped'] as const;

const schema = z.looseObject({
  version: z.string().optional().catch(undefined),
  skill: z.string().optional().catch(undefined),
  task: text,
  slug: text,
  mode: z.enum(taskModes).nullable().catch(null),
  run_style: z.enum(['auto', 'phase', 'step']).catch('auto'),
  model_config: z.record(z.string(), z.unknown()).nullable().catch(null),
  cli_flags: z
    .object({ verifier_model: textOrNull, output_dir: textOrNull })
    .catch({ verifier_model: null, output_dir: null }),
  user_lang: text,
  has_git: z.boolean().optional().catch(undefined),
  repo_name: text,
  repo_path: text,
  phase: z.unknown(),
  round: z.number().int().min(1).catch(1),
  max_rounds: z.number().int().min(1).catch(defaultTaskLimits.rounds),
  max_files: z.number().int().min(1).catch(defaultTaskLimits.files),
  scope: text,
  branch: textOrNull,
  lang: text,
  build_cmd: optionalText,
  test_cmd: optionalText,
  lint_cmd: optionalText,
  type_check_cmd: optionalText,
  verify: verifySchema.partial().nullable().optional().catch(null),
  autofix: z
    .object({ applied: z.enum(autofixes), cleared: z.boolean().optional().catch(undefined) })
    .nullable()
    .catch(null),
  docs_path: text,
  conventions: textOrNull,
});
type ParsedState = z.infer<typeof schema>;

/** `job` supplies the missing values. `undefined` if the document is not a state file. */
export function readTaskSession(document: unknown, job: TaskJob): FoundSession | undefined {
  const read = schema.safeParse(document);
  if (!read.success) return undefined;
  const { skill, phase: named, mode, model_config: config } = read.data;
  if (skill !== undefined && skill !== 'workflow') return { is: 'foreign', skill };
  const isV1 = read.data.version === undefined;
  const stateDocument = document as StateDocument;
  const phase = readPhase(named);
  if (phase === 'completed') return { is: 'completed' };
  // An interrupted setup has no phase yet; a document of version 1 always has one.
  if (phase === undefined || (!isV1 && mode === null && config === null))
    return { is: 'begun', job: checkpointJob(read.data, job), phase: 'plan_ready', document: stateDocument };
  return { is: 'session', session: sessionOf(read.data, jobOf(read.data, job), isV1), phase, document: stateDocument };
}

export interface SessionStatus {
  readonly task: string;
  readonly phase: TaskPhase;
}

/** `undefined` if there is no session of ours to continue. */
export function readSessionStatus(document: unknown): SessionStatus | undefined {
  const read = schema.safeParse(document);
  if (!read.success) return undefined;
  const { skill, task, phase: named } = read.data;
  const phase = readPhase(named) ?? 'plan_ready';
  return (skill !== undefined && skill !== 'workflow') || phase === 'completed' ? undefined : { task, phase };
}

/** Empty if no language is stored. */
export function detectSessionLanguage(found: FoundSession | undefined): string {
  if (found?.is === 'begun') return found.job.userLang;
  return found?.is === 'session' ? found.session.job.userLang : '';
}

/** W-11: stores the language of the latest message; an empty `userLang` changes nothing. */
export function sessionLanguage(found: FoundSession | undefined, userLang: string): FoundSession | undefined {
  if (userLang === '' || userLang === detectSessionLanguage(found)) return found;
  if (found?.is === 'begun') return { ...found, job: { ...found.job, userLang } };
  if (found?.is !== 'session') return found;
  const { session, document } = found;
  const stored = 'user_lang' in document ? { ...document, user_lang: userLang } : document;
  return { ...found, session: { ...session, job: { ...session.job, userLang } }, document: stored };
}

/** The fields of a checkpoint (W-59); the others come from `here`. */
function checkpointJob(read: ParsedState, here: TaskJob): TaskJob {
  // W-09: an old document has no slug. Derive one from its docs path or task; it names a branch, so normalise it (W-23).
  const task = read.task === '' ? here.task : read.task;
  const slug = slugOf(read.slug || slugIn(read.docs_path) || task);
  const verifier = read.cli_flags.verifier_model;
  return {
    ...here,
    task,
    slug,
    docsPath: read.docs_path === '' ? `docs/harness/${slug}/` : read.docs_path,
    flags: { verifierModel: verifier && isModel(verifier) ? verifier : null, outputDir: read.cli_flags.output_dir },
    userLang: read.user_lang === '' ? here.userLang : read.user_lang,
    hasGit: (read.has_git ?? true) && here.hasGit, // git may be gone since
  };
}

function jobOf(read: ParsedState, here: TaskJob): TaskJob {
  return {
    ...checkpointJob(read, here),
    scope: read.scope === '' || read.scope === '(no limit)' ? [] : read.scope.split(',').map((part) => part.trim()),
    lang: read.lang === '' ? here.lang : read.lang,
    commands: commandsOf(read, here),
    limits: { ...here.limits, rounds: read.max_rounds, files: read.max_files },
  };
}

const slugIn = (docsPath: string) =>
  docsPath
    .split('/')
    .filter((part) => part !== '')
    .at(-1) ?? '';

/** `null` in the document means none and is kept; a missing command comes from the checkout. Version 1 has only two. */
function commandsOf(read: ParsedState, { commands }: TaskJob): TaskJob['commands'] {
  const orDetected = (stored: string | null | undefined, detected: string | null) =>
    stored === undefined ? detected : stored;
  const isV1 = read.version === undefined;
  return {
    build: orDetected(read.build_cmd, commands.build),
    test: orDetected(read.test_cmd, commands.test),
    lint: orDetected(read.lint_cmd, isV1 ? null : commands.lint),
    typeCheck: orDetected(read.type_check_cmd, isV1 ? null : commands.typeCheck),
  };
}

function sessionOf(read: ParsedState, job: TaskJob, isV1: boolean): Session {
  const { verify, autofix, conventions } = read;
  const is: Autofix = autofix === null ? null : autofix.cleared === true ? 'cleared' : autofix.applied;
  return {
    ...newTaskSession({
      job,
      style: isV1 ? 'auto' : read.run_style,
      mode: read.mode ?? 'single',
      model: modelOf(read.model_config),
      branch: read.branch,
      base: null,
      foreign: [],
      manifest: null,
    }),
    v1: isV1 ? { verify: verify !== undefined && verify !== null } : null,
    round: read.round,
    layer1: {
      result: verify?.layer1_result ?? null,
      retries: Math.min(verify?.layer1_retries ?? 0, defaultTaskLimits.layer1),
    },
    layer2: {
      result: verify?.layer2_result ?? null,
      retries: Math.min(verify?.layer2_retries ?? 0, defaultTaskLimits.layer2),
    },
    todoBlocking: verify?.todo_blocking ?? false,
    autofix: is,
    // I1 holds for our own files; in other files the patch status decides.
    attempted: is !== null && is !== 'proposed',
    conventions: conventionsOf(conventions),
  };
}

const conventionsOf = (value: string | null): Conventions =>
  value === 'skipped' || value?.startsWith('file:') ? (value as Conventions) : null;

/** W-19; a missing verifier is haiku (W-09). */
function modelOf(config: Readonly<Record<string, unknown>> | null): ModelConfig {
  const modelAt = (name: string) => {
    const value = config?.[name];
    return typeof value === 'string' && isModel(value) ? value : undefined;
  };
  const verifier = modelAt('verifier') ?? 'haiku';
  const preset = config?.['preset'];
  if (preset === 'default' || config === null) return { preset: 'default', verifier };
  const known = presetNames.find((name): name is Exclude<Preset, 'default'> => name === preset && name !== 'default');
  const base = presets[known ?? 'balanced'];
  return {
    preset: known ?? 'custom',
    executor: modelAt('executor') ?? base.executor,
    advisor: modelAt('advisor') ?? base.advisor,
    evaluator: modelAt('evaluator') ?? base.evaluator,
    verifier,
  };
}
