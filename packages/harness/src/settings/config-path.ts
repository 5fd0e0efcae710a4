/** Finds the configuration of a repository. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configNames } from '@harness/core/trust/obeyed-files';

export const findConfigPath = (root: string): string | undefined =>
  configNames.map((name) => join(root, name)).find((path) => existsSync(path));
