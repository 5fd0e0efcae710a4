/**
 * Finds the files that a configuration written as code loads, and those that decide which files it loads.
 *
 *   I1. Nothing is remembered: an agent may have added a file that is found instead of an earlier one.
 *   I2. If the packages cannot be followed, the list names their folder, so that a new failure is a change.
 */
import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { resolutionMark } from '@harness/core/trust/obeyed-files';
import { loadAddOn } from '@harness/effects/add-ons/find';
import type { Plugin } from 'esbuild';
import { findConfigPath, needsBundler } from './config-path.ts';

/** The bundler waits forever if an agent puts a pipe where it looks for a file. */
const resolveTimeoutMs = 8_000;

/** Relative to the root; empty for JSON, and for a configuration that is no file. */
export async function configImports(root: string): Promise<readonly string[]> {
  const path = findConfigPath(root);
  if (path === undefined || path.endsWith('.json') || !statSync(path).isFile()) return [];
  const files = needsBundler(path) ? await listInputs(root, path) : [relative(root, path)];
  return [...files, ...resolutionFiles(files, /\.m?ts$/.test(path))];
}

async function listInputs(root: string, path: string): Promise<readonly string[]> {
  const { build, stop } = await loadAddOn<typeof import('esbuild')>('esbuild', 'lib/main.js');
  const list = async (packages: 'bundle' | 'external') => {
    const result = build({
      entryPoints: [path],
      bundle: true,
      packages,
      write: false,
      metafile: true,
      absWorkingDir: root,
      format: 'esm',
      platform: 'node',
      loader: { '.node': 'empty' },
      logLevel: 'silent',
      plugins: [regularFilesOnly],
    });
    const { metafile } = await inTime(result, stop);
    return Object.keys(metafile.inputs);
  };
  const packageFolder = existsSync(join(root, 'node_modules')) ? 'node_modules' : '.';
  // A package that cannot be bundled must not hide the other files. A bundler that hung once would hang again.
  return list('bundle').catch(async (error: unknown) =>
    error instanceof LateError ? [packageFolder] : [packageFolder, ...(await list('external').catch(() => []))],
  );
}

/** Refuses an import that is a pipe or a device at once; opening it would block. */
const regularFilesOnly: Plugin = {
  name: 'regular-files-only',
  setup({ onLoad }) {
    onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
      const isOther = statSync(path, { throwIfNoEntry: false })?.isFile() === false;
      return isOther ? { errors: [{ text: 'no regular file' }] } : undefined;
    });
  },
};

class LateError extends Error {
  override readonly name = 'LateError';
}

/** A bundler that was stopped never answers, so its answer is not awaited. */
async function inTime<Value>(answer: Promise<Value>, stop: () => Promise<void>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new LateError('The imports were not resolved in time'));
      void stop();
    }, resolveTimeoutMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** A `package.json` and, for TypeScript, a `tsconfig.json` redirect the imports of all files below their folder. */
function resolutionFiles(files: readonly string[], isTypeScript: boolean): readonly string[] {
  const names = [`package.json${resolutionMark}`, ...(isTypeScript ? ['tsconfig.json', 'jsconfig.json'] : [])];
  const folders = new Set(files.filter((file) => !file.startsWith('..')).flatMap(foldersAbove));
  return [...folders].flatMap((folder) => names.map((name) => `${folder}${name}`));
}

/** `['', 'a/', 'a/b/']` for `a/b/c.ts`. */
const foldersAbove = (file: string): readonly string[] => {
  const parts = file.split('/');
  return parts.map((_, count) =>
    parts
      .slice(0, count)
      .map((part) => `${part}/`)
      .join(''),
  );
};
