/** Performs `proof`: writes the variants of a change as commits, and reads the results of their runs. */
import type { Performer } from '@harness/core/effects/performer';
import { commonDir } from '../git/git-dir.ts';
import { type Operations, operationPerformer, type RunPlaces } from '../operation-performer.ts';
import { performCompareRuns, performReadMutants } from './compare-runs.ts';
import type { ProofContext } from './context.ts';
import { performJudgeAcceptance } from './judge-acceptance.ts';
import { performPrepareAcceptance } from './prepare-acceptance.ts';
import { performPrepareProof } from './prepare-proof.ts';

interface Settings extends RunPlaces {
  readonly environment?: NodeJS.ProcessEnv;
}

const operations: Operations<ProofContext> = {
  prepare: performPrepareProof,
  compare: performCompareRuns,
  mutants: performReadMutants,
  'prepare-acceptance': performPrepareAcceptance,
  'judge-acceptance': performJudgeAcceptance,
};

export const proofPerformer = ({ repo, runFolder, environment = process.env }: Settings): Performer<AbortSignal> =>
  operationPerformer<ProofContext>({
    kind: 'proof',
    repo,
    operations,
    open: async ({ run, key, signal }) => ({
      repo,
      common: await commonDir(repo),
      key,
      runFolder: runFolder(run),
      environment,
      signal,
    }),
  });
