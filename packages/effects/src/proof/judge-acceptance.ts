/** Reads the run of acceptance tests on the base from its artifacts, which processes of an agent wrote. */
import type { judgeAcceptance } from '@harness/core/effects/acceptance';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { TestResults } from '@harness/core/test-report/results';
import { type AcceptanceProblem, runProblems } from '@harness/core/trust/acceptance';
import { readArtifact } from '../artifact/store.ts';
import type { ProofContext } from './context.ts';

type Args = NonNullable<(typeof judgeAcceptance)['args']>;

const maxBytes = 32 * 1024 * 1024;

export const performJudgeAcceptance = async (
  { runFolder }: ProofContext,
  { tests, green, results, log }: Args,
): Promise<Outcome<readonly AcceptanceProblem[]>> =>
  ok(
    runProblems(tests, {
      green,
      results: results === null ? null : (JSON.parse(readArtifact(runFolder, results, maxBytes)) as TestResults),
      output: log === null ? '' : readArtifact(runFolder, log, maxBytes),
    }),
  );
