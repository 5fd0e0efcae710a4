/** Makes the code graph of a commit, where this is possible: a signal that is not known is no failure. */
import type { CodeGraph } from '@harness/core/codegraph/graph';
import type { GraphOptions } from '../inspect/read-code-graph.ts';
import { ParserStartError } from '../parsing/parser-process.ts';
import type { AutopilotContext } from './context.ts';

const reading = new Map<string, Promise<CodeGraph | null>>();

/** `null` if the parsers do not start here. Default: the last commit. Effects at the same time share one graph. */
export function readKnownGraph(
  work: Pick<AutopilotContext, 'run' | 'repo' | 'signal'>,
  commit = 'HEAD',
): Promise<CodeGraph | null> {
  const name = `${work.run}\0${work.repo}\0${commit}`;
  const graph =
    reading.get(name) ?? readGraph(work.repo, { signal: work.signal, commit }).finally(() => reading.delete(name));
  reading.set(name, graph);
  return graph;
}

/** Of the last commit, without writing anything. */
export const readGraphUnkept = (repo: string): Promise<CodeGraph | null> => readGraph(repo, { isKept: false });

async function readGraph(repo: string, options: GraphOptions): Promise<CodeGraph | null> {
  const { readCodeGraph } = await import('../inspect/read-code-graph.ts'); // loaded late: it brings the parsers
  try {
    return await readCodeGraph(repo, options);
  } catch (error) {
    if (error instanceof ParserStartError) return null;
    throw error;
  }
}
