/** Answers `POST /api/analyze`: reads the code graph, the timeline and the runs, and formats the events of the analysis. */
import { join } from 'node:path';
import type { CodeGraph } from '@harness/core/codegraph/graph';
import { ControlRefusal } from '@harness/core/control/refusal';
import { type AnalyzedTask, analyzeTask } from '@harness/core/signals/analyze';
import { isBehindLink, readRegularFile } from '@harness/effects/file/regular-file';
import { GitError } from '@harness/effects/git/command';
import { ParserStartError } from '@harness/effects/parsing/parser-process';
import { keyRedactor } from '@harness/effects/secret/redactor';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { prepareHarnessFolder } from '../runs/folder.ts';
import { listRunRows } from '../runs/read-runs.ts';
import { toRefusalResponse } from './refusal-response.ts';

const timelineFile = '.harness/arch/timeline.json';
const maxTimelineBytes = 8_000_000;

/** Returns the text of the event stream. Throws a refusal if there is no code graph. */
export type Analyzer = (task: AnalyzedTask, language?: string) => Promise<string>;

/** Requests at the same time share one graph. */
export function createAnalyzer(root: string, store: JsonlStore): Analyzer {
  let reading: Promise<CodeGraph> | undefined;
  return async (task, language) => {
    reading ??= readGraph(root).finally(() => (reading = undefined));
    const graph = await reading;
    const events = await analyze(graph, root, store, task).catch((error: unknown) => [
      { event: 'error', data: toRefusalResponse(error, language).body.error },
    ]);
    return [...events, { event: 'done', data: {} }].map(formatEvent).join('');
  };
}

export async function readGraph(root: string): Promise<CodeGraph> {
  try {
    const { readCodeGraph } = await import('@harness/effects/inspect/read-code-graph');
    prepareHarnessFolder(root);
    return await readCodeGraph(root);
  } catch (error) {
    if (!(error instanceof GitError || error instanceof ParserStartError)) throw error;
    throw new ControlRefusal('analysis.no-graph', { detail: error.message || 'there is no commit' });
  }
}

async function analyze(graph: CodeGraph, root: string, store: JsonlStore, task: AnalyzedTask) {
  const rows = await listRunRows(store, { children: false });
  const failed = rows.filter(({ status }) => status === 'failed').length;
  const total = failed + rows.filter(({ status }) => status === 'done').length;
  return analyzeTask(task, { graph, timeline: await readArchTimeline(root), runs: { failed, total } });
}

export const readArchTimeline = async (root: string): Promise<string | null> =>
  (await isBehindLink(root, timelineFile)) ? null : readRegularFile(join(root, timelineFile), 'utf8', maxTimelineBytes);

const formatEvent = ({ event, data }: { readonly event: string; readonly data: object }) =>
  `event: ${event}\ndata: ${JSON.stringify(keyRedactor().deep({ version: 1, ...data }))}\n\n`;
