/** Shows a competition in `.harness/competition-<feature>.json`, from its journal and the journals of its lanes (MO-28). */
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import {
  createManifest,
  type Manifest,
  manifestFile,
  updateManifest,
  updateManifestLane,
} from '@harness/core/mission/manifest';
import type { Competition, CompetitionJob } from '@harness/core/workflows/mission/competition/job';
import type { LaneJob, LaneState } from '@harness/core/workflows/mission/lane/job';
import { createView, replaceView, type ViewFile } from '../../run/view-file.ts';

export function createManifestFiles(root: string): ViewFile {
  const manifests = new Map<string, Manifest>();
  /** The competition and name of each lane, by its run. */
  const lanes = new Map<string, { readonly competition: string; readonly name: string }>();

  /** Returns the competition that the entry changes; null if it changes none. */
  const learn = (run: string, entry: Entry): string | null => {
    if (entry.type === 'started') return learnStart(run, entry);
    if (entry.type !== 'moved') return null;
    const lane = lanes.get(run);
    const competition = lane?.competition ?? run;
    const manifest = manifests.get(competition);
    if (manifest === undefined) return null;
    const moved = lane
      ? updateManifestLane(manifest, lane.name, entry.state as LaneState)
      : updateManifest(manifest, entry.state as Competition);
    manifests.set(competition, moved);
    return competition;
  };

  const learnStart = (run: string, { machine, input }: Extract<Entry, { type: 'started' }>): string | null => {
    if (machine === 'competition') {
      manifests.set(run, createManifest(input as CompetitionJob));
      return run;
    }
    const competition = [...manifests.keys()].find((id) => run.startsWith(`${id}.`));
    const { lane: name } = machine === 'lane' ? (input as LaneJob) : {};
    if (competition === undefined || name === undefined) return null;
    lanes.set(run, { competition, name });
    return null;
  };

  return createView(learn, (_run, _entry, competition) => {
    const manifest = competition === null ? undefined : manifests.get(competition);
    if (manifest)
      replaceView(join(root, '.harness', manifestFile(manifest.feature)), `${JSON.stringify(manifest, null, 2)}\n`);
  });
}
