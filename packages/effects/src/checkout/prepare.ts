/** Creates the folders of a session (W-58), places its conventions (W-77, W-83), and records all files without git. */
import { mkdir, readFile } from 'node:fs/promises';
import { liveConventions } from '@harness/core/checkout/session-files';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { writeArtifact } from '../artifact/store.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import type { CheckoutContext } from './context.ts';
import { resolveInside, writeFileWhole } from './file.ts';
import { linesIn } from './lines.ts';
import { manifestOf, writeManifest } from './manifest.ts';

const folders = ['.harness/planner', '.harness/generator'];

export async function performPrepareSession(
  { repo, runFolder, key }: CheckoutContext,
  { docsPath, hasGit }: { docsPath: string; hasGit: boolean },
): Promise<Outcome<{ manifest: Artifact | null }>> {
  const paths = [...folders, docsPath].map((path) => resolveInside(repo, path)); // validates all before creating one
  for (const path of paths) await refuseUnwritable(path, () => mkdir(path, { recursive: true }));
  if (hasGit) return ok({ manifest: null });
  const manifest = writeManifest(await manifestOf(repo, docsPath));
  return ok({ manifest: await writeArtifact(runFolder, `${key}.manifest.jsonl`, manifest) });
}

export async function performPlaceConventions(
  { repo }: CheckoutContext,
  { from }: { from: string },
): Promise<Outcome<{ lines: number }>> {
  const text = await readFile(resolveInside(repo, from), 'utf8');
  await writeFileWhole(repo, liveConventions, text);
  return ok({ lines: linesIn(text) });
}
