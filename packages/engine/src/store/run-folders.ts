/** Where the folders of runs are: among the runs, or in the archive beside them. Both are looked into, the runs first. */
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
  /** Both paths that its journal may have, in the order in which it has them. */
  journalOf(run: string): readonly string[];
  /** The names of all folders that may be runs. */
  living(): readonly string[];
  archived(): readonly string[];
  isArchived(run: string): boolean;
  /**
   * Every journal there may be, by its path: a list of a thousand runs must not look for each twice. The archive is
   * listed when the runs have been gone through: one that is moved meanwhile is met once or twice, and never missed.
   */
  journals(): Iterable<RunFolder>;
  /** The file beside both where the summaries of ended runs are gathered. */
  readonly summaries: string;
  /** Moves a folder into the archive, whole: a crash leaves it in one place or the other. */
  archive(run: string): void;
}

export function findRunFolders(runsFolder: string): RunFolders {
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
