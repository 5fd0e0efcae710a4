/** Builds one feature in several lanes and merges one of them (MO-28). */
import { defineMachine } from '../../../machine/machine.ts';
import { rivalSteps } from './build-rivals.ts';
import { chooseSteps } from './choose.ts';
import { closeLanes, closeRivalSteps } from './close-rivals.ts';
import type { Competition, CompetitionJob, CompetitionResult } from './job.ts';

const saved = { base: 'b0', checkpoint: 'c1' };
const rivals = [1, 2].map((number) => ({ number, is: 'failing', saved, setback: null, why: 'checks' }) as const);

export const competition = defineMachine<CompetitionJob, Competition, CompetitionResult>()({
  id: 'competition',
  version: 1,
  start: ({ until, each, rivals: lanes }) => ({
    at: until === 'implemented' ? 'building' : 'judging',
    each,
    rivals: lanes,
  }),
  steps: [...rivalSteps, ...chooseSteps, ...closeRivalSteps],
  ends: { over: 'done' },
  result: ({ result }) => result,
  results: [
    { is: 'implemented', saved, rivals: rivals.map(({ number }) => ({ number, is: 'built', saved, setback: null })) },
    { is: 'passed', commit: 'm1', left: '', issues: [], verdict: { winner: 2, by: 'judge' } },
    {
      is: 'failing',
      because: 'checks',
      setback: null,
      saved,
      issues: [],
      rivals,
      verdict: { winner: null, by: 'nobody' },
    },
    { is: 'blocked', why: 'WORKER F-1: blocked — a key', saved, rivals, verdict: { winner: null, by: 'nobody' } },
    { is: 'stopped', rivals },
    { is: 'broken', because: { code: 'budget.cap-reached', params: {} }, saved, rivals },
  ],
  release: (state) => (state.at === 'over' ? {} : closeLanes(state)),
});
