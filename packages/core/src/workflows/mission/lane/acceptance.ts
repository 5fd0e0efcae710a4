/** Lets another role write acceptance tests of a feature before the worker, and asks if the work fails them again. */
import type { RedCheck } from '../../../checks/check-round.ts';
import { call } from '../../../effects/call.ts';
import { ask } from '../../../effects/question.ts';
import { defineStep } from '../../../machine/machine.ts';
import { acceptanceCodes } from '../../acceptance/codes.ts';
import type { AcceptanceJob } from '../../acceptance/job.ts';
import { acceptance } from '../../acceptance/machine.ts';
import type { WorkerReason } from '../roles/worker.ts';
import { type LaneState, type LaneWork, laneBroken, laneName, laneOver, laneSetback, laneWork } from './job.ts';
import { freezeEffect } from './lane-effects.ts';

const step = defineStep<LaneState>();

export const laneAcceptanceSteps = [
  step({
    at: 'accepting',
    to: ['freezing', 'over'],
    needs: (state) => ({ written: call(acceptance, laneName(state.job), acceptanceJob(state)) }),
    next: (state, { written: { result } }) => {
      if (result === null || result.at === 'stopped') return laneOver({ is: 'stopped' });
      if (result.at === 'failed') return laneBroken(state, result.because);
      const { told, rejected } = state;
      const frozen = result.at === 'frozen' ? result.frozen : noTests(state);
      const dropped = rejected ? { dropped: rejected.files } : {};
      return { ...laneWork(state), frozen, at: 'freezing', told, ...dropped };
    },
  }),
  step({
    at: 'freezing',
    to: ['working', 'checking', 'over'],
    needs: (state) => ({ saved: freezeEffect(state, state.frozen ?? noTests(state), state.dropped ?? []) }),
    next: (state, { saved }) => {
      if (!saved.ok) return laneBroken(state, saved.failure);
      const next = { ...laneWork(state), checkpoint: saved.value.commit };
      return state.dropped ? toNewChecks(next) : { ...next, at: 'working', told: state.told };
    },
  }),
  step({
    at: 'asking-acceptance',
    to: ['setting-back', 'accepting', 'freezing', 'over'],
    needs: ({ frozen, red, job: { feature } }) => ({
      answer: ask(
        acceptanceCodes,
        'unmet',
        { tests: frozen.files.join('\n') },
        { evidence: red.flatMap(({ log }) => log ?? []), item: feature },
      ),
    }),
    next: (state, { answer }) => {
      const { files } = state.frozen;
      const told = { is: 'new' } as const;
      switch (answer.choice) {
        case 'One more pass':
          return laneSetback(state, 'checks', '', state.red);
        case 'Write new tests':
          return { ...laneWork(state), at: 'accepting', told, rejected: { files, note: answer.note } };
        case 'Continue without':
          return { ...laneWork(state), frozen: noTests(state), at: 'freezing', told, dropped: files };
        case 'Stop':
          return laneOver({ is: 'stopped' });
      }
    },
  }),
];

/** Later attempts keep the tests of the first one. On a new base they are not in the lane yet. */
export function toFirstWork(work: LaneWork, told: WorkerReason, isContinued: boolean) {
  const { job, brief, frozen } = work;
  const isAsked = job.trust?.acceptance === 'independent' && brief.kind === undefined;
  if (isAsked && frozen === undefined) return { ...work, at: 'accepting', told } as const;
  const isMissing = (frozen?.files.length ?? 0) > 0 && !isContinued;
  return isMissing ? ({ ...work, at: 'freezing', told } as const) : ({ ...work, at: 'working', told } as const);
}

/** The work stays as it is; only its acceptance tests changed. */
const toNewChecks = (state: LaneWork) =>
  ({ ...state, at: 'checking', stage: 'built', left: state.job.checks, red: [] as readonly RedCheck[] }) as const;

/** A person continues without them, also in later attempts. */
const noTests = ({ checkpoint }: Pick<LaneWork, 'checkpoint'>) => ({ commit: checkpoint, files: [], tests: [] });

const acceptanceJob = ({ job, lane, rejected }: Extract<LaneState, { at: 'accepting' }>): AcceptanceJob => ({
  contract: { plan: job.plan, feature: job.feature },
  slug: laneName(job),
  at: lane.brought?.merged ?? lane.base,
  role: 'mission.acceptance-writer',
  checks: job.checks,
  checkTimeoutMs: job.checkTimeoutMs,
  ...(job.testFiles ? { testFiles: job.testFiles } : {}),
  ...(rejected ? { rejected } : {}),
  item: job.feature,
});
