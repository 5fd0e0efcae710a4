/** Sends the next command to a run that waits for one: `resume`, or the name of a step. It takes effect once, also after a crash. */
import { userInfo } from 'node:os';
import type { SignalInput } from '@harness/core/effects/signal';
import type { FoldedJournal } from '@harness/core/journal/journal';
import { machines as workflows } from '@harness/core/workflows/machines';
import type { JsonlStore } from '@harness/engine/store/jsonl';

/** Commands that the run accepts now; empty if it does not wait for a command. */
export function acceptedCommands({ machine, state, ended }: FoldedJournal): readonly string[] {
  if (ended) return [];
  const needs = workflows.get(machine)?.steps.get(state.at)?.needs(state) ?? {};
  return Object.values(needs)
    .filter(({ kind, input }) => kind === 'signal' && (input as SignalInput).name === 'command')
    .flatMap(({ input }) => (input as SignalInput).choices);
}

export const sendCommand = (store: Pick<JsonlStore, 'inbox'>, run: string, choice: string): Promise<void> =>
  sendRunSignal(store, run, 'command', choice);

/** Sends a signal of the user. The run takes it once, also after a crash. */
export async function sendRunSignal(
  store: Pick<JsonlStore, 'inbox'>,
  run: string,
  name: string,
  choice: string,
): Promise<void> {
  const atMs = Date.now();
  const signal = { version: 1, type: 'signal', name, choice, by: userInfo().username, atMs } as const;
  await store.inbox(run).put(`${name}-${atMs}-${process.pid}`, signal);
}
