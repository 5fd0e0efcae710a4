/** Runs one hook in the box of a check, in its clean room, with a git folder that it may write. */
import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { interpreterOf } from '@harness/core/commit-hooks/interpreter';
import type { PerformContext } from '@harness/core/effects/performer';
import type { Artifact } from '@harness/core/journal/artifact';
import { shellQuote } from '@harness/core/text/shell-quote';
import { describeArtifact, writeArtifact } from '../artifact/store.ts';
import { type CommandOptions, type FinishedRun, runCommand } from '../check/run-command.ts';
import { findProgram } from '../process/find.ts';
import { StartError } from '../process/start-command.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { CommitHook } from './find-hooks.ts';

export interface HookRun {
  /** Root of the clean room. */
  readonly root: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly context: PerformContext<AbortSignal>;
  readonly options: CommandOptions;
}

export interface FinishedHook {
  readonly isGreen: boolean;
  /** Whether it ended by itself: only then its files can be of use. */
  readonly isEnded: boolean;
  /** Path of its log in the folder of the run; `null` if it did not start. */
  readonly log: string | null;
  /** Why it is red; empty if it is green. */
  readonly reason: string;
}

/** The box of a check shows the git folder of a room read-only: a hook stages files and writes objects. */
export const hookLayers = (root: string) => [{ sight: 'write', path: join(root, '.git') } as const];

export async function runHook(hook: CommitHook, args: readonly string[], run: HookRun): Promise<FinishedHook> {
  const { root, variables, timeoutMs, context, options } = run;
  const finished = await runCommand(
    {
      command: `exec ${[hook.path, ...args].map(shellQuote).join(' ')}`,
      folder: root,
      room: root,
      cwd: '.',
      timeoutMs,
      logStem: `${context.key}.${hook.name}`,
      more: hookLayers(root),
      variables: async () => ({ ...variables }),
    },
    context,
    options,
  );
  if (finished instanceof StartError)
    return {
      isGreen: false,
      isEnded: false,
      log: null,
      reason: `The hook ${hook.name} could not start: ${finished.message}`,
    };
  const isGreen = finished.exitCode === 0 && !finished.isLate;
  const reason = isGreen ? '' : redReason(hook, finished, run);
  return { isGreen, isEnded: !finished.isLate && finished.exitCode !== null, log: finished.log, reason };
}

function redReason(
  { name, text }: CommitHook,
  { exitCode, isLate }: FinishedRun,
  { timeoutMs, options }: HookRun,
): string {
  if (isLate) return `The hook ${name} did not end within ${timeoutMs / 1000} s and was stopped.`;
  if (exitCode === null) return `The hook ${name} was ended by a signal.`;
  const program = interpreterOf(text);
  const { PATH } = options.environment ?? process.env;
  const isMissing = program !== null && !(isAbsolute(program) ? existsSync(program) : findProgram(program, PATH));
  if (isMissing && exitCode >= 126) return `The hook ${name} could not start: its interpreter ${program} is missing.`;
  return `The hook ${name} ended with exit code ${exitCode}.`;
}

/** The output of a red hook, followed by the reason. */
export async function hookLog(
  runFolder: string,
  { key, log, lines }: { readonly key: string; readonly log: string | null; readonly lines: readonly string[] },
): Promise<Artifact> {
  const text = lines.map((line) => `${line}\n`).join('');
  if (log === null) return writeArtifact(runFolder, `${key}.hook.log`, text);
  await appendFile(join(runFolder, log), ownRedactor().text(`\n${text}`));
  return describeArtifact(runFolder, log);
}
