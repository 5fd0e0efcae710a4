/** `harness status`: prints the queue's state from the running daemon; without one, the last known state. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queueState } from '@harness/core/documents/server';
import { Refusal } from '@harness/core/failure/refusal';
import { sentencesOf } from '@harness/core/workflow';
import { queueWorkflow } from '@harness/core/workflows/queue/workflow';
import { readJson } from '@harness/engine/store/durable-file';
import type * as z from 'zod';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import { controlClient } from '../../control/client.ts';
import { printable } from '../../render/printable.ts';
import { refusalWords } from '../../render/refusal-words.ts';
import type { Output } from '../../render/screen.ts';
import { findRepositoryRoot } from '../../repository/repository.ts';
import { loadConfig } from '../../settings/config.ts';

type State = z.output<typeof queueState>;

export async function run({ options, output }: Invocation): Promise<number> {
  const root = findRepositoryRoot(resolveRepo(options));
  try {
    const { ask, url, pid } = await controlClient(root);
    const state = await ask('state');
    const here = sentencesOf(queueWorkflow, output.language)['status.here'];
    output.say(output.json ? `${JSON.stringify(state)}\n` : `${here({ url, pid })}\n${stateText(state, output)}`);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'control.none') throw error;
    return printLastState(root, error, output);
  }
}

/** Prints the state file if no daemon runs, and says that the daemon is gone. */
async function printLastState(root: string, refusal: Refusal, output: Output): Promise<number> {
  const { stateDir } = await loadConfig(root);
  const file = `${stateDir}/state.json`;
  const { data: state } = queueState.safeParse(readStateFile(join(root, file)));
  if (!state) throw refusal;
  const { message, next: command } = refusalWords(refusal, output.language);
  const next = output.typed(command);
  if (output.json)
    output.say(`${JSON.stringify({ version: 1, error: { code: refusal.code, message, next }, state })}\n`);
  else {
    output.complain(`${message}\n  try: ${next}\n`);
    const gone = sentencesOf(queueWorkflow, output.language)['status.gone'];
    output.say(`${gone({ file })}\n${stateText(state, output)}`);
  }
  return refusal.exitCode;
}

/** Undefined if the file is missing. */
function readStateFile(path: string): unknown {
  try {
    return readJson(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

function stateText(state: State, { language }: Output): string {
  const words = sentencesOf(queueWorkflow, language);
  const active = (state['active'] as { readonly planId?: unknown } | null | undefined)?.planId;
  const blocked = Object.keys((state['blocked'] ?? {}) as object);
  return [
    words[`status.${state.mode}`]({}),
    ...(active === undefined ? [] : [words['status.active']({ plan: String(active) })]),
    ...(blocked.length === 0 ? [] : [words['status.blocked']({ ids: blocked.join(', ') })]),
  ]
    .map((line) => `  ${printable(line)}\n`)
    .join('');
}
