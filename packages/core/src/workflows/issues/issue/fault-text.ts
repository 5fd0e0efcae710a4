/** Describes why an attempt at a group was refused: for the worker, as data, and in one sentence for people. */
import type { RedCheck } from '../../../checks/check-round.ts';
import { boundedLine } from '../../../text/bounded-text.ts';
import { instructionsFor } from '../../../trust/reason.ts';
import { invariantLine } from '../record/invariant-report.ts';
import type { GroupFault } from './job.ts';

/** For an agent: output of commands and words of other agents are in it. */
export function groupFaultText(fault: GroupFault): string {
  switch (fault.is) {
    case 'call':
      return `The last call ended without an answer (${fault.code}). Its files may be incomplete.`;
    case 'no-change':
      return 'No file was changed.';
    case 'outside':
      return `These files do not belong to the group. Restore them:\n${listed(fault.files)}`;
    case 'tests':
      return `These tests, or the commands that run them, were weakened. Restore them:\n${listed(fault.files)}`;
    case 'red':
      return fault.red.map(({ command, tail }) => `$ ${command}\n${tail}`).join('\n\n');
    case 'invariants':
      return [...fault.failed.map(invariantLine), ...fault.said].join('\n');
    case 'proof':
      return instructionsFor(fault.reasons);
    case 'hook':
      return `The hook ${fault.hook} of the repository refuses the commit.`;
    case 'hook-outside':
      return `The hook ${fault.hook} of the repository changes files outside of the group:\n${listed(fault.files)}`;
    case 'review':
      return fault.findings.join('\n');
  }
}

const listed = (files: readonly string[]): string => files.map((file) => `- ${file}`).join('\n');

const longest = 300;

/** One line for comments, logs and the record of the issue. */
export function groupFaultSummary(fault: GroupFault): string {
  switch (fault.is) {
    case 'outside':
      return summary(`files outside of the group were changed: ${fault.files.join(', ')}`);
    case 'tests':
      return summary(`tests were weakened: ${fault.files.join(', ')}`);
    case 'red':
      return summary(redText(fault.red));
    case 'invariants':
      return summary(`invariants failed: ${fault.failed.map(({ id }) => id).join(', ') || fault.said.join(' ')}`);
    case 'proof':
      return summary(`no witness: ${fault.reasons.map(({ code }) => code).join(', ')}`);
    case 'call':
    case 'no-change':
    case 'hook':
    case 'hook-outside':
    case 'review':
      return summary(groupFaultText(fault));
  }
}

function redText(red: readonly RedCheck[]): string {
  const commands = red.map(({ command }) => command).join(', ');
  if (red.length > 1) return `red: ${commands}`;
  return red[0]?.log === null ? `${commands} did not finish in time` : `${commands} is red`;
}

const summary = (text: string): string => boundedLine(text, longest);

/** Another run may succeed without a change of the plan. */
export const isTransient = (fault: GroupFault): boolean => fault.is === 'call';
