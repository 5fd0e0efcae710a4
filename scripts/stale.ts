/** Finds the pages whose file on disk is missing or differs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const stale = (root: string, pages: ReadonlyMap<string, string>): readonly string[] =>
  [...pages].filter(([path, text]) => textOf(join(root, path)) !== text).map(([path]) => path);

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
