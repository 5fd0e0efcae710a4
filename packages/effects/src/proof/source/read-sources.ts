/**
 * Reads which code of source files can be emptied or mutated, and which tests they contain.
 *
 * The texts are only parsed, never executed. A file without facts is in a language without support, too long, or does not
 * parse.
 */
import type { SourceFacts } from '@harness/core/trust/source';
import type { ParserLimits, SourceText } from '../../parsing/parser-process.ts';
import { javaScriptFacts } from './javascript/facts.ts';
import { parseJavaScript } from './javascript/parser.ts';
import { pythonFacts } from './python/facts.ts';
import { parsePython } from './python/parser.ts';

export interface ReadSourcesOptions {
  /** No program of this folder is started. */
  readonly repo: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  /** For the files of one language. Default: two minutes. */
  readonly timeoutMs?: number;
}

const maxLength = 1_000_000;
const processTimeoutMs = 30_000;

/** `null` for a file without facts. */
export async function readSources(
  files: readonly SourceText[],
  { repo, environment, signal, timeoutMs = 120_000 }: ReadSourcesOptions,
): Promise<ReadonlyMap<string, SourceFacts | null>> {
  const limits: ParserLimits = { timeoutMs, processTimeoutMs, signal };
  const readable = files.filter(({ text }) => text.length <= maxLength);
  const javaScript = readable.filter(({ path }) => /\.(?:[jt]sx?|[cm][jt]s)$/.test(path));
  const python = readable.filter(({ path }) => path.endsWith('.py'));
  const [javaScriptTrees, pythonTrees] = await Promise.all([
    parseJavaScript(javaScript, limits),
    parsePython(python, limits, repo, environment),
  ]);
  return new Map<string, SourceFacts | null>([
    ...files.map(({ path }) => [path, null] as const),
    ...pair(javaScript, javaScriptTrees, javaScriptFacts),
    ...pair(python, pythonTrees, pythonFacts),
  ]);
}

const pair = <Tree>(
  files: readonly SourceText[],
  trees: readonly (Tree | null)[],
  factsOf: (path: string, text: string, tree: Tree) => SourceFacts,
) =>
  files.map(({ path, text }, at) => {
    const tree = trees[at] ?? null;
    return [path, tree === null ? null : factsOf(path, text, tree)] as const;
  });
