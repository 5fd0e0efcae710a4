/**
 * Records a run as a script that repeats the run without cost.
 *
 *   R1. One answer per try: a repeated call has several answers, in their order.
 *   R2. A try is in the file before its outcome is in the journal. When the run resumes, tries without an outcome in
 *       the journal are removed, because their call is repeated.
 *   R3. The run reads the recorded reply: local paths are removed before a reply is read, so that a replay has the same
 *       effect on every machine.
 *   R4. The answers of users come from the journal and are recorded too.
 */

import { join } from 'node:path';
import type { Workplace } from '@harness/core/effects/agent';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { type EndedTries, endedTries, givenAnswers } from '@harness/core/views/record';
import { refuseUnwritable } from '../../file/refuse-unwritable.ts';
import { eachText, keyRedactor } from '../../secret/redactor.ts';
import type { AgentRequest, AgentResult } from '../provider.ts';
import { answerFor, promptIn, type RecordedAnswer } from './answer.ts';
import { snapshotFolder, snapshotNamedFiles } from './folder-changes.ts';
import { privatePathsOf } from './private-paths.ts';
import { type Recording, writeRecord } from './script-file.ts';
import { stepsFor } from './steps.ts';

/** Records the end of a try, and returns the result that the run must use. */
export type RecordAttempt = (result: AgentResult) => Promise<AgentResult>;

export interface Recorder {
  /** Starts recording before the agent runs. */
  watch(request: AgentRequest, workplace: Workplace): Promise<RecordAttempt>;
  /** Records the answers of users since the last call. */
  catchUp(family: readonly RunJournal[]): Promise<void>;
}

export interface RecorderOptions {
  readonly file: string;
  /** Absolute root of the repository. */
  readonly repo: string;
  /** The earlier recording, and the journals that confirm it. */
  readonly before: Recording;
  readonly family: readonly RunJournal[];
}

export async function createRecorder({ file, repo, before, family }: RecorderOptions): Promise<Recorder> {
  const answers = [...confirmedAnswers(before.answers, family)];
  let last = Promise.resolve();
  /** Serialized, because several calls may end at the same time. */
  const write = (journals: readonly RunJournal[], answer?: RecordedAnswer): Promise<void> => {
    if (answer) answers.push(answer);
    const people = keyRedactor().deep(eachText(givenAnswers(journals), privatePathsOf([repo]).out));
    last = last
      .catch(() => undefined) // its caller already received the error
      .then(() => refuseUnwritable(file, () => writeRecord(file, { answers: [...answers], people })));
    return last;
  };
  await write(family);
  return {
    catchUp: (journals) => write(journals),
    async watch(request, workplace) {
      const places = privatePathsOf([request.cwd, repo]);
      const changed = await watchFiles(request, repo, workplace);
      return async (result) => {
        const cleaned = eachText(result, places.out);
        // An unscripted call is not recorded, so that a replay fails the same way.
        if (cleaned.outcome === 'unscripted') return cleaned;
        const own = (await changed()).filter(({ path }) => join(request.cwd, path) !== file); // without the recording itself
        const steps = await stepsFor(request.cwd, own, places);
        await write(request.family, answerFor(request, cleaned, steps));
        return cleaned;
      };
    },
  };
}

/** A read-only role can only write the paths that it names; a working role may also write named files that git ignores. */
async function watchFiles(
  { mode, cwd, writes: own = [], variables }: AgentRequest,
  repo: string,
  workplace: Workplace,
) {
  if (mode !== 'exec') return snapshotNamedFiles(cwd, own);
  const inputPaths = Object.entries(variables).flatMap(([name, value]) => (name.endsWith('_path') ? [value] : []));
  const namedSince = await snapshotNamedFiles(cwd, [...own, ...inputPaths]);
  const changesSince = await snapshotFolder(repo, workplace);
  return async () => {
    const changes = await changesSince();
    const known = new Set(changes.map(({ path }) => path));
    return [...changes, ...(await namedSince()).filter(({ path }) => !known.has(path))];
  };
}

const isAnswerOf = (when: RecordedAnswer['when'], { role, item, attempt, rival }: EndedTries): boolean =>
  role === when.role &&
  item === (when.item ?? null) &&
  (rival === null ? attempt === when.attempt : promptIn(rival) === when.prompt);

/** Removes tries that are not in the journal (R2). */
function confirmedAnswers(
  answers: readonly RecordedAnswer[],
  family: readonly RunJournal[],
): readonly RecordedAnswer[] {
  const left = endedTries(family);
  return answers.filter(({ when }) => {
    const tries = left.find((one) => one.count > 0 && isAnswerOf(when, one));
    if (tries === undefined) return false;
    tries.count--;
    return true;
  });
}
