/** Reads the first line of a reply (W-03). If it is unreadable, that is no failure: the file decides (W-05). */

import { firstLine } from '../../../answer-contracts/first-line.ts';
import { nonEmptyLines, stripEmphasis } from '../../../answer-contracts/plain.ts';
import { ok } from '../../../failure/failure.ts';
import type { Reply, Role } from '../../../role/role.ts';

export interface TaskReply {
  readonly line: string;
  readonly readable: boolean;
}

const maxChars = 300;

/** Words of W-04 that report a written file. */
export type ArtifactVerb = 'generated' | 'changed' | 'written';

export const readTaskReply =
  (...words: readonly ArtifactVerb[]): Role<never, TaskReply>['read'] =>
  (reply) =>
    ok({ line: replyLine(reply), readable: firstLine({ contains: words })(reply).is === 'match' });

export const replyLine = ({ text }: Reply): string => stripEmphasis(nonEmptyLines(text)[0] ?? '').slice(0, maxChars);

export const taskReplySamples: readonly TaskReply[] = [
  { line: 'made — 1', readable: true },
  { line: '', readable: false },
];
