/**
 * `harness issues stop-hook`: lets the agent of a conversation go on with the next issue, or end (contracts, Stop hook).
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
import { printableLines } from '../../render/printable.ts';
import { findRepositoryRoot } from '../../repository/repository.ts';
import { readLoopFile } from './loop-file.ts';

export async function run({ options }: Pick<Invocation, 'options'>): Promise<number> {
  const startedAtMs = Date.now();
  const language = options['lang'] as string | undefined;
  const warn = (text: string) => void process.stderr.write(`harness issues stop-hook: ${printableLines(text)}\n`);
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
    const length = readSync(0, part, 0, part.length, null);
    if (length === 0) return Buffer.concat(parts).toString('utf8');
    parts.push(part.subarray(0, length));
  }
}
