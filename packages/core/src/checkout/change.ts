/** Decides which paths are this run's change. The user's earlier changes, harness files and session docs are not. */
export interface OwnChange {
  /** Paths that the user had changed before the run; a trailing slash stands for a whole folder. */
  readonly foreign: readonly string[];
  readonly docsPath: string;
}

export function isOwnPath({ foreign, docsPath }: OwnChange): (path: string) => boolean {
  const files = new Set(foreign);
  const folders = ['.harness/', toFolderPath(docsPath), ...foreign.filter((entry) => entry.endsWith('/'))];
  return (path) =>
    path !== '.harness' && !files.has(path) && !folders.some((folder) => folder !== '/' && path.startsWith(folder));
}

export const toFolderPath = (path: string): string => `${path.replace(/\/+$/, '')}/`;

/** Notes in a docs folder that a later session can use (W-144). */
export const keptNotes = ['qa_notes.md', 'critic_findings.md', 'conventions.md'] as const;
