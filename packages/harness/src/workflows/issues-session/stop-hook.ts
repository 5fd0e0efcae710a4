/**
 * `harness issues stop-hook`: sends the agent of a conversation to the next issue, or lets it end (contracts, Stop hook).
 *
 *   H1. It always exits 0: any other code would mean something else to the program that called it.
 *   H2. Without an active loop it prints nothing, and loads no more than this file.
 */
import { readSync } from 'node:fs';
import { languageOf } from '@harness/core/codes';
import { Refusal } from '@harness/core/failure/refusal';
import { type HookInput, readHookInput } from '@harness/core/issue-loop/hook-input';
import { mayBeActive } from '@harness/core/issue-loop/signal';
import { en } from '@harness/core/workflows/issues-session/en';
import { ko } from '@harness/core/workflows/issues-session/ko';
import type { Invocation } from '../../cli/command.ts';
import { complainAtExit } from '../../cli/output.ts';
import { findRepositoryRoot } from '../../repository/repository.ts';
import { readLoopFile } from './loop-file.ts';

export async function run({ options }: Pick<Invocation, 'options'>): Promise<number> {
  const startedAtMs = Math.floor(performance.timeOrigin); // of the process
  const language = options['lang'] as string | undefined;
  const warn = (text: string) => complainAtExit(`harness issues stop-hook: ${text}\n`);
  try {
    const input = readHookInput(readStandardInput());
    const root = rootOf(options, input);
    const file = root === undefined ? undefined : readLoopFile(root);
    if (root === undefined || file?.is !== 'text' || !mayBeActive(file.text)) return 0;
    const { sentences } = languageOf(language) === 'ko' ? ko : en;
    const { leadSession } = await import('./lead-session.ts');
    await leadSession({ root, input, startedAtMs, sentences, warn }, file.text);
  } catch (error) {
    warn(error instanceof Refusal ? await refusalText(error, language) : String((error as Error).message));
  }
  return 0;
}

async function refusalText(refusal: Refusal, language: string | undefined): Promise<string> {
  const { refusalWords } = await import('../../render/refusal-words.ts');
  return refusalWords(refusal, language).message;
}

/** `undefined` outside a repository. */
function rootOf(options: Invocation['options'], input: HookInput | null): string | undefined {
  const folder = (options['repo'] as string | undefined) ?? input?.cwd ?? (process.env['HARNESS_TARGET_REPO'] || '.');
  try {
    return findRepositoryRoot(folder);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function readStandardInput(): string {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.allocUnsafe(64 * 1024);
    const length = readPart(part);
    if (length === 0) return Buffer.concat(parts).toString('utf8');
    if (length !== null) parts.push(part.subarray(0, length));
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}

/** `null` if a caller that does not block has written nothing yet. */
function readPart(part: Buffer): number | null {
  try {
    return readSync(0, part, 0, part.length, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    return null;
  }
}
