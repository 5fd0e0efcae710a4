/**
 * Validates paths from outside by their characters alone (W-46 to W-51, W-153 to W-157).
 *
 *   P1. The steps run in order and the first failure is the result: 0 empty, 1 network share, 2 absolute, 3 leaving the
 *       root, 4 a forbidden place. So the refusal names the actual attack.
 *   P2. An accepted path is returned in normal form: forward slashes, no `.`, no trailing slash. It is accepted again,
 *       unchanged.
 *   P3. A name that some file system treats as another name (case, trailing dots and spaces, invisible characters) is
 *       validated as that other name.
 *
 * `effects` checks links and real folders; this part needs no disk. Scripts depend on the messages, so they are here
 * and not translated.
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

/** Names for messages: the flag if there is one, else plain words. */
const names: Readonly<Record<PathKind, string>> = {
  output_dir: 'output-dir',
  file_reference: 'file reference',
  diff_target: 'diff target',
};

/** `scope`: files and folders that a diff may touch; empty means all. */
export function validatePath(path: string, kind: PathKind, scope: readonly string[] = []): ValidPath {
  const name = names[kind];
  if (kind === 'output_dir' && path.trim() === '') return bad(0, 'empty', `${name} cannot be empty.`);
  const inside = relativePath(path, name);
  if (!inside.ok) return inside;
  const problem = places[kind](inside.segments, scope);
  return problem ? bad(4, ...problem) : { ok: true, path: inside.segments.join('/') };
}

/** Steps 1 to 3, for every path from outside: relative, and below its start. */
export function relativePath(path: string, name: string): { ok: true; segments: readonly string[] } | BadPath {
  const slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('//')) return bad(1, 'network', 'UNC paths are not allowed.');
  const segments = slashed.split('/').filter((segment) => segment !== '' && segment !== '.');
  // Check the first segment, not the whole path: `./C:/x` becomes absolute in normal form.
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

/** Characters that a terminal hides or breaks a line with. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u;

const visible = (segment: string) => segment.replace(/\p{Cf}/gu, '');

/** The name under which a lenient file system finds it. */
export const normalizeName = (segment: string): string =>
  visible(segment)
    .toLowerCase()
    .replace(/^ +|[. ]+$/g, '');

type Problem = readonly [PathFault, string];
type PlaceRule = (segments: readonly string[], scope: readonly string[]) => Problem | undefined;

/** Step 4: the allowed places for each kind. */
const places: Readonly<Record<PathKind, PlaceRule>> = {
  output_dir: ([first, second]) => {
    if (first === undefined) return ['empty', 'output-dir cannot be empty.'];
    if (reserved.has(normalizeName(first)))
      return ['reserved', 'output-dir value starts with a reserved directory name.'];
    // `docs/harness` is allowed: it is the default (WO-22).
    return normalizeName(first) === 'docs' && !(first === 'docs' && second === 'harness')
      ? ['docs', 'output-dir under docs/ must be docs/harness/...']
      : undefined;
  },
  file_reference: (segments) => harnessOrGitProblem(segments, names.file_reference),
  diff_target: (segments, scope) =>
    harnessOrGitProblem(segments, names.diff_target) ??
    (scope.length === 0 || scope.some((entry) => isInside(segments, entry))
      ? undefined
      : ['scope', `diff target must be inside the scope: ${scope.join(', ')}.`]),
};

const reserved = new Set(['memory', 'spec', 'planner', 'generator', 'evaluator', 'verify', 'harness', '.harness']);

/** Folders of the harness and of git are neither material nor a target. */
function harnessOrGitProblem(segments: readonly string[], name: string): Problem | undefined {
  const [first, second] = segments.map(normalizeName);
  if (first === undefined) return ['empty', `${name} must name a file.`];
  if (first === '.harness' || first === 'memory' || (first === 'docs' && second === 'harness'))
    return ['owned', `${name} must not be inside .harness/, docs/harness/ or memory/.`];
  return segments.some((segment) => gitNames.has(normalizeName(segment)))
    ? ['git', `${name} must not be inside .git/.`]
    : undefined;
}

/** `git~1` is the short name of `.git` on old Windows file systems. */
export const gitNames: ReadonlySet<string> = new Set(['.git', 'git~1']);

/** Whether a path is one of these or below one. An empty scope contains every path. */
export const isInScope = (path: string, scope: readonly string[]): boolean =>
  scope.length === 0 || scope.some((entry) => isInside(path.split('/'), entry));

function isInside(segments: readonly string[], entry: string): boolean {
  const scope = relativePath(entry, 'scope');
  return scope.ok && scope.segments.every((part, n) => segments[n] === part);
}
