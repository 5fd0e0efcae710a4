/** Closes a phase: records the measures of its code, syncs the roadmap, and clears its scratchpad. */

import type { closePhase } from '@harness/core/effects/autopilot';
import type { ArgsOf, ValueOf } from '@harness/core/effects/operation';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { roadmapFile } from '@harness/core/roadmap/roadmap';
import { sessionFolder } from '@harness/core/sessions/slug';
import { addSnapshot, readMeasures } from '@harness/core/timeline/snapshot';
import { timelineFile } from '@harness/core/timeline/timeline';
import { writeFileWhole } from '../checkout/file.ts';
import { containLink } from '../contained-path.ts';
import { readDocument } from '../documents/read-document.ts';
import { removeFolder } from '../file/file-system.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { gitOrThrow } from '../git/command.ts';
import { listTreeFiles } from '../inspect/tree-files.ts';
import { syncRoadmapFile } from '../roadmap/sync.ts';
import type { AutopilotContext } from './context.ts';
import { readKnownGraph } from './known-graph.ts';

type Args = ArgsOf<typeof closePhase>;

export async function performClosePhase(
  work: AutopilotContext,
  args: Args,
): Promise<Outcome<ValueOf<typeof closePhase>>> {
  if (!args.isSkipped) await recordMeasures(work, args);
  const roadmap = await syncRoadmap(work.repo);
  await clearScratchpad(work.repo, args);
  return ok({ roadmap });
}

/** A timeline that cannot be used stays as it is. */
async function recordMeasures(work: AutopilotContext, { slug, phase }: Args): Promise<void> {
  const { repo } = work;
  const file = readDocument(repo, timelineFile);
  const graph = await readKnownGraph(work);
  if (graph === null || (file.is !== 'text' && file.is !== 'missing')) return;
  const commitHash = await gitOrThrow(repo, ['rev-parse', 'HEAD']);
  const { modules } = await listTreeFiles(repo, commitHash);
  const text = addSnapshot(file.is === 'text' ? file.text : null, {
    capturedAt: new Date().toISOString(),
    commitHash,
    session: slug,
    phase: phase.n,
    metrics: readMeasures(
      graph,
      modules.map(({ bytes }) => bytes),
    ),
  });
  if (text !== null) await writeFileWhole(repo, timelineFile, text);
}

async function syncRoadmap(repo: string): Promise<'synced' | 'unchanged' | 'none'> {
  if (readDocument(repo, roadmapFile).is !== 'text') return 'none';
  const { changed } = await syncRoadmapFile(repo, new Date());
  return changed.length > 0 ? 'synced' : 'unchanged';
}

/** The executor writes there: a link in its place is removed, and its target stays. */
async function clearScratchpad(repo: string, { slug, phase }: Args): Promise<void> {
  const folder = `${sessionFolder(slug)}scratchpad`;
  const own = containLink(repo, `${folder}/${phase.n}`);
  const contained = own.ok ? own : containLink(repo, folder);
  if (contained.ok) await refuseUnwritable(contained.path, () => removeFolder(contained.path));
}
