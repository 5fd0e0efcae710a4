/** The steps from an open pull request to a merged one: checks, facts, approval, label, merge (DO-09, DO-10, D-29). */

import { agent } from '../../effects/agent.ts';
import { labelPull, mergePull, readPull, watchChecks, watchMerge } from '../../effects/forge.ts';
import { act } from '../../effects/operation.ts';
import { failureOf } from '../../failure/failure.ts';
import { findingsOf } from '../../forge/findings.ts';
import { defineStep } from '../../machine/machine.ts';
import { findUnreadyReasons } from '../../pull-request/readiness.ts';
import { mergeChecker } from '../plan/roles/merge-checker.ts';
import {
  conflictFailure,
  type DeliverState,
  deliverFailed,
  deliverRefused,
  pullState,
  repairable,
  supersededState,
  workplace,
} from './job.ts';

const step = defineStep<DeliverState>();

export const mergeSteps = [
  step({
    at: 'watching-checks',
    to: ['reading', 'merged', 'failed'],
    needs: ({ pull, head, sinceMs, job: { patience } }) => ({
      seen: act(watchChecks, { pull, head, sinceMs, ...patience.checks, ignore: patience.ignore }),
    }),
    next: (state, { seen }) => {
      if (!seen.ok) return deliverFailed(seen.failure);
      const { pull } = state;
      switch (seen.value.is) {
        case 'green':
        case 'none': // the forge has no checks; the harness's checks were green
          return { ...pullState(state), at: 'reading' };
        case 'red':
          return repairable(
            pull,
            { is: 'checks', findings: findingsOf(seen.value.red) },
            failureOf('pull.checks-red', { pull, red: seen.value.red.map(({ name }) => name).join(', ') }),
          );
        case 'conflict':
          return conflictFailure(pull, seen.value.files);
        case 'timed-out':
          return deliverRefused('pull.checks-late', { pull, pending: seen.value.pending.join(', ') });
        case 'changed':
        case 'closed':
        case 'merged':
          return supersededState(pull, seen.value);
      }
    },
  }),
  step({
    at: 'reading',
    to: ['judging', 'merged', 'failed'],
    needs: ({ pull, job: { patience } }) => ({ read: act(readPull, { pull, ignore: patience.ignore }) }),
    next: (state, { read }) => {
      if (!read.ok) return deliverFailed(read.failure);
      const { pull, head, job } = state;
      if (read.value.state.is !== 'open') return supersededState(pull, read.value.state);
      if (read.value.head !== head) return supersededState(pull, { is: 'changed', head: read.value.head });
      if (read.value.mergeable === 'conflict') return conflictFailure(pull, []);
      const reasons = findUnreadyReasons(read.value, job.e2e);
      if (reasons.length > 0) return deliverRefused('pull.unready', { pull, reasons: reasons.join(', ') });
      return { ...pullState(state), at: 'judging', body: read.value.body };
    },
  }),
  step({
    at: 'judging',
    to: ['labelling', 'failed'],
    needs: ({ job: { task, evidence, item }, diff, body, from }) => ({
      verdict: agent(mergeChecker, workplace(from), { task, diff, body, evidence }, { item }),
    }),
    next: (state, { verdict }) => {
      if (!verdict.ok) return deliverFailed(verdict.failure);
      const { pull } = state;
      if (verdict.value.is === 'ready') return { ...pullState(state), at: 'labelling' };
      return deliverRefused('pull.objected', { pull, why: verdict.value.why });
    },
  }),
  step({
    at: 'labelling',
    to: ['merging', 'failed'],
    needs: ({ pull, job: { label } }) => ({ labelled: act(labelPull, { pull, label }) }),
    next: (state, { labelled }) =>
      labelled.ok ? { ...pullState(state), at: 'merging' } : deliverFailed(labelled.failure),
  }),
  step({
    at: 'merging',
    to: ['merged', 'watching-merge', 'failed'],
    needs: ({ pull, head, job: { title, item, patience } }) => ({
      done: act(mergePull, { pull, head, title, message: `Plan: ${item}`, ignore: patience.ignoredByPerson }),
    }),
    next: (state, { done }) => {
      if (!done.ok) return deliverFailed(done.failure);
      const { pull } = state;
      switch (done.value.is) {
        case 'conflict':
          return conflictFailure(pull, done.value.files);
        case 'behind': // the merged result was never checked: the current base must come in first
          return repairable(
            pull,
            { is: 'base' },
            failureOf('pull.unmerged', { pull, detail: 'its base has new commits' }),
          );
        case 'blocked': // by a rule of the forge; a person may still approve
          return { ...pullState(state), at: 'watching-merge', blockedBy: done.value.detail };
        case 'changed':
        case 'closed':
        case 'merged':
          return supersededState(pull, done.value);
      }
    },
  }),
  step({
    at: 'watching-merge',
    to: ['merged', 'failed'],
    needs: ({ pull, head, sinceMs, job: { patience } }) => ({
      seen: act(watchMerge, { pull, head, sinceMs, ...patience.merge }),
    }),
    next: ({ pull, blockedBy }, { seen }) => {
      if (!seen.ok) return deliverFailed(seen.failure);
      return seen.value.is === 'timed-out'
        ? deliverRefused('pull.unmerged', { pull, detail: blockedBy })
        : supersededState(pull, seen.value);
    },
  }),
];
