/**
 * Resolves the imports of JavaScript and TypeScript with oxc-resolver, in its own process.
 *
 * The resolver needs folders on the disk, and the commit has none. So it gets an outline of the commit: a temporary folder
 * with an empty file per module, the configuration files, and a link per workspace package in `node_modules`.
 *
 *   R1. Only the outline counts: a result outside of it is no module.
 *   R2. Files of the checkout and installed packages have no influence.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportFact } from '@harness/core/codegraph/graph';
import { findWorkspaceLinks } from '@harness/core/codegraph/workspace-packages';
import { parseJson } from '@harness/core/text/json';
import type { NapiResolveOptions } from 'oxc-resolver';
import { javaScriptPackage } from '../parsing/javascript-packages.ts';
import { type ParserLimits, ParserStartError, parseFiles, readyLine } from '../parsing/parser-process.ts';

const resolveOptions: NapiResolveOptions = {
  extensions: ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'],
  extensionAlias: {
    '.js': ['.ts', '.tsx', '.js', '.jsx'],
    '.jsx': ['.tsx', '.jsx'],
    '.mjs': ['.mts', '.mjs'],
    '.cjs': ['.cts', '.cjs'],
  },
  conditionNames: ['types', 'source', 'import', 'require', 'node', 'default'],
  mainFields: ['source', 'module', 'main', 'types'],
  nodePath: false,
};

const script = `
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
const { ResolverFactory } = await import(process.argv[1]);
const root = realpathSync(process.argv[2]);
const options = ${JSON.stringify(resolveOptions)};
const withPaths = new ResolverFactory({ ...options, tsconfig: 'auto' });
const plain = new ResolverFactory(options); // for files below a tsconfig.json that cannot be read
const resolve = (file, specifier) => {
  const path = withPaths.resolveFileSync(file, specifier).path ?? plain.sync(dirname(file), specifier).path;
  const found = path === undefined ? '..' : relative(root, path);
  return found.startsWith('..') ? null : found;
};
const outline = ({ modules, configs, links }) => {
  const made = new Set();
  const write = (path, text) => {
    const folder = dirname(join(root, path));
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    writeFileSync(join(root, path), text);
  };
  for (const path of modules) write(path, '');
  for (const [path, text] of configs) write(path, text);
  for (const [path, target] of links) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(join(root, target), join(root, path));
  }
  return [];
};
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
process.stdout.write('${readyLine}\\n');
for (const { path, text } of JSON.parse(Buffer.concat(chunks).toString())) {
  const given = JSON.parse(text);
  const answer = path === '' ? outline(given) : given.map((specifier) => resolve(join(root, path), specifier));
  process.stdout.write(JSON.stringify(answer) + '\\n');
}
`;

export interface JavaScriptImports {
  readonly path: string;
  readonly imports: readonly ImportFact[];
}

/** The paths of the imported modules per file, in the order of its imports; `null` for an import of another package. */
export async function resolveJavaScript(
  modules: readonly JavaScriptImports[],
  configs: ReadonlyMap<string, string>,
  limits: ParserLimits,
): Promise<readonly (readonly (string | null)[])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'harness-outline-'));
  try {
    const args = ['--input-type=module', '--eval', script, '--', javaScriptPackage('oxc-resolver'), folder];
    const requests = modules.map(({ path, imports }) => ({
      path,
      text: JSON.stringify(imports.map(({ specifier }) => specifier)),
    }));
    const first = { path: '', text: JSON.stringify(outlineOf(modules, configs)) };
    const answers = await parseFiles({ program: process.execPath, args, env: {} }, [first, ...requests], limits);
    if (answers === undefined) throw new ParserStartError('oxc-resolver');
    return modules.map((_, at) => (answers[at + 1] ?? []) as readonly (string | null)[]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function outlineOf(modules: readonly JavaScriptImports[], configs: ReadonlyMap<string, string>) {
  const isManifest = (path: string) => /(^|\/)package\.json$/.test(path);
  return {
    modules: modules.map(({ path }) => path),
    configs: [...configs].flatMap(([path, text]) => {
      if (!path.endsWith('.json') || (isManifest(path) && !isObject(parseJson(text)))) return []; // the resolver would stop
      return [[path, isManifest(path) ? text : withoutPackageBase(text)]];
    }),
    links: findWorkspaceLinks(configs),
  };
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A base configuration of a package is not in the commit, so the resolver would refuse the whole file. */
const withoutPackageBase = (text: string) => text.replace(/"extends"\s*:\s*"(?!\.{0,2}\/)[^"]*"\s*,?/g, '');
