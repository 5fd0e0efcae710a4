/** Finds the configuration of a repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configNames } from '@harness/core/trust/obeyed-files';

export const findConfigPath = (root: string): string | undefined =>
  configNames.map((name) => join(root, name)).find((path) => existsSync(path));

/** Whether the bundler must follow the imports of a configuration, or translate it. Code without an import needs none. */
export const needsBundler = (path: string): boolean =>
  /\.m?ts$/.test(path) || /\b(?:import|from|require|getBuiltinModule)\b/.test(readFileSync(path, 'utf8'));
