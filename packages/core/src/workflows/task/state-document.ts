/** Writes the document of a session: all fields of W-68, the checkpoint of W-59, and updates of older documents. */

import { patchFile } from '../../checkout/patch.ts';
import { configOf } from './models.ts';
import { type TaskPhase, v1Names } from './phase.ts';
import { newTaskSession, type Session, taskScopeText } from './session.ts';
import type { SessionSetup } from './state.ts';

export type StateDocument = Readonly<Record<string, unknown>>;

export interface DocumentTimes {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly triggeredAt: string | null;
}

const checkpointFields = ['version', 'task', 'cli_flags', 'user_lang', 'has_git', 'docs_path', 'slug', 'created_at'];

/** W-59: enough to find the session after a crash. The other fields are `null`, because nothing is chosen yet. */
export function checkpointOf({ job, style }: SessionSetup, times: DocumentTimes): StateDocument {
  const unchosen = { mode: 'single', model: configOf('default', 'haiku'), branch: null, base: null } as const;
  const document = documentOf(
    newTaskSession({ job, style, ...unchosen, foreign: [], manifest: null }),
    'plan_ready',
    times,
  );
  const fieldOf = (name: string) => (checkpointFields.includes(name) ? document[name] : null);
  return Object.fromEntries(Object.keys(document).map((name) => [name, fieldOf(name)]));
}

/** W-68. */
export function documentOf(
  s: Session,
  phase: TaskPhase,
  { createdAt, updatedAt, triggeredAt }: DocumentTimes,
): StateDocument {
  const { job } = s;
  return {
    version: '2.0',
    task: job.task,
    mode: s.mode,
    run_style: s.style,
    model_config: s.model,
    cli_flags: { verifier_model: job.flags.verifierModel, output_dir: job.flags.outputDir },
    user_lang: job.userLang,
    has_git: job.hasGit,
    repo_name: job.repoName,
    repo_path: job.repoPath,
    phase: s.v1 ? v1Names[phase] : phase,
    round: s.round,
    max_rounds: job.limits.rounds,
    max_files: job.limits.files,
    scope: taskScopeText(job),
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

export function overlayDocument(document: StateDocument, then: StateDocument, now: StateDocument): StateDocument {
  const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(then[name]));
  return {
    ...document,
    ...Object.fromEntries(changed.map(([name, value]) => [name, mergeValue(document[name], then[name], value)])),
  };
}

const isRecord = (value: unknown): value is StateDocument =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mergeValue = (document: unknown, then: unknown, now: unknown): unknown =>
  isRecord(document) && isRecord(then) && isRecord(now) ? overlayDocument(document, then, now) : now;
