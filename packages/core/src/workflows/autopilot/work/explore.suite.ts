/** Explores every path of the work: it ends or waits for a person, and only checked work is committed as done. */
import { expect } from 'vitest';
import type { EffectVocabulary } from '../../../effects/kinds.ts';
import { type Exploration, explore, type Move } from '../../../testing/explore.ts';
import type { AutopilotWorkState, WorkJob } from './job.ts';
import { autopilotWork } from './machine.ts';

/** Facts about the files since the executor or a person changed them. */
interface Seen {
  readonly isGreen: boolean;
  readonly isProved: boolean;
}

function after({ isGreen, isProved }: Seen, { from, to }: Omit<Move<AutopilotWorkState, Seen>, 'seen'>): Seen {
  if (to.at === 'executing' || to.at === 'saving-repair') return { isGreen: false, isProved: false };
  if (from.at === 'syncing' && (to.at === 'checking' || to.at === 'validating'))
    return { isGreen: false, isProved: false };
  return {
    isGreen: isGreen || (from.at === 'validating' && ['proving', 'committing', 'asking-checkpoint'].includes(to.at)),
    isProved: isProved || (from.at === 'proving' && to.at === 'committing'),
  };
}

const invariants: NonNullable<Exploration<WorkJob, AutopilotWorkState, Seen>['states']> = {
  'A-90 a task is repeated 3 times, and not once more': (state) => !('retries' in state) || state.retries <= 3,
  'A-51 only green work is proved and committed as complete': ({ at }, _, { isGreen }) =>
    (at !== 'proving' && at !== 'committing' && at !== 'committing-checkpoint') || isGreen,
  'no phase is complete without a proof': (state, _, { isProved }) =>
    state.at !== 'committing' || isProved || state.job.session.trust === undefined,
};

const moves: NonNullable<Exploration<WorkJob, AutopilotWorkState, Seen>['moves']> = {
  'A-52 only the failed task is sent again': ({ from, to }) =>
    to.at !== 'saving' || from.at !== 'executing' || from.retry === null || to.answered.sent.length === 1,
};

/** `part`: a smaller vocabulary, which does not use every move. */
export function expectInvariants(inputs: readonly WorkJob[], words: EffectVocabulary, part?: 'part'): void {
  const start = { isGreen: false, isProved: false };
  const report = explore(autopilotWork, {
    inputs,
    words,
    limit: 1_000_000,
    states: invariants,
    moves,
    history: { start, after },
  });
  console.log(`autopilot-work: ${report.states} states, ${report.moves} moves`);
  expect(report.broken.filter((one) => part === undefined || !one.startsWith('X4 never gone'))).toEqual([]);
}
