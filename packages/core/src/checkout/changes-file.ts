/** Reads the paths in `changes.md` (WO-06, W-126), only for a session without git, where no diff is available. */
const files = /^#{1,6}\s+(?:modified|created|deleted)\s+files\b/i;
const entry = /^\s*[-*]\s+`?([^`\s](?:[^`]*?[^`\s])?)`?\s+[—–-]+\s/;

export function pathsInChangesFile(markdown: string): readonly string[] {
  let isListing = false;
  const found = markdown.split(/\r?\n/).flatMap((line) => {
    if (line.startsWith('#')) isListing = files.test(line);
    return isListing ? (entry.exec(line)?.[1] ?? []) : [];
  });
  return [...new Set(found)];
}
