/** Reads and writes the state of the queue, `<stateDir>/state.json`. A power cut never leaves half a file (D-52). */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { refusalOf } from '@harness/core/failure/refusal';
import { queueCodes } from '@harness/core/workflows/queue/codes';
import type { QueueDocument } from '@harness/core/workflows/queue/document';
import { createFolder, readJson, refuseUnwritableSync, replaceDurableFile } from '@harness/engine/store/durable-file';

const fileName = 'state.json';

export const statePath = (root: string, stateDir: string): string => join(root, stateDir, fileName);

export function writeQueueState(root: string, stateDir: string, document: QueueDocument): void {
  createFolder(join(root, stateDir));
  replaceDurableFile(statePath(root, stateDir), `${JSON.stringify(document, null, 2)}\n`, { durable: true });
}

export type QueueStateRead =
  | { readonly is: 'read'; readonly document: QueueDocument }
  | { readonly is: 'none' }
  | { readonly is: 'corrupt' };

/** Refuses an unknown version: a newer harness wrote it. */
export function readQueueState(root: string, stateDir: string): QueueStateRead {
  const path = statePath(root, stateDir);
  if (!existsSync(path)) return { is: 'none' };
  const content = readJson(readFileSync(path, 'utf8')) as Partial<QueueDocument> | null | undefined;
  if (typeof content !== 'object' || content === null || content.version === undefined) return { is: 'corrupt' };
  if (content.version !== 1)
    throw refusalOf(queueCodes, 'state.version', { path: join(stateDir, fileName), version: String(content.version) });
  return { is: 'read', document: content as QueueDocument };
}

/** Moves a corrupt file aside. It is never deleted, because its content may still help. */
export function setStateFileAside(root: string, stateDir: string, now: Date): string {
  const path = statePath(root, stateDir);
  const kept = `${fileName}.corrupt-${now.toISOString().replaceAll(':', '-')}`;
  refuseUnwritableSync(path, () => renameSync(path, join(root, stateDir, kept)));
  return join(stateDir, kept);
}
