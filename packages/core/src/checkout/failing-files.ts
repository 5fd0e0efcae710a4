/**
 * The files that a report of checks names (W-114): in stack traces, in the words of compilers and of test runners.
 *
 * Everything that looks like a path is named here; whether it may be used, and whether it is there, is decided later.
 */
const ending = String.raw`\.[A-Za-z]\w{0,9}`;

/** Each catches one habit. A name may have spaces in it only where something else says where it ends. */
const habits: readonly RegExp[] = [
  new RegExp(String.raw`^\s*(?:FAIL|-->|at)?\s*(\S[^:\n]{0,300}?${ending})(?=[:(]\d)`, 'g'), // my file.ts:12:3, a.ts(12,3)
  new RegExp(String.raw`["'\`]([^"'\`\n]{1,300}?${ending})["'\`]`, 'g'), // File "my dir/a.py", line 3
  new RegExp(String.raw`\(([^()\n]{1,300}?${ending})(?::\d+){1,2}\)`, 'g'), // at it (src/a.js:1:2)
  /([^\s"'`()<>[\]{},;|=]{1,300})/g, // any word
];
const isPath = new RegExp(`${ending}$`);
const longestLine = 2_000;

/** In the order in which they appear. `root` is the folder that an absolute path is seen from. */
export function pathsNamed(report: string, root: string): readonly string[] {
  const found = new Set<string>();
  for (const line of report.split('\n').filter((each) => !each.startsWith('- Command:')))
    for (const path of pathsIn(line.slice(0, longestLine), root)) found.add(path);
  return [...found];
}

const pathsIn = (line: string, root: string): readonly string[] =>
  habits
    .flatMap((habit) => [...line.matchAll(habit)].map(({ index, 1: name = '' }) => ({ index, name })))
    .sort((one, other) => one.index - other.index)
    .map(({ name }) => bare(name, root))
    .filter((name) => isPath.test(name) && !isElsewhere.test(name));

/** Without its place in the file, and seen from the root. */
function bare(name: string, root: string): string {
  const path = name
    .replace(/^file:\/\//, '')
    .replace(/:\d+(?::.*)?$|::.*$/, '')
    .replace(/[:.!?*]+$/, '');
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** Addresses, parts of Node, and what others wrote. */
const isElsewhere = /^[a-z][a-z0-9+.-]+:|(?:^|[^\w-])node_modules[\\/]/i;
