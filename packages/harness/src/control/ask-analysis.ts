/**
 * Asks the control server of a repository for the analysis of a task.
 *
 * Its answer is one signal among others: without a server, or with one that does not answer, it is not known.
 */
import { Refusal } from '@harness/core/failure/refusal';
import { type AnalysisAnswer, readAnalysisAnswer } from '@harness/core/signals/analysis-answer';
import type { AnalyzedTask } from '@harness/core/signals/analyze';
import { loadConfig } from '../settings/config.ts';
import { readStartedServer } from './client.ts';
import { type ControlFile, controlPath, readControlFile } from './control-file.ts';

/** A large repository is parsed first. */
const timeoutMs = 120_000;
const maxBytes = 8_000_000;
const maxDescription = 50_000;

export async function askAnalysis(
  root: string,
  { title, description = '' }: AnalyzedTask,
  signal: AbortSignal,
): Promise<AnalysisAnswer | null> {
  const file = await findServer(root);
  if (file === null) return null;
  try {
    const response = await fetch(`${file.url}/api/analyze`, {
      method: 'POST',
      headers: { authorization: `Bearer ${file.token}` },
      body: JSON.stringify({ title, description: description.slice(0, maxDescription) }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    return response.ok ? readAnalysisAnswer(await readStream(response)) : null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TypeError || error instanceof DOMException) return null; // the server ended, or was too slow
    throw error;
  }
}

/** `null` also if the configuration cannot be read now. */
async function findServer(root: string): Promise<ControlFile | null> {
  try {
    const { stateDir } = await loadConfig(root);
    const file = readControlFile(controlPath(root, stateDir));
    return file !== undefined && (await readStartedServer(root))?.pid === file.pid ? file : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Empty if the answer is too long. */
async function readStream({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxBytes) return '';
  }
  return text;
}
