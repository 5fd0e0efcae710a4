/**
 * Finds file paths in a report of checks (W-114): in stack traces and in the output of compilers and test runners.
 *
 * It returns everything that looks like a path. The caller checks whether the file exists and may be used.
 */
const extension = String.raw`\.[A-Za-z]\w{0,9}`;

/** One pattern per output format. A name may contain spaces only if the format delimits it. */
const patterns: readonly RegExp[] = [
  new RegExp(String.raw`^\s*(?:FAIL|-->|at)?\s*(\S[^:\n]{0,300}?${extension})(?=[:(]\d)`, 'g'), // my file.ts:12:3, a.ts(12,3)
  new RegExp(String.raw`["'\`]([^"'\`\n]{1,300}?${extension})["'\`]`, 'g'), // File "my dir/a.py", line 3
  new RegExp(String.raw`\(([^()\n]{1,300}?${extension})(?::\d+){1,2}\)`, 'g'), // at it (src/a.js:1:2)
  /([^\s"'`()<>[\]{},;|=]{1,300})/g, // any word
];
const isPath = new RegExp(`${extension}$`);
const maxLineLength = 2_000;

/** Returns paths in order of appearance, relative to `root` if they are inside it. */
export function findPaths(report: string, root: string): readonly string[] {
  const found = new Set<string>();
  for (const line of report.split('\n').filter((each) => !each.startsWith('- Command:')))
    for (const path of pathsIn(line.slice(0, maxLineLength), root)) found.add(path);
  return [...found];
}

const pathsIn = (line: string, root: string): readonly string[] =>
  patterns
    .flatMap((pattern) => [...line.matchAll(pattern)].map(({ index, 1: name = '' }) => ({ index, name })))
    .sort((one, other) => one.index - other.index)
    .map(({ name }) => cleanPath(name, root))
    .filter((name) => isPath.test(name) && !isForeign.test(name));

/** Removes the line number and the root. */
function cleanPath(name: string, root: string): string {
  const path = name
    .replace(/^file:\/\//, '')
    .replace(/:\d+(?::.*)?$|::.*$/, '')
    .replace(/[:.!?*]+$/, '');
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** Matches URLs, Node internals and node_modules. */
const isForeign = /^[a-z][a-z0-9+.-]+:|(?:^|[^\w-])node_modules[\\/]/i;
