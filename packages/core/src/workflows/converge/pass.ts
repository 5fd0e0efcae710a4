/** The steps of one pass: implement, save, check, take screens, review. A blocking result starts the next pass. */

import type { Finding } from '../../answer-contracts/finding.ts';
import { distinctFindings, isBlocking, mergeFindings } from '../../answer-contracts/findings.ts';
import { parseManualStep } from '../../answer-contracts/manual-step.ts';
import { nextCheck, nextCheckStep } from '../../checks/check-round.ts';
import { agent } from '../../effects/agent.ts';
import { checkpoint } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { defineStep, type Effect } from '../../machine/machine.ts';
import { withoutConsent } from '../../test-guard/consent.ts';
import { heldFiles } from './acceptance.ts';
import { e2eSteps } from './e2e.ts';
import { manualStepSteps } from './errand.ts';
import type { Implementer } from './implementer.ts';
import {
  type ConvergeState,
  checkedWork,
  passState,
  toChecks,
  toGiveUp,
  toNextPass,
  toNextPassOrAsk,
  toWitnessing,
} from './job.ts';
import { reviewedNow, reviewInput } from './review-input.ts';
import type { Reviewer } from './reviewer.ts';
import { screenSteps, uiReview } from './screens.ts';
import { testSteps } from './tests.ts';
import { witnessSteps } from './witness.ts';

const step = defineStep<ConvergeState>();

// An effect needs only the id of its role; the job names the role.
const implementerOf = (id: string) => ({ id }) as Implementer;
const reviewerOf = (id: string) => ({ id }) as Reviewer;

export const passSteps = [
  step({
    at: 'implementing',
    to: ['saving', 'closing'],
    needs: ({ job, lane, checkpoint, repair, made, frozen }) => ({
      change: agent(
        implementerOf(repair ? job.roles.repair : job.roles.implement),
        { cwd: lane.path, checkpoint },
        {
          task: job.task,
          checks: job.checks,
          repair,
          ...(repair && made ? { made } : {}),
          ...(frozen ? { frozen: frozen.files } : {}),
        },
        { item: job.item ?? null },
      ),
    }),
    next: (state, { change }) => {
      if (!change.ok) return toGiveUp(state, change.failure);
      const errand = parseManualStep(change.value);
      return { ...passState(state), at: 'saving', ...(errand ? { errand } : {}) };
    },
  }),
  step({
    at: 'saving',
    to: ['inspecting', 'checking', 'witnessing', 'screening', 'reviewing', 'asking-errand', 'closing'],
    needs: ({ lane, reviewed, frozen }) => ({
      saved: act(checkpoint, {
        lane,
        ...(reviewed ? { since: reviewed.commit } : {}),
        ...(frozen ? { holds: heldFiles(frozen) } : {}),
      }),
    }),
    next: (state, { saved }) => {
      if (!saved.ok) return toGiveUp(state, saved.failure);
      const { commit, diff, since, touched = 0 } = saved.value;
      const hasFixer = state.job.roles.repair !== state.job.roles.implement;
      const reviewed = state.reviewed && since ? { reviewed: { ...state.reviewed, since } } : {};
      const next = { ...passState(state), checkpoint: commit, ...(hasFixer ? { made: diff } : {}), ...reviewed };
      if (state.errand) return { ...next, at: 'asking-errand', errand: state.errand, diff };
      return touched > 0 ? { ...next, at: 'inspecting', diff } : toChecks(next, diff);
    },
  }),
  ...manualStepSteps,
  ...testSteps,
  step({
    at: 'checking',
    to: [
      'checking',
      'asking-tests',
      'witnessing',
      'screening',
      'reviewing',
      'implementing',
      'deciding',
      'asking-acceptance',
      'closing',
    ],
    needs: (state) => ({ report: nextCheck(state.job, checkedWork(state), state.left) }),
    next: (state, { report }) => {
      const round = nextCheckStep(state, report);
      if (!round.ok) return toGiveUp(state, round.failure);
      const { left, red, lost } = round.value;
      if (left.length > 0) return { ...state, left, red, ...(lost ? { lost } : {}) };
      if (red.length > 0) return toNextPassOrAsk(state, { because: 'checks', red });
      const weakened = withoutConsent(lost ?? [], state.allowed);
      const { diff } = state;
      return weakened.length > 0
        ? { ...passState(state), at: 'asking-tests', diff, weakened }
        : toWitnessing(state, diff);
    },
  }),
  ...witnessSteps,
  ...screenSteps,
  step({
    at: 'reviewing',
    to: ['e2e', 'committing', 'implementing', 'deciding', 'closing'],
    // Reviewers run at the same time and do not see each other's findings.
    needs: (state) => {
      const { job, lane, checkpoint } = state;
      const reviews = job.roles.review.map((id) => [
        id,
        agent(reviewerOf(id), { cwd: lane.path, checkpoint }, reviewInput(state), { item: job.item ?? null }),
      ]);
      return { ...(Object.fromEntries(reviews) as Record<string, Effect<readonly Finding[]>>), ...uiReview(state) };
    },
    next: (state, reviews) => {
      let findings: readonly Finding[] = [];
      for (const review of Object.values(reviews)) {
        if (!review.ok) return toGiveUp(state, review.failure);
        findings = distinctFindings([...findings, ...review.value]);
      }
      const lows = findings.filter((finding) => !isBlocking(finding));
      const next = { ...state, ...reviewedNow(state), followUps: mergeFindings(state.followUps, lows) };
      const blocking = findings.filter(isBlocking);
      if (blocking.length > 0) return toNextPass(next, { because: 'findings', findings: blocking });
      const { e2e } = state.job;
      return e2e ? { ...passState(next), at: 'e2e', e2e } : { ...passState(next), at: 'committing' };
    },
  }),
  ...e2eSteps,
];
