/**
 * Writes a run down while it happens, as a script that makes the same run again for nothing.
 *
 *   R1. One answer a try: a call that was asked again stands there as often, in its order.
 *   R2. A try is in the file before its outcome is in the journal; what a crash left there without an outcome is taken
 *       out when the run goes on, because the call is made again.
 *   R3. The run reads what the record says: places of this machine are taken out before a reply is read, so that what
 *       is made of it is the same wherever it is replayed.
 *   R4. What people answered is told by the journal, and is written down with it.
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
import { type Recorded, writeRecord } from './script-file.ts';
import { stepsFor } from './steps.ts';

/** Takes down how the try ended, and answers with what the run is to read. */
export type RecordAttempt = (result: AgentResult) => Promise<AgentResult>;

export interface Recorder {
  /** Before the agent begins. */
  watch(request: AgentRequest, workplace: Workplace): Promise<RecordAttempt>;
  /** What people have answered since the last call. */
  catchUp(family: readonly RunJournal[]): Promise<void>;
}

export interface RecorderOptions {
  readonly file: string;
  /** The absolute root of the repository. */
  readonly repo: string;
  /** What was recorded before, and what the journals say of it. */
  readonly before: Recorded;
  readonly family: readonly RunJournal[];
}

export async function createRecorder({ file, repo, before, family }: RecorderOptions): Promise<Recorder> {
  const answers = [...confirmed(before.answers, family)];
  let last = Promise.resolve();
  /** One after the other: several calls may end at the same time. */
  const write = (journals: readonly RunJournal[], answer?: RecordedAnswer): Promise<void> => {
    if (answer) answers.push(answer);
    const people = keyRedactor().deep(eachText(givenAnswers(journals), privatePathsOf([repo]).out));
    last = last
      .catch(() => undefined) // whoever asked for it was told
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
        const heard = eachText(result, places.out);
        // Nobody scripted it: a replay is to say the same.
        if (heard.outcome === 'unscripted') return heard;
        const own = (await changed()).filter(({ path }) => join(request.cwd, path) !== file); // the record itself is nobody's work
        const steps = await stepsFor(request.cwd, own, places);
        await write(request.family, answerFor(request, heard, steps));
        return heard;
      };
    },
  };
}

/** Who only reads can have written its one file, and nothing else; who works may also have written what git ignores. */
async function watchFiles({ mode, cwd, output, variables }: AgentRequest, repo: string, workplace: Workplace) {
  const own = output === undefined ? [] : [output];
  if (mode !== 'exec') return snapshotNamedFiles(cwd, own);
  const told = Object.entries(variables).flatMap(([name, value]) => (name.endsWith('_path') ? [value] : []));
  const namedSince = await snapshotNamedFiles(cwd, [...own, ...told]);
  const since = await snapshotFolder(repo, workplace);
  return async () => {
    const changes = await since();
    const known = new Set(changes.map(({ path }) => path));
    return [...changes, ...(await namedSince()).filter(({ path }) => !known.has(path))];
  };
}

const isOf = (when: RecordedAnswer['when'], { role, item, attempt, rival }: EndedTries): boolean =>
  role === when.role &&
  item === (when.item ?? null) &&
  (rival === null ? attempt === when.attempt : promptIn(rival) === when.prompt);

/** Without the tries that the journal never heard of (R2). */
function confirmed(answers: readonly RecordedAnswer[], family: readonly RunJournal[]): readonly RecordedAnswer[] {
  const left = endedTries(family);
  return answers.filter(({ when }) => {
    const tries = left.find((one) => one.count > 0 && isOf(when, one));
    if (tries === undefined) return false;
    tries.count--;
    return true;
  });
}
