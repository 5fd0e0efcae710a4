/** Matches paths against globs: `*` within a name, `**` across folders, `{a,b}` for either. Paths use `/`. */
export const matchesGlob = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => toPattern(glob).test(path));

const patterns = new Map<string, RegExp>();

function toPattern(glob: string): RegExp {
  const known = patterns.get(glob);
  if (known) return known;
  let depth = 0;
  const source = glob.replace(/\*\*\/|\*\*|[*?{},.+^$()|[\]\\]/g, (token) => {
    if (token === '{') depth++;
    if (token === '}') depth--;
    if (token === ',') return depth > 0 ? '|' : ',';
    return pieces[token] ?? `\\${token}`;
  });
  const pattern = new RegExp(`^${source}$`);
  patterns.set(glob, pattern);
  return pattern;
}

const pieces: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
  '{': '(?:',
  '}': ')',
};
