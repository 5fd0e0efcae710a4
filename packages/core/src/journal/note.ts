/** Facts that change no state but belong in the journal: a closed list. */
export const noteCodes = [
  'agent.started', // a try at a provider begins: provider, model, and which answer of a script it uses
  'agent.context', // what people had dropped for a call, and what of it did not come through
  'agent.spent', // what a try that was cut off had used
  'agent.denied', // an agent wanted to touch what it may not
  'agent.step-failed', // a scripted step had nothing to act on
  'budget.near', // a share of a limit is spent: said once
  'budget.ceiling-reached', // the product used what its ceiling says: said once a crossing
  'daemon.restarted', // a daemon that died or hung was started again: how often, and why
  'effect.interrupted', // an earlier process asked for this and died before it was answered
  'memory.told', // what a role said to remember, a line each
  'hook.failed', // a script of a person around a call did not end well: which, and why
  'dependencies.installing', // what a lane needs is not in the checkout: by which command it is installed, once
  'lane.overlaps', // what two lanes wrote would conflict: with which one, and in which files; said once
  'news.told', // people who are not there are told of the next fact: which kind of news it is
  'plan.over-budget', // a plan used more than its estimate: said once
  'process.started', // a child process: pid and start time, so that the next owner can end it
  'process.ended', // an orphan of a dead owner was ended
  'run.repaired', // a torn last line was cut off and kept
  'run.resumed', // a new owner goes on, with these settings
  'sandbox.canary', // whether the box held: what a process in it could write, see and leave behind
  'screens.skipped', // there was no browser to look at the product with
  'work.kept', // what an agent wrote is reachable under this ref
] as const;
export type NoteCode = (typeof noteCodes)[number];

/** What a note says of the ceiling of the product, if it is about that. */
export const saidOfCeiling = (code: NoteCode, limit: unknown): 'budget.near' | 'budget.ceiling-reached' | null =>
  limit === 'ceilingTokens' && (code === 'budget.near' || code === 'budget.ceiling-reached') ? code : null;
