/** English: what the queue of plans and its daemon say. */

import type { Messages } from '../messages.ts';
import { parenthesised } from '../parenthesised.ts';

const short = (sha: string | number | undefined) => String(sha).slice(0, 10);

export const queue: Messages['queue'] = {
  booted: () => 'ready, and paused until somebody says: harness daemon resume',
  paused: () => 'paused: no new plan is begun',
  fidelity_blocked: () => 'paused: what was built has drifted too far from the spec',
  release_ready: () => 'paused: everything that was promised is there',
  budget_cap_reached: () => 'paused: the budget is spent',
  plans_disordered: ({ detail }) => `paused until the plans are in order again: ${detail}`,
  resumed: () => 'goes on',
  merge_seen: ({ sha }) => `a merge: ${short(sha)}`,
  plan_started: ({ plan }) => `${plan} begins`,
  plan_shipped: ({ plan }) => `${plan} is merged and filed`,
  plan_blocked: ({ plan, detail }) => `${plan} is blocked: ${detail}`,
  plan_unblocked: ({ plan }) => `${plan} may be tried again`,
  plan_waiting: ({ plan }) => `${plan} waits for a person, others go on: harness questions`,
  plan_answered: ({ plan }) => `${plan} was answered and goes on`,
  plan_unfinished: ({ plan }) => `${plan} could not be finished`,
  rate_limited: ({ plan, at }) => `${plan} met a rate limit and is tried again at ${at}`,
  budget_ceiling_reached: ({ spent, of }) => `the ceiling of ${of} tokens is reached, ${spent} are spent; work goes on`,
  fidelity_started: () => 'what was built is held against the spec',
  forge_away: ({ detail }) => `the forge cannot be asked: ${detail}`,
  forge_back: () => 'the forge is back',
  stopping: () => 'stops when the current plan is done',
  stopped: () => 'stopped',
  daemon_restarted: ({ because }) => `the daemon was started again after it ${because}`,
};

export const blocks: Messages['blocks'] = {
  'plan.passes-spent': () => 'It did not converge in the passes that it has.',
  'plan.stopped': () => 'It was stopped.',
  'plan.not-merged': () => 'It was built and not merged.',
};

export const daemon: Messages['daemon'] = {
  started: ({ pid, url }) => `The daemon works on the plans here (pid ${pid}${url ? `, ${url}` : ''}).`,
  detached: ({ pid, url }) => `The daemon runs in the background (pid ${pid}${url ? `, ${url}` : ''}).`,
  asked: ({ command }) => `The daemon was told: ${command}.`,
  frozen: ({ file }) => `Frozen: nothing new is begun while ${file} is there.`,
  thawed: () => 'No longer frozen. The queue stays paused: harness daemon resume',
  blocked: ({ plan, detail, at }) => `${plan} is blocked since ${at}: ${detail}`,
  waiting: ({ plan }) => `${plan} waits for a person: harness questions`,
  active: ({ plan, at, path }) => `${plan} is worked on since ${at}: ${path}`,
  merges: ({ sha }) => `last merge ${short(sha)}`,
  rebuilt: ({ path, aside: kept }) =>
    `${path} could not be read. It was kept as ${kept} and made anew from the journal.`,
  died: ({ detail, ms }) =>
    `the daemon ended by itself${parenthesised(detail)}; it is started again in ${Number(ms) / 1000} s`,
  hung: ({ ms }) => `the daemon gave no sign of life for ${Number(ms) / 1000} s and was ended`,
  givenUp: ({ times }) => `the daemon ended ${times} times in a row and is not started again: harness daemon start`,
  parking: () => 'parking what is being worked on; once more ends it at once',
  idle: () => 'idle: there is no plan that may begin',
  paused: () => 'paused',
  running: () => 'running',
  stopping: () => 'stopping',
};
