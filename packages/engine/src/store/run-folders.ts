/** Locates the folders of runs: among the runs first, then in the archive. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFolder, refuseUnwritableSync } from './durable-file.ts';

export interface RunFolder {
  readonly run: string;
  readonly path: string;
}

export interface RunFolders {
  folder(run: string): string;
  journal(run: string): string;
  /** Both possible paths of its journal, in search order. */
  journalOf(run: string): readonly string[];
  living(): readonly string[];
  archived(): readonly string[];
  isArchived(run: string): boolean;
  /** All possible journals, the archive last: a run archived at the same time may appear twice, but is never missed. */
  journals(): Iterable<RunFolder>;
  readonly summaries: string;
  /** Moves a folder into the archive in one step: after a crash it is in one place or the other. */
  archive(run: string): void;
}

export function createRunFolders(runsFolder: string): RunFolders {
  const archiveFolder = join(dirname(runsFolder), 'archive');
  const isArchived = (run: string) => !existsSync(join(runsFolder, run)) && existsSync(join(archiveFolder, run));
  const folder = (run: string) => join(isArchived(run) ? archiveFolder : runsFolder, run);
  return {
    folder,
    journal: (run) => join(folder(run), journal),
    journalOf: (run) => [join(runsFolder, run, journal), join(archiveFolder, run, journal)],
    living: () => foldersIn(runsFolder),
    archived: () => foldersIn(archiveFolder),
    isArchived,
    *journals() {
      for (const path of [runsFolder, archiveFolder])
        for (const run of foldersIn(path)) yield { run, path: `${path}/${run}/${journal}` };
    },
    summaries: join(dirname(runsFolder), 'summaries.json'),
    archive(run) {
      createFolder(archiveFolder);
      refuseUnwritableSync(archiveFolder, () => renameSync(join(runsFolder, run), join(archiveFolder, run)));
    },
  };
}

const journal = 'journal.jsonl';

function foldersIn(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  const found = readdirSync(path, { withFileTypes: true });
  return found.filter((one) => one.isDirectory()).map(({ name }) => name);
}
