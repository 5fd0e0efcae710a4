/**
 * The one file of a role that only reads. The program's own sandbox lets folders through and breaks on a file, so the agent
 * drops it in a folder of the call, and it is put in its place when the call is over.
 */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readBytes, writeFileWhole } from '../../checkout/file.ts';
import type { AgentRequest } from '../provider.ts';

export interface OutputFolder {
  /** The prompt, with the word where the file is to be dropped. */
  readonly prompt: string;
  collect(): Promise<void>;
}

/** Nothing for a role that works, or has no file, or is in a box that lets the file through. */
export async function openOutputFolder(
  { mode, output, cwd, prompt }: Pick<AgentRequest, 'mode' | 'output' | 'cwd' | 'prompt'>,
  temporary: string,
): Promise<OutputFolder | undefined> {
  if (output === undefined || mode !== 'review') return undefined;
  const folder = join(temporary, 'output');
  await mkdir(folder);
  const name = basename(output);
  const told = [
    'This folder can only be read in this session.',
    `Write the file \`${output}\` to \`${join(folder, name)}\` instead, with a command; it is put in its place afterwards.`,
  ].join('\n');
  return {
    prompt: `${prompt}\n\n${told}`,
    async collect() {
      const bytes = await readBytes(folder, name);
      if (bytes !== null) await writeFileWhole(cwd, output, bytes);
    },
  };
}
