/**
 * Keeps a text for a run, its parent and its children, such as a phase of a session. Each reads what another one kept: the
 * path leads from the folder of any of these runs to the one that has the text.
 */
import { basename } from 'node:path';
import type { Artifact } from '@harness/core/journal/artifact';
import { writeArtifact } from './store.ts';

export async function keepText(
  { runFolder, key }: { readonly runFolder: string; readonly key: string },
  name: string,
  text: string | Uint8Array,
): Promise<Artifact> {
  const artifact = await writeArtifact(runFolder, `${key}.${name}`, text);
  return { ...artifact, path: `../${basename(runFolder)}/${artifact.path}` };
}
