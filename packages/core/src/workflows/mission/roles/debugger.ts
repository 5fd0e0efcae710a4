/** Finds the cause when a feature keeps failing (MO-22). It repairs nothing; its note is kept as `debug/<feature>.md`. */

import { lastLineOf } from '../../../answer-contracts/last-line.ts';
import { outcomeOf } from '../../../answer-contracts/match.ts';
import { stripEmphasis } from '../../../answer-contracts/plain.ts';
import { ok } from '../../../failure/failure.ts';
import type { Role } from '../../../role/role.ts';
import { describeFailingFeature, type FailingFeature } from './failing-feature.ts';
import { dataRule, freshSessionRule } from './prompt-parts.ts';

export interface DebuggerResult {
  /** For the next worker and a person. */
  readonly note: string;
}

const instructions = [
  'A feature has failed several times. Find the cause. Change nothing; a repair is not your task.',
  'Read its assertions, the last failure, and the files in the folder. Do not guess: name the file and the line, what happens there, and what should happen.',
  'Describe what was tried and why it could not work, the cause, and the smallest change that would remove it. Mark anything uncertain as a suspicion.',
  'Your whole answer is stored as a note for the next worker. End with the line `DEBUG_RECORDED` and nothing after it.',
  freshSessionRule,
  dataRule,
].join('\n');

const maxNote = 6_000;
const isRecorded = (line: string) => /^DEBUG_RECORDED\.?$/.test(stripEmphasis(line));
const recorded = lastLineOf('DEBUG_RECORDED', (line) => (isRecorded(line) ? line : undefined));

export const debuggerRole: Role<FailingFeature, DebuggerResult> = {
  id: 'mission.debugger',
  mode: 'review',
  remembers: true,
  instructions,
  prompt: describeFailingFeature,
  read(reply) {
    const read = outcomeOf(recorded(reply));
    if (!read.ok) return read;
    const note = reply.text
      .split('\n')
      .filter((line) => !isRecorded(line))
      .join('\n')
      .trim();
    return ok({ note: note.slice(0, maxNote) });
  },
  samples: [{ note: 'src/a.ts:3 never returns' }],
};
