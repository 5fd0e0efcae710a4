/**
 * The second half of a lane: judged by who was not there, brought together with the base, proved, and only then merged.
 *
 *   L1. The base only ever moves to a tree whose checks and claims were green with everything already in it.
 *   L2. A conflict is work for the worker, in the lane; the base never sees it, and what was resolved is judged again.
 *   L3. Lanes share nothing but the base, and the base is moved by compare-and-swap: no lock outlives a process.
 */
import { agent } from '../../../effects/agent.ts';
import { keepSetback } from '../../../effects/features.ts';
import { closeLane } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import { stepsOf } from '../../../machine.ts';
import { validator } from '../../../roles/mission/validator.ts';
import { broken, type LaneState, over, savedIn, setBack, work } from './job.ts';
import { published, synced } from './place.ts';
import { brought, landing, passedVerdict } from './ways.ts';

const step = stepsOf<LaneState>();

export const landSteps = [
  step({
    at: 'validating',
    to: ['looking-at-ui', 'crosschecking', 'documenting', 'syncing', 'setting-back', 'over'],
    // Anchor-free: the contract and the product, nothing of what the worker or an earlier validator said (C-16).
    needs: ({ job, brief, lane, checkpoint, printed }) => ({
      verdict: agent(
        validator,
        { cwd: lane.path, checkpoint },
        {
          ...{ feature: job.feature, round: job.round, task: brief.task, green: [...job.checks, ...brief.commands] },
          ...{ cwd: lane.path, ...(printed ? { printed } : {}) },
        },
        { item: job.feature },
      ),
    }),
    next: (state, { verdict }) => {
      if (!verdict.ok) return broken(state, verdict.failure);
      const { passed, issues, said } = verdict.value;
      const judged = { ...work(state), issues: [...state.issues, ...issues] };
      return passed ? passedVerdict(judged) : setBack(judged, 'validator', said);
    },
  }),
  step({
    at: 'syncing',
    to: ['publishing', 'keeping', 'checking', 'working', 'setting-back', 'over'],
    needs: (state) => ({ synced: synced(state) }),
    next: (state, { synced: now }) => {
      if (!now.ok) return broken(state, now.failure);
      if (now.value.is === 'current') return landing(state);
      const { lane, checkpoint } = now.value;
      const together = { ...work(state), lane, checkpoint };
      if (now.value.is === 'brought') return brought(together);
      const { files } = now.value;
      return state.repairsLeft > 0
        ? { ...together, at: 'working', repairsLeft: state.repairsLeft - 1, told: { is: 'conflict', files } }
        : setBack(together, 'conflict', files.join('\n'));
    },
  }),
  step({
    at: 'publishing',
    to: ['closing', 'syncing', 'setting-back', 'over'],
    needs: (state) => ({ done: published(state, state.brief.title) }),
    next: (state, { done }) => {
      if (!done.ok) return broken(state, done.failure);
      if (done.value.is === 'base-moved')
        return state.landingsLeft > 0
          ? { ...work(state), at: 'syncing', landingsLeft: state.landingsLeft - 1 }
          : setBack(state, 'base-moves', '');
      const isMerged = done.value.is === 'published';
      const merged = isMerged ? { commit: done.value.commit, left: done.value.left } : { commit: null, left: '' };
      const result = { is: 'passed', ...merged, issues: state.issues } as const;
      if (state.job.checkout) return over(result); // there is no folder to give back
      return { ...work(state), lane: done.value.lane, at: 'closing', result };
    },
  }),
  step({
    at: 'setting-back',
    to: ['over'],
    needs: ({ because, said, red }) => ({ kept: act(keepSetback, { because, said, red }) }),
    // M-28: the lane stays for the next attempt; what could not be written down is at least counted.
    next: (state, { kept }) =>
      over({
        ...{ is: 'failing', because: state.because, setback: kept.ok ? kept.value.file : null },
        ...{ saved: savedIn(state), issues: state.issues },
      }),
  }),
  step({
    at: 'closing',
    to: ['over'],
    needs: ({ lane }) => ({ closed: act(closeLane, { lane }) }),
    // Whatever became of the worktree, the feature is merged; the journal holds a close that failed.
    next: ({ result }) => over(result),
  }),
];
