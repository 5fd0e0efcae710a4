/** Gives tests of commit hooks a group in a repository with hooks. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HookReport } from '@harness/core/effects/issues';
import { readArtifact } from '../artifact/store.ts';
import { performRunCommitHooks } from './run-commit-hooks.ts';
import { answerOf, type IssueScratch, issueScratch } from './scratch.ts';

export const groupMessage =
  'feat: x\n\nIssue: ABC-1\nChange-Group: 1/1\n\nCo-Authored-By: claude x <noreply@harness.invalid>';

interface HookRequest {
  readonly files?: readonly string[];
  readonly timeoutMs?: number;
  readonly message?: string;
  readonly interrupted?: boolean;
  /** Edits of a person after the files were saved. */
  meanwhile?(): void;
}

/** Saves the checkout and runs the hooks; adds the saved commit, and the log of a red report. */
export async function runHooks(repo: IssueScratch, { interrupted, meanwhile, ...given }: HookRequest = {}) {
  const lane = { ...repo.lane, base: repo.git('rev-parse', 'HEAD') };
  const checkpoint = await repo.save();
  meanwhile?.();
  const context = repo.contextOf('4/hooks', interrupted);
  const args = { lane, checkpoint, message: groupMessage, files: ['src/**'], timeoutMs: 60_000, ...given };
  const found = await answerOf<HookReport>(repo, () => performRunCommitHooks(context, args));
  if (typeof found === 'string') throw new Error(found);
  const log = found.is === 'red' ? readArtifact(context.runFolder, found.log, 100_000) : '';
  return { ...found, given: checkpoint, log };
}

/** Throws the log of a red report. */
export async function greenHooks(repo: IssueScratch, given: HookRequest = {}) {
  const report = await runHooks(repo, given);
  if (report.is !== 'green') throw new Error(`${report.is}: ${report.log}`);
  return report;
}

export function writeProgram(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** A group that changed `src/main.ts`, in a repository with these hooks in its git folder. */
export function groupWithHooks(hooks: Readonly<Record<string, string>> = {}): IssueScratch {
  const repo = issueScratch();
  for (const [name, text] of Object.entries(hooks))
    writeProgram(join(repo.root, '.git/hooks', name), `#!/bin/sh\n${text}\n`);
  repo.write('src/main.ts', 'group\n');
  return repo;
}

/** Commits files into the tree below the group, and makes git use the hooks in one of their folders. */
export function withTreeHooks(
  repo: IssueScratch,
  hooksPath: string,
  files: Readonly<Record<string, string>>,
): IssueScratch {
  repo.git('stash', '--quiet');
  for (const [path, text] of Object.entries(files)) writeProgram(join(repo.root, path), text);
  repo.git('add', '.');
  repo.git('commit', '--quiet', '--message=hooks');
  repo.git('config', 'core.hooksPath', hooksPath);
  repo.git('stash', 'pop', '--quiet');
  return repo;
}
