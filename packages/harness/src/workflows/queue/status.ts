/** `harness daemon status`: prints the queue's state from its state file. */

import { join } from 'node:path';
import type { Config } from '@harness/core/config/schema';
import { refusalOf } from '@harness/core/failure/refusal';
import { sentencesOf } from '@harness/core/workflow';
import { queueCodes } from '@harness/core/workflows/queue/codes';
import type { QueueDocument } from '@harness/core/workflows/queue/document';
import { queueWorkflow } from '@harness/core/workflows/queue/workflow';
import { isFrozen } from '../../gates/frozen.ts';
import type { Output } from '../../render/screen.ts';
import { isDaemonRunning } from './daemon-lock.ts';
import { readQueueState } from './queue-state-file.ts';

export async function daemonStatus(root: string, { stateDir }: Config, output: Output): Promise<number> {
  const read = readQueueState(root, stateDir);
  if (!(await isDaemonRunning(root)) || read.is !== 'read') throw refusalOf(queueCodes, 'daemon.none', {});
  if (output.json) output.say(`${JSON.stringify(read.document)}\n`);
  else for (const line of lines(read.document, root, stateDir, output)) output.say(`${line}\n`);
  return 0;
}

function lines(document: QueueDocument, root: string, stateDir: string, { language }: Output): readonly string[] {
  const words = sentencesOf(queueWorkflow, language);
  const { mode, active, blocked, waiting, lastMergeSha } = document;
  const file = join(stateDir, 'FROZEN');
  return [
    words[`mode.${mode}`]({}),
    ...(isFrozen(join(root, file)) ? [`  ${words.frozen({ file })}`] : []),
    ...(active ? [`  ${words.active({ plan: active.planId, at: active.startedAt, path: active.logPath })}`] : []),
    ...Object.keys(waiting).map((plan) => `  ${words.waiting({ plan })}`),
    ...Object.entries(blocked).map(([plan, { detail, blockedAt: at }]) => `  ${words.blocked({ plan, detail, at })}`),
    ...(lastMergeSha === null ? [] : [`  ${words.merges({ sha: lastMergeSha })}`]),
  ];
}
