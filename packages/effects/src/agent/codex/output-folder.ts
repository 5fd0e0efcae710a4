/**
 * Collects the output file of a read-only role. The program's sandbox can allow folders but no single file, so the
 * agent writes it to a folder of the call, and the harness moves it to its place after the call.
 */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readBytes, writeFileWhole } from '../../checkout/file.ts';
import type { AgentRequest } from '../provider.ts';

export interface OutputFolder {
  /** The prompt, with the path where the agent must write the file. */
  readonly prompt: string;
  collect(): Promise<void>;
}

/** Returns `undefined` unless the role is read-only and has an output file. */
export async function openOutputFolder(
  { mode, output, cwd, prompt }: Pick<AgentRequest, 'mode' | 'output' | 'cwd' | 'prompt'>,
  temporary: string,
): Promise<OutputFolder | undefined> {
  if (output === undefined || mode !== 'review') return undefined;
  const folder = join(temporary, 'output');
  await mkdir(folder);
  const name = basename(output);
  const instructions = [
    'Your working folder is read-only in this session.',
    `Write the file \`${output}\` to \`${join(folder, name)}\` instead, with a command. The harness then moves it to its place.`,
  ].join('\n');
  return {
    prompt: `${prompt}\n\n${instructions}`,
    async collect() {
      const bytes = await readBytes(folder, name);
      if (bytes !== null) await writeFileWhole(cwd, output, bytes);
    },
  };
}
