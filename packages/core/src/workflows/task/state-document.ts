/** Writes the document of a session: all fields of W-68, the checkpoint of W-59, and updates of older documents. */

import { patchFile } from '../../checkout/patch.ts';
import { type TaskPhase, v1Names } from './phase.ts';
import { type Session, scopeText } from './session.ts';
import type { SessionSetup } from './state.ts';

export type StateDocument = Readonly<Record<string, unknown>>;

export interface Times {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly triggeredAt: string | null;
}

/** W-59: enough to find the session after a crash. */
export const checkpointOf = ({ job }: SessionSetup, { createdAt }: Times): StateDocument => ({
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
export function documentOf(s: Session, phase: TaskPhase, { createdAt, updatedAt, triggeredAt }: Times): StateDocument {
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
  'version',
  'task',
  'mode',
  'run_style',
  'model_config',
  'cli_flags',
  'user_lang',
  'has_git',
  'repo_name',
  'repo_path',
  'phase',
  'round',
  'max_rounds',
  'max_files',
  'scope',
  'branch',
  'lang',
  'build_cmd',
  'test_cmd',
  'lint_cmd',
  'type_check_cmd',
  'verify',
  'autofix',
  'docs_path',
  'slug',
  'conventions',
  'created_at',
  'updated_at',
];

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
