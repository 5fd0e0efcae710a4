/**
 * The files that an account of a change names (WO-06): the paths, without the reasons (W-126).
 *
 * It is believed only where nothing better is known: of a session that was found in a folder without git.
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
