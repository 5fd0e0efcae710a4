/** `harness checkpoint list|grant <name>`: lists the checkpoints at which a mission waits, and grants one. */

import { Refusal, refusalOf } from '@harness/core/failure/refusal';
import { sentencesOf } from '@harness/core/workflow';
import { missionCodes } from '@harness/core/workflows/mission/codes';
import { missionWorkflow } from '@harness/core/workflows/mission/workflow';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Invocation } from '../../cli/command.ts';
import { type Output, printResult } from '../../render/screen.ts';
import { openRepository } from '../../runs/folder.ts';
import { findStaleCheckpoints, findWaitingCheckpoints, grantCheckpoint, writeGrantFile } from './checkpoints.ts';

export async function run({ args: [action = '', name = ''], options, output }: Invocation): Promise<number> {
  const { root, store } = openRepository(options);
  if (action === 'list') return list(root, store, output);
  if (action !== 'grant')
    throw new Refusal('usage.invalid', { detail: 'the action must be list, or grant <name>', command: 'checkpoint' });
  if (name === '')
    throw new Refusal('usage.missing-input', { what: 'The name of the checkpoint', command: 'checkpoint' });
  const next = await grant(root, store, name);
  const words = sentencesOf(missionWorkflow, output.language);
  const typed = next === null ? null : output.typed(next);
  const following = typed ? `  continue: ${typed}\n` : '';
  return printResult(output, { checkpoint: name, next: typed }, () => `${words.granted({ name })}\n${following}`);
}

async function list(root: string, store: JsonlStore, output: Output): Promise<number> {
  const waiting = await findWaitingCheckpoints(store);
  const checkpoints = [
    ...waiting.map(({ name, run, question }) => ({ name, run, question })),
    ...findStaleCheckpoints(root, waiting).map((name) => ({ name, run: null, question: null })),
  ];
  const lines = checkpoints.map(({ name, run }) => `${name} · ${run ?? `.harness/checkpoint-${name}.md`}\n`).join('');
  const none = `${sentencesOf(missionWorkflow, output.language).noCheckpoint({})}\n`;
  return printResult(output, { checkpoints }, () => lines || none);
}

/** Returns the command that resumes the mission; null if a process owns its run. */
async function grant(root: string, store: JsonlStore, name: string): Promise<string | null> {
  const waiting = await findWaitingCheckpoints(store);
  const found = waiting.find((each) => each.name === name);
  if (found) {
    await grantCheckpoint(store, found);
    return (await store.isOwned(found.run)) ? null : `harness resume ${found.run}`;
  }
  const stale = findStaleCheckpoints(root, waiting);
  const known = [...waiting.map((each) => each.name), ...stale].join(', ');
  if (!stale.includes(name)) throw refusalOf(missionCodes, 'checkpoint.unknown', { name, known });
  await writeGrantFile(root, name);
  return 'harness mission';
}
