/** Performs `fidelity`: collects the evidence and writes the report. */

import { realpath } from 'node:fs/promises';
import type { Performer } from '@harness/core/effects/performer';
import { operationPerformer, type RunPlaces } from '../operation-performer.ts';
import type { PlansContext } from '../plans/context.ts';
import { type ProductSettings, performReportFidelity, performSurveyProduct } from './survey.ts';

interface Settings extends RunPlaces {
  /** Called for each operation: a merge may change the configuration of the repository. */
  ground(): Promise<ProductSettings>;
}

export const fidelityPerformer = ({ repo, runFolder, ground }: Settings): Performer<AbortSignal> =>
  operationPerformer<PlansContext>({
    kind: 'fidelity',
    repo,
    operations: {
      'survey-product': async (work, args: Parameters<typeof performSurveyProduct>[1]) =>
        performSurveyProduct(work, args, await ground()),
      'report-fidelity': performReportFidelity,
    },
    open: async ({ run, key, interrupted }) => ({
      repo: await realpath(repo),
      run,
      key,
      runFolder: runFolder(run),
      interrupted,
    }),
  });
