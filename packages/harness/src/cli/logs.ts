/** `harness logs <run>`: prints the journal in readable form, one line per event. */
import { logDocument } from '../control/documents.ts';
import { printResult } from '../render/screen.ts';
import { openRepository } from '../runs/folder.ts';
import type { Invocation } from './command.ts';

export async function run({ args: [name = ''], options, output }: Invocation): Promise<number> {
  const document = await logDocument(openRepository(options).store, name, output.language);
  return printResult(output, document, () => document.lines.map((line) => `${line}\n`).join(''));
}
