/**
 * What a role of the task says: the first line of its answer and nothing else (W-03). What it made is in its file.
 *
 * A line that is not in the agreed form is no failure: it is said so, and the file decides (W-05).
 */

import { firstLine } from '../../../answer-contracts/first-line.ts';
import { nonEmptyLines, stripEmphasis } from '../../../answer-contracts/plain.ts';
import { ok } from '../../../failure/failure.ts';
import type { Reply, Role } from '../../../role/role.ts';

export interface TaskReply {
  readonly line: string;
  readonly readable: boolean;
}

const longest = 300;

/** The words of W-04 that tell that something was made. */
export type ArtifactVerb = 'generated' | 'changed' | 'written';

export const readTaskReply =
  (...words: readonly ArtifactVerb[]): Role<never, TaskReply>['read'] =>
  (reply) =>
    ok({ line: replyLine(reply), readable: firstLine({ contains: words })(reply).is === 'match' });

export const replyLine = ({ text }: Reply): string => stripEmphasis(nonEmptyLines(text)[0] ?? '').slice(0, longest);

export const taskReplySamples: readonly TaskReply[] = [
  { line: 'made — 1', readable: true },
  { line: '', readable: false },
];
