/** Performs `autopilot`: the signals, plans and documents of a session. */

import { realpath } from 'node:fs/promises';
import { type assessPhase, type offerPull, openSession } from '@harness/core/effects/autopilot';
import type { ArgsOf } from '@harness/core/effects/operation';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import type { Forge } from '../forge/forge.ts';
import { type Operations, operationPerformer, type RunPlaces } from '../operation-performer.ts';
import { type AskAnalysis, performAssessPhase } from './assess-phase.ts';
import { performClosePhase } from './close-phase.ts';
import { performCloseSession } from './close-session.ts';
import type { AutopilotContext } from './context.ts';
import { performGatherContext } from './gather-context.ts';
import { performGatherRetry } from './gather-retry.ts';
import { performKeepHandoff } from './keep-handoff.ts';
import { performOfferPull } from './offer-pull.ts';
import { performOpenSession } from './open-session.ts';
import { performReadPlan } from './read-plan.ts';
import { performReadSegment } from './read-segment.ts';
import { performRecordFailure } from './record-failure.ts';
import { performSurveyPhase } from './survey-phase.ts';
import { performValidateDocuments } from './validate-documents.ts';
import { performWriteDecisions } from './write-decisions.ts';

interface Settings extends RunPlaces {
  /** Default: no control server is asked. */
  readonly ask?: AskAnalysis;
  forge(): Promise<Forge>;
}

const operationsWith = ({ forge, ask = async () => null }: Settings): Operations<AutopilotContext> => ({
  'open-session': performOpenSession,
  'assess-phase': (work, args: ArgsOf<typeof assessPhase>) => performAssessPhase(work, args, ask),
  'read-plan': performReadPlan,
  'read-segment': performReadSegment,
  'validate-documents': performValidateDocuments,
  'keep-handoff': performKeepHandoff,
  'survey-phase': performSurveyPhase,
  'gather-context': performGatherContext,
  'gather-retry': performGatherRetry,
  'record-failure': performRecordFailure,
  'write-decisions': performWriteDecisions,
  'close-phase': performClosePhase,
  'offer-pull': (work, args: ArgsOf<typeof offerPull>) => performOfferPull(work, args, forge),
  'close-session': performCloseSession,
});

export const autopilotPerformer = (settings: Settings): Performer<AbortSignal> =>
  operationPerformer<AutopilotContext>({
    kind: openSession.kind,
    repo: settings.repo,
    operations: operationsWith(settings),
    open: async (context) => ({
      repo: await realpath(settings.repo),
      ...placeOf(context, settings),
      signal: context.signal,
      context,
    }),
  });

/** All runs of a session keep their texts in the folder of the first one, under names of their own. */
function placeOf({ run, key }: PerformContext<AbortSignal>, { runFolder }: RunPlaces) {
  const [first = run, ...child] = run.split('.');
  return { run, key: [...child, key].join('.'), runFolder: runFolder(first) };
}
