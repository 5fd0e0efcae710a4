/** Finds the packages of a repository by the names of its files: each manifest makes its folder a package. */
import { parentFolder } from './language.ts';

const manifest = /(?:^|\/)(?:package\.json|pyproject\.toml|go\.mod|Cargo\.toml)$/;

/** Folders of packages, the root as the empty text. Installed packages and data of tests are none. */
export const findPackageFolders = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.filter((path) => manifest.test(path) && !isForeign(path)).map(parentFolder)),
];

const isForeign = (path: string) => /(?:^|\/)(?:node_modules|vendor|testdata|fixtures|__fixtures__)\//.test(path);
