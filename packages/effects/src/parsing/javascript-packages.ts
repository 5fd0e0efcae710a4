/**
 * Finds the modules that parse JavaScript and resolve its imports, for processes that import them by their address.
 *
 * The native packages are fast. An installation without packages has portable modules beside its bundle, with the same
 * results. There they count even if a native package of another version can be found.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const portableFiles = { 'oxc-parser': 'portable-parser.mjs', 'oxc-resolver': 'portable-resolver.mjs' } as const;

export function javaScriptPackage(name: keyof typeof portableFiles): string {
  const here = fileURLToPath(import.meta.url);
  const portable = join(dirname(here), portableFiles[name]);
  return pathToFileURL(existsSync(portable) ? portable : createRequire(here).resolve(name)).href;
}
