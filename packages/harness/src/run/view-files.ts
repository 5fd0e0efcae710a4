/** Keeps the view files of a run and its children up to date. */
import type { Workflows } from '../cli/command.ts';
import { allParts } from '../workflows/parts.ts';
import type { ViewFile } from './view-file.ts';

export async function createViewFiles(root: string, workflows: Workflows): Promise<ViewFile> {
  const files = (await allParts(workflows)).flatMap(({ viewFiles = [] }) => viewFiles.map((create) => create(root)));
  return {
    know: (run, entries) => {
      for (const file of files) file.know(run, entries);
    },
    see: (run, entry) => {
      for (const file of files) file.see(run, entry);
    },
  };
}
