// Bundles the portable parser and resolver of JavaScript, for an installation without native packages. Each is one file
// that a process of its own imports.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Returns the sources. */
export async function buildPortableParsers(outdir) {
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: root,
    entryPoints: ['parser', 'resolver'].map((name) => `packages/effects/src/parsing/portable-${name}.ts`),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minify: true,
    logLevel: 'warning',
    alias: { 'graceful-fs': 'node:fs' }, // only the default file system of the resolver uses it
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  });
  return Object.keys(metafile.inputs);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPortableParsers(process.argv[2]);
