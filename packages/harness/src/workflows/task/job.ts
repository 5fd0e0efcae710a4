/** Creates the job of a task from its flags, the configuration and detected commands (W-53 to W-57, W-170, WO-21). */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '@harness/core/config/schema';
import { slug } from '@harness/core/text/slug';
import { defaultTaskLimits, type TaskJob } from '@harness/core/workflows/task/session';
import { detectRepositoryChecks } from '../../settings/checks.ts';
import { trustSettings } from '../../settings/trust.ts';
import type { TaskFlags } from './flags.ts';
import type { TaskFolder } from './folder.ts';

export interface TaskJobRequest {
  readonly text: string;
  readonly flags: TaskFlags;
  readonly folder: TaskFolder;
  readonly config: Config;
  readonly language: string;
}

export function createTaskJob({ text, flags, folder, config, language }: TaskJobRequest): TaskJob {
  const { root, hasGit } = folder;
  const name = nameOf(text);
  const found = detectRepositoryChecks(root);
  const { checks } = config;
  const pick = (flag: string | undefined, configured: string | null | undefined, otherwise: string | null) =>
    flag ?? (configured === undefined ? otherwise : configured);
  const commands = {
    build: pick(undefined, checks.build, found.build),
    test: pick(undefined, checks.test, found.test),
    lint: withScope(pick(flags.lint, checks.lint, found.lint), flags.scope),
    typeCheck: pick(flags.typeCheck, checks.typecheck, found.typecheck),
  };
  const trust = trustSettings(config, {
    checks: Object.values(commands).filter((command) => command !== null),
    ...commitMissing(folder),
  });
  return {
    task: text,
    slug: name,
    docsPath: docsPathOf(root, flags.outputDir, name),
    flags: { verifierModel: flags.verifierModel, outputDir: flags.outputDir },
    userLang: language === '' ? 'en' : language,
    ...(config.language === undefined ? {} : { keepsLanguage: true }),
    hasGit,
    repoName: basename(root),
    repoPath: root,
    scope: flags.scope,
    lang: found.language,
    commands,
    checkTimeoutMs: checks.timeoutMs,
    // a check on the command line may be the task itself
    baseline: [
      'build',
      'test',
      ...(flags.lint ? [] : ['lint' as const]),
      ...(flags.typeCheck ? [] : ['typeCheck' as const]),
    ],
    testFiles: checks.testFiles,
    ...(hasGit ? { savesChange: true, ...trust } : {}),
    keepsUserFiles: true,
    comparesSpec: true,
    limits: { ...defaultTaskLimits, files: flags.maxFiles ?? defaultTaskLimits.files },
  };
}

/** Acceptance tests are written for a commit, without which they must fail. */
const commitMissing = ({ hasGit, hasCommit }: TaskFolder) =>
  hasCommit ? {} : { withoutCommit: hasGit ? 'git commit --allow-empty --message=Start' : 'git init' };

/** `memory` holds the notes of a team, so a task of that name gets another slug. */
const nameOf = (text: string) => (slug(text) === 'memory' ? 'memory-task' : slug(text));

/** Replaces `{scope}`, as in `pylint {scope}`, by the paths in scope or by `.`. */
export const withScope = (command: string | null, scope: readonly string[]) =>
  command?.replaceAll('{scope}', scope.length === 0 ? '.' : scope.map((path) => `'${path}'`).join(' ')) ?? null;

const notes = ['qa_notes.md', 'critic_findings.md', 'conventions.md'];

/** A folder that a spec session already uses is the docs folder: no slug is added (WO-21). */
function docsPathOf(root: string, outputDir: string | null, name: string): string {
  if (outputDir === null) return `docs/harness/${name}/`;
  const isSession =
    /^docs\/harness\/[^/]+$/.test(outputDir) || notes.some((note) => existsSync(join(root, outputDir, note)));
  return isSession ? `${outputDir}/` : `${outputDir}/${name}/`;
}
