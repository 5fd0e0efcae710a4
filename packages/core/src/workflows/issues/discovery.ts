/** Looks for patterns in the friction of the loop after each few completed issues (I-57, I-73, IO-07). It never stops the loop. */
import { agent } from '../../effects/agent.ts';
import { writeDiscovery } from '../../effects/issues.ts';
import { act } from '../../effects/operation.ts';
import { issueDiscoverer } from './roles/discoverer.ts';
import { loopFailed, loopOf, loopStep } from './state.ts';

export const discoverySteps = [
  loopStep({
    at: 'discovering',
    to: ['writing-patterns', 'reading-signal', 'failed'],
    needs: ({ counters: { completed, friction } }) => ({
      discovered: agent(
        issueDiscoverer,
        { cwd: '.', checkpoint: null },
        {
          completed,
          friction: friction.flatMap(({ issue, points }) => points.map((point) => `${issue}: ${point}`)),
        },
      ),
    }),
    next: (state, { discovered }) => {
      if (!discovered.ok && discovered.failure.code === 'budget.cap-reached') return loopFailed(discovered.failure);
      const patterns = discovered.ok ? discovered.value.patterns : [];
      return patterns.length > 0
        ? { ...loopOf(state), at: 'writing-patterns', patterns }
        : { ...loopOf(state), at: 'reading-signal' };
    },
  }),
  loopStep({
    at: 'writing-patterns',
    to: ['reading-signal', 'failed'],
    needs: ({ counters: { iteration }, patterns }) => ({
      written: act(writeDiscovery, { iteration: iteration - 1, patterns }),
    }),
    next: (state, { written }) =>
      written.ok ? { ...loopOf(state), at: 'reading-signal' } : loopFailed(written.failure),
  }),
] as const;
