/**
 * Offers a passed feature as a pull request (`onPass: "pr"`), without waiting for the merge.
 *
 *   R1. A failed offer loses nothing: the branch is kept, the mission escalates, and a resume offers it again.
 *   R2. A reopened feature that passes again is pushed to the same pull request.
 */
import { briefFeature } from '../../effects/features.ts';
import { type OpenResult, openPull, pushBranch } from '../../effects/forge.ts';
import { act } from '../../effects/operation.ts';
import type { Failure } from '../../failure/failure.ts';
import { defineStep } from '../../machine/machine.ts';
import { formatReason } from '../../mission/escalation-reason.ts';
import { pullBody } from '../../mission/pull-body.ts';
import { dependenciesOf } from './stacked-base.ts';
import {
  type FeatureState,
  featureOf,
  type LoopState,
  loopState,
  type Mission,
  toDraining,
  withFeature,
} from './state.ts';

const step = defineStep<Mission>();

/** The first kept feature whose current commit was not offered; `undefined` if there is none. */
export const featureToOffer = ({ job, features }: LoopState): string | undefined =>
  job.onPass === 'pr' ? features.find(isDue)?.id : undefined;

const isDue = ({ status, branch, commit, pull }: FeatureState) =>
  status === 'passed' && branch !== undefined && commit !== undefined && pull?.head !== commit;

export const offerSteps = [
  step({
    at: 'pushing',
    to: ['opening-pull', 'draining'],
    needs: (state) => {
      const { branch = '', commit = '' } = featureOf(state, state.feature);
      return {
        pushed: act(pushBranch, { branch, commit }),
        brief: act(briefFeature, { plan: state.plan, feature: state.feature, setback: null }),
      };
    },
    next: (state, { pushed, brief }) => {
      if (!pushed.ok) return toEscalation(state, pushed.failure);
      if (!brief.ok) return toEscalation(state, brief.failure);
      const { title, commands, files = [] } = brief.value;
      return { ...loopState(state), at: 'opening-pull', feature: state.feature, title, commands, files };
    },
  }),
  step({
    at: 'opening-pull',
    to: ['deciding', 'draining'],
    needs: (state) => {
      const { feature, job, commands, files } = state;
      const { branch = '', commit = '', attempts, unwitnessed } = featureOf(state, feature);
      const title = `${feature}: ${state.title}`;
      const onto = dependenciesOf(state, feature).map(({ id, pull }) => ({ id, pull: pull?.number ?? null }));
      const body = pullBody({
        title,
        spec: job.spec,
        files,
        onto,
        checks: [...job.checks, ...commands],
        attempts,
        ...(unwitnessed ? { unwitnessed } : {}),
      });
      return { opened: act(openPull, { branch, base: job.base, head: commit, title, body }) };
    },
    next: (state, { opened }) => (opened.ok ? afterOffer(state, opened.value) : toEscalation(state, opened.failure)),
  }),
];

type Offering = LoopState & { readonly feature: string };

function afterOffer(state: Offering, opened: OpenResult) {
  const { commit = '' } = featureOf(state, state.feature);
  const pull = { number: opened.pull, url: opened.is === 'open' ? opened.url : '', head: commit };
  return { ...withFeature(state, state.feature, { pull }), at: 'deciding' } as const;
}

const toEscalation = (state: Offering, { code }: Failure) =>
  toDraining(state, { is: 'escalated', reason: formatReason('pull', state.feature, code) });
