/** Describes why a task failed, for agents, for the failures file and for a person. */
import type { Artifact } from '../../../journal/artifact.ts';
import { instructionsFor } from '../../../trust/reason.ts';
import type { Fault } from './job.ts';

/** For an agent, as data: output of commands and words of other agents are in it. */
export function faultText(fault: Fault): string {
  switch (fault.is) {
    case 'reported':
      return fault.error;
    case 'left-out':
      return 'The answer names this task neither as completed nor as failed.';
    case 'no-change':
      return 'No file was changed.';
    case 'red':
      return fault.red.map(({ command, tail }) => `$ ${command}\n${tail}`).join('\n\n');
    case 'documents':
      return fault.problems.join('\n');
    case 'refused':
      return fault.note === '' ? 'A person did not accept the result at the checkpoint.' : fault.note;
    case 'tests':
      return [`A person refused the change of these files: ${fault.files.join(', ')}`, fault.note].join('\n').trim();
    case 'proof':
      return instructionsFor(fault.reasons);
  }
}

const longest = 300;

/** The start of the text, for a sentence. */
export function faultSummary(fault: Fault): string {
  const text = faultText(fault).replaceAll(/\s+/g, ' ').trim();
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** The whole output of red checks. */
export const faultLogs = (fault: Fault): readonly Artifact[] =>
  fault.is === 'red' ? fault.red.flatMap(({ log }) => (log === null ? [] : [log])) : [];
