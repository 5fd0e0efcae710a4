/**
 * Finds the files of a change by which commit hooks decide. An agent must not change the gate that judges it.
 *
 *   H1. Everything in the folder of the hooks counts, also a new file: hooks load files beside them.
 *   H2. So do the settings of hook tools: their file or their part of `package.json`.
 */
import { parseJson } from '../text/json.ts';

export interface HookPlaces {
  /** Folders of hooks in the repository, without a slash at the end. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

const settings = [
  /^\.pre-commit-config\.ya?ml$/i,
  /^\.?lefthook(?:-local)?\.(?:ya?ml|jsonc?|toml)$/i,
  /^\.config\/\.?lefthook(?:-local)?\.(?:ya?ml|jsonc?|toml)$/i,
  /(?:^|\/)(?:\.lintstagedrc(?:\.[a-z]+)?|lint-staged\.config\.[a-z]+)$/i,
  /^(?:\.commitlintrc(?:\.[a-z]+)?|commitlint\.config\.[a-z]+)$/i,
  /^(?:\.huskyrc(?:\.[a-z]+)?|husky\.config\.js|\.simple-git-hooks\.[a-z]+|simple-git-hooks\.[a-z]+)$/i,
  /^\.?overcommit\.ya?ml$/i,
];
const manifestParts = ['husky', 'lint-staged', 'simple-git-hooks', 'pre-commit', 'commitlint', 'gitHooks', 'lefthook'];

/** H1 and H2, without `package.json`. Without case: a case-insensitive disk finds `.HUSKY/pre-commit`, too. */
export function decidesHooks(path: string, { folders, files }: HookPlaces): boolean {
  const isAt = (place: string) => path.toLowerCase() === place.toLowerCase();
  const isBelow = (folder: string) => path.toLowerCase().startsWith(`${folder.toLowerCase()}/`);
  return (
    files.some(isAt) ||
    folders.some((folder) => isAt(folder) || isBelow(folder)) ||
    settings.some((one) => one.test(path))
  );
}

/** `null` is a missing manifest. */
export function changesHookSettings(before: string | null, after: string | null): boolean {
  const [was, is] = [partsOf(before), partsOf(after)];
  return manifestParts.some((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
}

function partsOf(manifest: string | null): Readonly<Record<string, unknown>> {
  const parsed = manifest === null ? null : parseJson(manifest);
  return parsed !== null && typeof parsed === 'object' ? (parsed as Readonly<Record<string, unknown>>) : {};
}
