/** Takes a branch to a merged pull request. Actions of people on it are noticed and never undone. */
import { agent } from '../../effects/agent.ts';
import { openPull, pushBranch } from '../../effects/forge.ts';
import { readChange } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';
import { withFollowUps, withUnwitnessed } from '../../pull-request/sections.ts';
import { preparer } from '../plan/roles/preparer.ts';
import {
  type DeliverJob,
  type DeliverResult,
  type DeliverState,
  deliverChange,
  deliverFailed,
  workplace,
} from './job.ts';
import { mergeSteps } from './merge.ts';

const step = defineStep<DeliverState>();

export const deliver = defineMachine<DeliverJob, DeliverState, DeliverResult>()({
  id: 'deliver',
  version: 1,
  start: (job) => ({ at: 'describing', job }),
  steps: [
    step({
      at: 'describing',
      to: ['preparing', 'pushing', 'failed'],
      needs: ({ job: { branch, base, onto } }) => ({
        read: act(readChange, { branch, base, ...(onto === undefined ? {} : { onto }) }),
      }),
      next: ({ job }, { read }) => {
        if (!read.ok) return deliverFailed(read.failure);
        if (job.pull === undefined) return { at: 'preparing', job, ...read.value };
        return { at: 'pushing', job, ...read.value, body: null, pull: job.pull };
      },
    }),
    step({
      at: 'preparing',
      to: ['pushing', 'failed'],
      needs: ({ job: { task, checks, item }, diff, from }) => ({
        body: agent(preparer, workplace(from), { task, diff, checks }, { item }),
      }),
      next: (state, { body }) => {
        if (!body.ok) return deliverFailed(body.failure);
        return {
          ...deliverChange(state),
          at: 'pushing',
          body: withFollowUps(withUnwitnessed(body.value, state.job.unwitnessed), state.job.followUps),
          pull: 0,
        };
      },
    }),
    step({
      at: 'pushing',
      to: ['opening', 'watching-checks', 'failed'],
      needs: ({ job: { branch }, head }) => ({ pushed: act(pushBranch, { branch, commit: head }) }),
      next: (state, { pushed }) => {
        if (!pushed.ok) return deliverFailed(pushed.failure);
        const { body, pull } = state;
        const next = { ...deliverChange(state), sinceMs: pushed.value.atMs };
        return body === null ? { ...next, at: 'watching-checks', pull } : { ...next, at: 'opening', body };
      },
    }),
    step({
      at: 'opening',
      to: ['watching-checks', 'merged', 'failed'],
      needs: ({ job: { branch, base, title }, head, body }) => ({
        opened: act(openPull, { branch, base, head, title, body }),
      }),
      next: (state, { opened }) => {
        if (!opened.ok) return deliverFailed(opened.failure);
        const { pull } = opened.value;
        if (opened.value.is === 'merged') return { at: 'merged', sha: opened.value.sha, pull, by: opened.value.by };
        return { ...deliverChange(state), at: 'watching-checks', pull, sinceMs: state.sinceMs };
      },
    }),
    ...mergeSteps,
  ],
  ends: { merged: 'done', failed: 'by-failure' },
  result: (state) => state,
  results: [
    { at: 'merged', sha: 'm1', pull: 1, by: 'someone' },
    { at: 'failed', because: { code: 'pull.closed', params: {} } },
    {
      at: 'failed',
      because: { code: 'pull.checks-red', params: {} },
      pull: 1,
      mend: { is: 'checks', findings: [{ severity: 'high', file: 'test', line: null, text: 'CI: it broke' }] },
    },
    { at: 'failed', because: { code: 'pull.conflict', params: {} }, pull: 1, mend: { is: 'base' } },
  ],
});
