/** Keeps the view files of a run and its children up to date, whichever workflows they belong to. */
import type { WorkflowParts } from '../workflow.ts';
import type { ViewFile } from './view-file.ts';

export function createViewFiles(root: string, parts: readonly WorkflowParts[]): ViewFile {
  const files = parts.flatMap(({ viewFiles = [] }) => viewFiles.map((create) => create(root)));
  return {
    know: (run, entries) => {
      for (const file of files) file.know(run, entries);
    },
    see: (run, entry) => {
      for (const file of files) file.see(run, entry);
    },
  };
}
