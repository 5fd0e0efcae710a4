/** Finds the packages of npm, pnpm and yarn workspaces, and the links that their installation creates. */
import * as z from 'zod';
import { parseJson } from '../text/json.ts';
import { joinPaths, parentFolder } from './language.ts';
import { matchesPathGlob } from './path-glob.ts';

const globs = z.array(z.string());
const manifestSchema = z.looseObject({
  name: z.string().optional().catch(undefined),
  workspaces: z
    .union([globs, z.object({ packages: globs }).transform(({ packages }) => packages)])
    .optional()
    .catch(undefined),
});

/** The path of each link, and the folder of its package. */
export function findWorkspaceLinks(configs: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  const manifests = [...configs]
    .filter(([path]) => /(^|\/)package\.json$/.test(path))
    .map(([path, text]) => ({
      folder: parentFolder(path),
      ...manifestSchema.catch({}).parse(parseJson(text)),
    }));
  const links = new Map<string, string>();
  for (const { folder: root, patterns } of workspaceRoots(manifests, configs))
    for (const { name = '', folder } of manifests)
      if (isPackageName(name) && isMember(folder, root, patterns))
        links.set(joinPaths(root, 'node_modules', name), folder);
  return [...links];
}

interface Manifest {
  readonly folder: string;
  readonly name?: string | undefined;
  readonly workspaces?: readonly string[] | undefined;
}

function workspaceRoots(manifests: readonly Manifest[], configs: ReadonlyMap<string, string>) {
  const pnpm = [...configs]
    .filter(([path]) => path.endsWith('pnpm-workspace.yaml'))
    .map(([path, text]) => ({
      folder: parentFolder(path),
      patterns: pnpmGlobs(text),
    }));
  const npm = manifests.map(({ folder, workspaces = [] }) => ({ folder, patterns: workspaces }));
  return [...npm, ...pnpm].filter(({ patterns }) => patterns.length > 0);
}

/** The items of the list `packages`. The file of pnpm is simple enough to read by lines. */
function pnpmGlobs(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const after = lines.slice(lines.findIndex((line) => /^packages:\s*$/.test(line)) + 1);
  const end = after.findIndex((line) => /^[^\s#-]/.test(line));
  return after.slice(0, end < 0 ? undefined : end).flatMap((line) => /^\s*-\s*['"]?([^'"#\s]+)/.exec(line)?.[1] ?? []);
}

const isPackageName = (name: string) => /^(@[\w-][\w.-]*\/)?[\w-][\w.-]*$/.test(name);

function isMember(folder: string, root: string, patterns: readonly string[]): boolean {
  if (root !== '' && !folder.startsWith(`${root}/`)) return false;
  const path = root === '' ? folder : folder.slice(root.length + 1);
  const matches = (pattern: string) => matchesPathGlob(path, pattern.replace(/^!/, '').replace(/^\.\/|\/$/g, ''));
  const isNamed = (isExcluded: boolean) => patterns.some((one) => one.startsWith('!') === isExcluded && matches(one));
  return isNamed(false) && !isNamed(true);
}
