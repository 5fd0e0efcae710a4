/** Describes the results of `harness validate`: one line per check or kind of document. */

import { failureText } from '@harness/core/messages/lookup';
import type { Messages } from '@harness/core/messages/messages';
import { specProblemText } from '@harness/core/subsystems/problem-text';
import { executedTests } from '@harness/core/test-report/count';
import type { FinishedCheck } from '@harness/effects/check/run-checks';
import type { CheckedDocuments, LocatedProblem } from '@harness/effects/validate/documents';
import { printable, printableList } from './printable.ts';
import type { Output } from './screen.ts';
import { createColours, symbols } from './symbols.ts';

export interface ValidatedPart {
  readonly id: string;
  readonly ok: boolean;
  readonly detail: string;
  /** Path of the output in the repository; `null` if there is none. */
  readonly log: string | null;
  /** The last lines of a red check. */
  readonly tail?: string;
}

export function describeCheck(
  id: string,
  { command, outcome, log, tookMs: ms }: FinishedCheck,
  words: Messages,
): ValidatedPart {
  if (!outcome.ok) {
    const tail = String(outcome.failure.params['tail'] ?? '');
    return { id, ok: false, detail: failureText(words, outcome.failure), log, tail };
  }
  const { green, exitCode, tests, tail } = outcome.value;
  if (green) return { id, ok: true, detail: words.lines['check.green']({ command, exitCode: 0, ms }), log };
  const executed = tests === undefined ? {} : { executed: executedTests(tests) };
  const detail = words.lines['check.red']({ command, exitCode: exitCode ?? 'signal', ms, ...executed });
  return { id, ok: false, detail, log, tail };
}

/** More of specs, because a run of issues refuses all of them at once. */
const maxProblems: Readonly<Record<CheckedDocuments['id'], number>> = {
  sessions: 5,
  learnings: 5,
  roadmap: 5,
  timeline: 5,
  subsystems: 50,
};

export function describeDocuments(
  { id, paths, problems, warnings }: CheckedDocuments,
  messages: Messages,
): ValidatedPart {
  const { documents: words } = messages;
  const most = maxProblems[id];
  const warned = warnings.slice(0, most).map((one) => specProblemText(messages, one));
  if (problems.length === 0) {
    const detail = [words['validate.documents']({ count: paths.length }), ...warned].join('; ');
    return { id, ok: true, detail, log: null };
  }
  const shown = problems.slice(0, most).map((one) => problemSentence(one, messages));
  const left = problems.length - shown.length;
  const more = left > 0 ? [words['validate.more']({ count: left })] : [];
  return { id, ok: false, detail: [...shown, ...more, ...warned].join(' '), log: null };
}

function problemSentence({ path, problem }: LocatedProblem, messages: Messages): string {
  const words = messages.documents;
  switch (problem.code) {
    case 'not-json':
      return words['validate.not-json']({ path });
    case 'unusable':
      return words['validate.unusable']({ path, why: problem.why });
    case 'spec':
      return specProblemText(messages, problem.defect);
    case 'wrong-value':
      return words['validate.wrong-value']({ path, ...problem });
  }
}

export function validatedLine(
  { id, ok, detail, log, tail = '' }: ValidatedPart,
  { colour }: Pick<Output, 'colour'>,
): string {
  const mark = ok ? 'good' : 'bad';
  const line = `${createColours(colour)[mark](symbols[mark])} ${id.padEnd(14)} ${printable(detail)}`;
  const below = ok ? [] : [...tail.split('\n').filter((text) => text.trim() !== ''), ...(log === null ? [] : [log])];
  return `${line}${printableList(below)}`;
}
