/** Asks a person for one line of text before a run begins. */
import { createInterface } from 'node:readline/promises';
import { printable } from './printable.ts';
import type { Output } from './screen.ts';

/** `undefined` if no person is attached, or if the person left. */
export async function askText(
  question: string,
  { isTerminal, isPlain, noInput, json }: Output,
): Promise<string | undefined> {
  if (!isTerminal || noInput || json) return undefined;
  if (isPlain) return askLine(question);
  const { text, isCancel } = await import('@clack/prompts');
  const typed = await text({ message: printable(question) });
  return isCancel(typed) ? undefined : (typed ?? '').trim();
}

async function askLine(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
  const left = new AbortController();
  lines.on('SIGINT', () => left.abort()).on('close', () => left.abort());
  try {
    return (await lines.question(`${printable(question)} `, { signal: left.signal })).trim();
  } catch (error) {
    if (!left.signal.aborted) throw error;
    return undefined;
  } finally {
    lines.close();
  }
}
