/** Where the folders of runs are: among the runs, or in the archive beside them. Both are looked into, the runs first. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, onDisk } from './folder.ts';

export interface Place {
  readonly run: string;
  readonly path: string;
}

export interface Places {
  folder(run: string): string;
  journal(run: string): string;
  /** The names of all folders that may be runs. */
  living(): readonly string[];
  archived(): readonly string[];
  /** Every journal there may be, by its path: a list of a thousand runs must not look for each twice. */
  journals(of: { readonly archived: boolean }): readonly Place[];
  /** The file beside both where the summaries of ended runs are gathered. */
  readonly summaries: string;
  /** Moves a folder into the archive, whole: a crash leaves it in one place or the other. */
  archive(run: string): void;
}

export function placesIn(runsFolder: string): Places {
  const archiveFolder = join(dirname(runsFolder), 'archive');
  const folder = (run: string) => {
    const living = join(runsFolder, run);
    const archived = join(archiveFolder, run);
    return !existsSync(living) && existsSync(archived) ? archived : living;
  };
  const journalsIn = (path: string) => names(path).map((run) => ({ run, path: `${path}/${run}/journal.jsonl` }));
  const names = (path: string) =>
    (existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []).flatMap((one) =>
      one.isDirectory() ? [one.name] : [],
    );
  return {
    folder,
    journal: (run) => join(folder(run), 'journal.jsonl'),
    living: () => names(runsFolder),
    archived: () => names(archiveFolder),
    journals: ({ archived }) => [...journalsIn(runsFolder), ...(archived ? journalsIn(archiveFolder) : [])],
    summaries: join(dirname(runsFolder), 'summaries.json'),
    archive(run) {
      makeFolder(archiveFolder);
      onDisk(archiveFolder, () => renameSync(join(runsFolder, run), join(archiveFolder, run)));
    },
  };
}
