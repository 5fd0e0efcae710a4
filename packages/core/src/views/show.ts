/** Builds the complete view of a run and its children, for `harness show` and the control server. */

import { artifactPath, type RunLocation } from '../journal/artifact.ts';
import type { RunTree } from '../journal/run-tree.ts';
import { questionText } from '../messages/lookup.ts';
import type { Messages } from '../messages/messages.ts';
import { type AgentCall, listCallsInParts } from './calls.ts';
import { listChecks } from './checks.ts';
import { listCommits } from './commits.ts';
import { listFindings } from './findings.ts';
import { finishParts, mapInParts } from './parts.ts';
import { listProofs } from './proofs.ts';
import { askedQuestions, type Question, withNotes } from './questions.ts';
import { type RunRowContext, runRow } from './run.ts';
import { eventOf } from './timeline.ts';
import { iso, isoOrNull } from './times.ts';
import { listUnproven } from './unproven-checks.ts';
import { countUnreadable } from './unreadable.ts';
import { listUserFiles } from './user-files.ts';

export const show = (family: RunTree, outside: RunRowContext, messages: Messages) =>
  finishParts(showInParts(family, outside, messages));

/** Each part reads the journals once. */
export function* showInParts(family: RunTree, outside: RunRowContext, messages: Messages) {
  const row = runRow(family, outside);
  yield;
  const calls = yield* listCallsInParts(family);
  const callRows = yield* mapInParts(calls, callRow);
  const checks = listChecks(family);
  yield;
  const questions = yield* mapInParts(
    family.flatMap((journal) => askedQuestions(journal).map((question) => ({ question, place: journal.place }))),
    ({ question, place }) => questionRow(withNotes(question, outside.notes), messages, place),
  );
  const commits = listCommits(family);
  yield;
  const findings = listFindings(family);
  yield;
  const userFiles = listUserFiles(family);
  const unproven = listUnproven(family);
  const proofs = listProofs(family);
  yield;
  const unreadable = countUnreadable(calls);
  const events = yield* mapInParts([...family[0].entries.entries()], ([n, entry]) => eventOf(entry, n + 1));
  const lists = { calls: callRows, checks, questions, commits, findings, userFiles, unproven, proofs };
  return { ...row, ...lists, unreadable, timeline: events };
}

const callRow = ({ run: _, startedAtMs, endedAtMs, tries, error, ...call }: AgentCall) => ({
  ...call,
  ...(error === null ? {} : { error }),
  startedAt: iso(startedAtMs),
  endedAt: isoOrNull(endedAtMs),
  tries: tries.map(({ startedAtMs: from, endedAtMs: to, ...one }) => ({
    ...one,
    startedAt: iso(from),
    endedAt: isoOrNull(to),
  })),
});

export function questionRow(question: Question, messages: Messages, place?: RunLocation) {
  const { id, run, header, input, askedAtMs, answer, answeredAtMs, notes = [] } = question;
  const words = questionText(messages, input.code);
  return {
    id,
    run,
    header,
    question: words.question(input.params),
    options: input.choices.map((label) => ({
      label,
      // An option of the run has no text. It may be named like a member of every object.
      description: Object.hasOwn(words.options, label) ? (words.options[label] ?? '') : '',
    })),
    evidence: input.evidence.map((one) => ('file' in one ? one.file : artifactPath(run, one, place))),
    item: input.item,
    askedAt: iso(askedAtMs),
    notes,
    ...(answer
      ? {
          answer: answer.choice,
          note: answer.note,
          answeredBy: answer.channel === 'script' ? 'script' : answer.by,
          channel: answer.channel,
          answeredAt: isoOrNull(answeredAtMs),
        }
      : {}),
  };
}
