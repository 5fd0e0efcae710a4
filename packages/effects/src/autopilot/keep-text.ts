/**
 * Keeps a text of a session in the folder of its first run. A phase and its work are runs of their own, and each reads what
 * another one kept: the path leads from the folder of any of these runs to the first one.
 */
import { basename } from 'node:path';
import type { Artifact } from '@harness/core/journal/artifact';
import { writeArtifact } from '../artifact/store.ts';
import type { AutopilotContext } from './context.ts';

export async function keepText(
  { runFolder, key }: Pick<AutopilotContext, 'runFolder' | 'key'>,
  name: string,
  text: string | Uint8Array,
): Promise<Artifact> {
  const artifact = await writeArtifact(runFolder, `${key}.${name}`, text);
  return { ...artifact, path: `../${basename(runFolder)}/${artifact.path}` };
}
