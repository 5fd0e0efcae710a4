/** Lets another role write acceptance tests before the work, freezes them in the lane, and asks if the work does not pass them. */
import type { RedCheck } from '../../checks/check-round.ts';
import { call } from '../../effects/call.ts';
import { checkpoint, type HeldFiles } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import type { Artifact } from '../../journal/artifact.ts';
import { defineStep } from '../../machine/machine.ts';
import type { FrozenTests } from '../../trust/acceptance.ts';
import { acceptanceCodes } from '../acceptance/codes.ts';
import type { AcceptanceJob } from '../acceptance/job.ts';
import { acceptance } from '../acceptance/machine.ts';
import { type ConvergeState, type Pass, passState, toGiveUp } from './job.ts';

const step = defineStep<ConvergeState>();

export const acceptanceSteps = [
  step({
    at: 'accepting',
    to: ['freezing', 'implementing', 'closing'],
    needs: (state) => ({ written: call(acceptance, 'acceptance tests', acceptanceJob(state)) }),
    next: (state, { written: { result } }) => {
      if (result === null || result.at === 'stopped')
        return { at: 'closing', lane: state.lane, over: { at: 'stopped' } };
      if (result.at === 'failed') return toGiveUp(state, result.because);
      const { rejected } = state;
      const next = result.at === 'frozen' ? { ...passState(state), frozen: result.frozen } : passState(state);
      if (rejected) return { ...next, at: 'freezing', dropped: rejected.files };
      return next.frozen ? { ...next, at: 'freezing' } : { ...next, at: 'implementing', repair: null };
    },
  }),
  step({
    at: 'freezing',
    to: ['implementing', 'checking', 'witnessing', 'closing'],
    needs: ({ lane, checkpoint: commit, frozen, dropped = [] }) => ({
      saved: act(checkpoint, {
        lane,
        holds: { ...(frozen ? heldFiles(frozen) : { commit, files: [] }), gone: dropped },
      }),
    }),
    next: (state, { saved }) => {
      if (!saved.ok) return toGiveUp(state, saved.failure);
      const { commit, diff } = saved.value;
      const next = { ...passState(state), checkpoint: commit };
      return state.dropped ? toNewChecks(next, diff) : { ...next, at: 'implementing', repair: null };
    },
  }),
  step({
    at: 'asking-acceptance',
    to: ['implementing', 'accepting', 'freezing', 'closing'],
    needs: ({ frozen, repair, job }) => ({
      answer: ask(
        acceptanceCodes,
        'unmet',
        { tests: frozen.files.join('\n') },
        {
          evidence: repair.because === 'checks' ? repair.red.flatMap(({ log }) => log ?? []) : [],
          item: job.item ?? null,
        },
      ),
    }),
    next: (state, { answer }) => {
      const { frozen, ...pass } = passState(state);
      const dropped = state.frozen.files;
      switch (answer.choice) {
        case 'One more pass':
          return { ...pass, ...(frozen ? { frozen } : {}), at: 'implementing', passesLeft: 0, repair: state.repair };
        case 'Write new tests':
          return { ...pass, at: 'accepting', rejected: { files: dropped, note: answer.note } };
        case 'Continue without':
          return { ...pass, at: 'freezing', dropped };
        case 'Stop':
          return { at: 'closing', lane: state.lane, over: { at: 'stopped' } };
      }
    },
  }),
];

/** The work stays as it is; only its acceptance tests changed. */
const toNewChecks = (state: Pass, diff: Artifact) =>
  state.job.checks.length > 0
    ? ({ ...state, at: 'checking', diff, left: state.job.checks, red: [] as readonly RedCheck[] } as const)
    : ({ ...state, at: 'witnessing', diff } as const);

export const heldFiles = ({ commit, files }: FrozenTests): HeldFiles => ({ commit, files });

/** The plan or task text, never the work: the role of the tests must not be led by it. */
const acceptanceJob = ({ job, lane, rejected }: Extract<ConvergeState, { at: 'accepting' }>): AcceptanceJob => ({
  contract: job.task,
  slug: job.slug,
  at: lane.brought?.merged ?? lane.base,
  role: job.roles.accept ?? '',
  checks: job.checks,
  checkTimeoutMs: job.checkTimeoutMs,
  ...(job.testFiles ? { testFiles: job.testFiles } : {}),
  ...(rejected ? { rejected } : {}),
  ...(job.item === undefined ? {} : { item: job.item }),
});
