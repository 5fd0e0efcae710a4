/**
 * Which paths are this run's change: not what the user had changed before, not what the harness keeps for itself, and
 * not the session's own papers.
 */
export interface OwnChange {
  /** Paths; one that ends in a slash is a folder with all that is in it. */
  readonly foreign: readonly string[];
  readonly docsPath: string;
}

/** Told by the caller once, asked for many paths. */
export function isOwnPath({ foreign, docsPath }: OwnChange): (path: string) => boolean {
  const files = new Set(foreign);
  const folders = ['.harness/', asFolder(docsPath), ...foreign.filter((entry) => entry.endsWith('/'))];
  return (path) =>
    path !== '.harness' && !files.has(path) && !folders.some((folder) => folder !== '/' && path.startsWith(folder));
}

export const asFolder = (path: string): string => `${path.replace(/\/+$/, '')}/`;

/** Of the notes in a docs folder, those that a later session can use (W-144). */
export const keptNotes = ['qa_notes.md', 'critic_findings.md', 'conventions.md'] as const;
