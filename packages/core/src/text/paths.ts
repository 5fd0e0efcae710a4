/**
 * Which paths from outside may be used, judged by their letters alone (W-46 to W-51, W-153 to W-157).
 *
 *   P1. The steps are tried in order and the first that objects is the answer: 0 empty, 1 network share, 2 absolute,
 *       3 climbing out, 4 a place that is not theirs. So an attack is refused for what it is.
 *   P2. A path that is accepted comes back in its normal form: forward slashes, no `.`, no slash at the end. It is
 *       accepted again, unchanged.
 *   P3. A name that some file system takes for another one (any case, trailing dots and spaces, invisible characters)
 *       is judged as that other one.
 *
 * What links and real folders say is looked at by `effects`; this is the part that needs no disk. The sentences are part
 * of what scripts rely on, so they stand here and are not translated.
 */

const pathKinds = ['output_dir', 'file_reference', 'diff_target'] as const;
export type PathKind = (typeof pathKinds)[number];

export type PathFault =
  | 'empty'
  | 'network'
  | 'absolute'
  | 'control'
  | 'climbing'
  | 'reserved'
  | 'docs'
  | 'owned'
  | 'git'
  | 'scope';

export interface BadPath {
  readonly ok: false;
  readonly step: 0 | 1 | 2 | 3 | 4;
  readonly fault: PathFault;
  readonly message: string;
}

export type ValidPath = { readonly ok: true; readonly path: string } | BadPath;

/** What a message calls the path: the flag for what was given by one, plain words for the others. */
const names: Readonly<Record<PathKind, string>> = {
  output_dir: 'output-dir',
  file_reference: 'file reference',
  diff_target: 'diff target',
};

/** `scope`: the files and folders that a diff may touch; none means all. */
export function validatePath(given: string, kind: PathKind, scope: readonly string[] = []): ValidPath {
  const name = names[kind];
  if (kind === 'output_dir' && given.trim() === '') return bad(0, 'empty', `${name} cannot be empty.`);
  const inside = relativePath(given, name);
  if (!inside.ok) return inside;
  const trouble = places[kind](inside.segments, scope);
  return trouble ? bad(4, ...trouble) : { ok: true, path: inside.segments.join('/') };
}

/** Steps 1 to 3, the same for every path from outside: relative, and it stays below where it starts. */
export function relativePath(given: string, name: string): { ok: true; segments: readonly string[] } | BadPath {
  const slashed = given.replaceAll('\\', '/');
  if (slashed.startsWith('//')) return bad(1, 'network', 'UNC paths are not allowed.');
  const segments = slashed.split('/').filter((segment) => segment !== '' && segment !== '.');
  // Of the first segment, not of the whole: `./C:/x` becomes absolute when it is put into its normal form.
  if (slashed.startsWith('/') || /^[a-z]:/i.test(segments[0] ?? ''))
    return bad(2, 'absolute', `${name} must be a relative path.`);
  if (unprintable.test(slashed)) return bad(3, 'control', `${name} must not contain control characters.`);
  if (segments.some((segment) => visible(segment).trim() === '..'))
    return bad(3, 'climbing', `${name} must not contain '..'.`);
  return { ok: true, segments };
}

const bad = (step: BadPath['step'], fault: PathFault, message: string): BadPath => ({
  ok: false,
  step,
  fault,
  message,
});

/** What a terminal does not show or breaks a line with: nobody means it in a name. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u;

const visible = (segment: string) => segment.replace(/\p{Cf}/gu, '');

/** The name under which a forgiving file system would find it. */
const folded = (segment: string) =>
  visible(segment)
    .toLowerCase()
    .replace(/^ +|[. ]+$/g, '');

type Trouble = readonly [PathFault, string];
type Place = (segments: readonly string[], scope: readonly string[]) => Trouble | undefined;

/** Step 4, by kind: where a path of this kind may lead. */
const places: Readonly<Record<PathKind, Place>> = {
  output_dir: ([first, second]) => {
    if (first === undefined) return ['empty', 'output-dir cannot be empty.'];
    if (reserved.has(folded(first))) return ['reserved', 'output-dir value starts with a reserved directory name.'];
    // `docs/harness` itself is fine: it is where everything goes by default (WO-22).
    return folded(first) === 'docs' && !(first === 'docs' && second === 'harness')
      ? ['docs', 'output-dir under docs/ must be docs/harness/...']
      : undefined;
  },
  file_reference: (segments) => ours(segments, names.file_reference),
  diff_target: (segments, scope) =>
    ours(segments, names.diff_target) ??
    (scope.length === 0 || scope.some((entry) => isInside(segments, entry))
      ? undefined
      : ['scope', `diff target must be inside the scope: ${scope.join(', ')}.`]),
};

const reserved = new Set(['memory', 'spec', 'planner', 'generator', 'evaluator', 'verify', 'harness', '.harness']);

/** What the harness and git keep for themselves is no material and no target. */
function ours(segments: readonly string[], name: string): Trouble | undefined {
  const [first, second] = segments.map(folded);
  if (first === undefined) return ['empty', `${name} must name a file.`];
  if (first === '.harness' || first === 'memory' || (first === 'docs' && second === 'harness'))
    return ['owned', `${name} must not be inside .harness/, docs/harness/ or memory/.`];
  return segments.some((segment) => gitNames.has(folded(segment)))
    ? ['git', `${name} must not be inside .git/.`]
    : undefined;
}

/** The second is how an old Windows file system abbreviates the first. */
const gitNames = new Set(['.git', 'git~1']);

/** Whether a path is one of these or below one. No entries means that everything is. */
export const isInScope = (path: string, scope: readonly string[]): boolean =>
  scope.length === 0 || scope.some((entry) => isInside(path.split('/'), entry));

function isInside(segments: readonly string[], entry: string): boolean {
  const scope = relativePath(entry, 'scope');
  return scope.ok && scope.segments.every((part, n) => segments[n] === part);
}
