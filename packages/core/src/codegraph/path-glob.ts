/** Matches a path against a glob of unknown origin: `*` and `?` within a name, `**` for any folders. Never slow. */
export function matchesPathGlob(path: string, glob: string): boolean {
  const names = path.split('/');
  let reachable = new Set([0]); // positions in `names` that the glob has matched up to
  for (const part of glob.split('/')) {
    const next = new Set<number>();
    if (part === '**') for (let to = Math.min(...reachable); to <= names.length; to++) next.add(to);
    else for (const at of reachable) if (at < names.length && matchesName(names[at] as string, part)) next.add(at + 1);
    if (next.size === 0) return false;
    reachable = next;
  }
  return reachable.has(names.length);
}

/** Goes back to the last `*` only, so the time is at most the product of the lengths. */
function matchesName(name: string, pattern: string): boolean {
  let [at, in_, star, mark] = [0, 0, -1, 0];
  while (at < name.length) {
    if (in_ < pattern.length && pattern[in_] === '*') [star, mark, in_] = [in_, at, in_ + 1];
    else if (in_ < pattern.length && (pattern[in_] === '?' || pattern[in_] === name[at])) [at, in_] = [at + 1, in_ + 1];
    else if (star >= 0) [mark, at, in_] = [mark + 1, mark + 1, star + 1];
    else return false;
  }
  return /^\**$/.test(pattern.slice(in_));
}
