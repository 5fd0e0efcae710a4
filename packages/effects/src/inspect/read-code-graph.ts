/**
 * Makes the code graph of a repository at a commit.
 *
 *   I1. The graph depends on the tree of the commit alone: not on the checkout, installed packages or settings.
 *   I2. Files are only parsed, never executed, each language in its own process with limits.
 *   I3. A file that is too large, does not parse or has no parser here is a module without edges, and is named.
 *   I4. A content is parsed once: later graphs reuse its facts. A graph without the files of a missing parser is not kept.
 */
import {
  type CodeGraph,
  type CodeModule,
  type CountedFacts,
  distinctEdges,
  type FileFacts,
  type GraphEdge,
} from '@harness/core/codegraph/graph';
import type { RepositoryFiles } from '@harness/core/codegraph/language';
import { stemOf } from '@harness/core/codegraph/language';
import { findLanguage, languages } from '@harness/core/codegraph/languages/list';
import { readBlobs } from '../git/blobs.ts';
import { gitOrThrow } from '../git/command.ts';
import type { ParserLimits } from '../parsing/parser-process.ts';
import { keepGraph, readKeptFacts, readKeptGraph } from './graph-cache.ts';
import { resolveJavaScript } from './javascript-resolver.ts';
import { factsKey, readModuleFacts } from './module-facts.ts';
import { listTreeFiles, type TreeFile } from './tree-files.ts';

const maxConfigBytes = 1_000_000;
const defaultLimits: ParserLimits = { timeoutMs: 600_000, processTimeoutMs: 60_000 };

export interface GraphOptions {
  readonly signal?: AbortSignal;
  /** Default: the last commit. */
  readonly commit?: string;
  /** False if nothing may be written: the next graph parses everything again. Default: true. */
  readonly isKept?: boolean;
}

/** Throws a `GitError` if the repository has no such commit. */
export async function readCodeGraph(
  repo: string,
  { signal, commit = 'HEAD', isKept = true }: GraphOptions = {},
): Promise<CodeGraph> {
  const tree = await gitOrThrow(repo, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`]);
  const known = await readKeptGraph(repo, tree);
  if (known) return known;
  const limits = { ...defaultLimits, signal };
  const { modules, configs } = await listTreeFiles(repo, tree);
  const facts = await readModuleFacts(modules, { repo, kept: await readKeptFacts(repo), limits });
  const factsOf = new Map(modules.map((file) => [file.path, facts[factsKey(file)] ?? null]));
  const graph = await linkModules(factsOf, await readConfigs(repo, configs), limits);
  const isComplete = modules.every((file) => factsKey(file) in facts);
  if (isKept && isComplete) await keepGraph(repo, { tree, graph }, facts);
  return graph;
}

async function readConfigs(repo: string, files: readonly TreeFile[]): Promise<ReadonlyMap<string, string>> {
  const small = files.filter(({ bytes }) => bytes <= maxConfigBytes);
  if (small.length === 0) return new Map();
  const texts = await readBlobs(
    repo,
    small.map(({ id }) => id),
  );
  return new Map(small.map(({ path }, at) => [path, texts[at] ?? '']));
}

async function linkModules(
  factsOf: ReadonlyMap<string, CountedFacts | null>,
  configs: ReadonlyMap<string, string>,
  limits: ParserLimits,
): Promise<CodeGraph> {
  const paths = new Set(factsOf.keys());
  const edges = new Map([...(await javaScriptEdges(factsOf, configs, limits)), ...otherEdges(factsOf, configs, paths)]);
  const modules = [...factsOf].map(([path, facts]): CodeModule => {
    const found = (edges.get(path) ?? []).filter(({ to }) => paths.has(to));
    const exports = (facts?.exports ?? []).map((name) => (name === 'default' ? stemOf(path) : name));
    return { path, exports, edges: distinctEdges(path, found) };
  });
  const branches = [...factsOf.values()].reduce((sum, facts) => sum + (facts?.branches ?? 0), 0);
  return { modules, unread: [...factsOf].flatMap(([path, facts]) => (facts === null ? [path] : [])), branches };
}

async function javaScriptEdges(
  factsOf: ReadonlyMap<string, FileFacts | null>,
  configs: ReadonlyMap<string, string>,
  limits: ParserLimits,
): Promise<readonly (readonly [string, readonly GraphEdge[]])[]> {
  const modules = [...factsOf]
    .filter(([path]) => findLanguage(path) === 'javascript')
    .map(([path, facts]) => ({ path, imports: facts?.imports ?? [] }));
  if (modules.every(({ imports }) => imports.length === 0)) return [];
  const resolved = await resolveJavaScript(modules, configs, limits);
  return modules.map(({ path, imports }, at) => [
    path,
    imports.flatMap(({ kind }, n) => {
      const to = resolved[at]?.[n];
      return typeof to === 'string' ? [{ to, kind }] : [];
    }),
  ]);
}

const otherEdges = (
  factsOf: ReadonlyMap<string, FileFacts | null>,
  configs: ReadonlyMap<string, string>,
  modules: ReadonlySet<string>,
): readonly (readonly [string, readonly GraphEdge[]])[] =>
  languages.flatMap((language) => {
    const own = [...factsOf].flatMap(([path, facts]) =>
      facts !== null && findLanguage(path) === language ? [[path, facts] as const] : [],
    );
    const files: RepositoryFiles = { modules, facts: new Map(own), configs };
    const resolve = own.length === 0 ? () => [] : language.createResolver(files);
    return own.map(
      ([path, { imports }]) =>
        [
          path,
          imports.flatMap((imported) => resolve(path, imported).map((to) => ({ to, kind: imported.kind }))),
        ] as const,
    );
  });
