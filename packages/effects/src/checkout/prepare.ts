/** Makes the folders of a session (W-58). Without git it also writes down what is there, for a later look. */
import { mkdir } from 'node:fs/promises';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { writeArtifact } from '../artifact/store.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import type { CheckoutContext } from './context.ts';
import { resolveInside } from './file.ts';
import { manifestOf, writeManifest } from './manifest.ts';

const folders = ['.harness/planner', '.harness/generator'];

export async function prepareSession(
  { repo, runFolder, key }: CheckoutContext,
  { docsPath, hasGit }: { docsPath: string; hasGit: boolean },
): Promise<Outcome<{ manifest: Artifact | null }>> {
  const places = [...folders, docsPath].map((path) => resolveInside(repo, path)); // all of them before any is made
  for (const place of places) await refuseUnwritable(place, () => mkdir(place, { recursive: true }));
  if (hasGit) return ok({ manifest: null });
  const manifest = writeManifest(await manifestOf(repo, docsPath));
  return ok({ manifest: await writeArtifact(runFolder, `${key}.manifest.jsonl`, manifest) });
}
