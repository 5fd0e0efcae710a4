/**
 * Reads the paths of changed files from `changes.md` (WO-06), without the reasons (W-126).
 *
 * It is used only for a session in a folder without git, where no diff is available.
 */
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
