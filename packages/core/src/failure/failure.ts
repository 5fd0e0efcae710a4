/**
 * What can go wrong in an effect: a closed list, one row a code.
 *
 * The row says what the engine does about it (the call site never decides) and which end a run has when the failure remained.
 */
import type { End } from '../journal/end.ts';

export type Remedy =
  /** Again, at once: the request tells what was wrong with the last answer. */
  | { readonly do: 'repeat'; readonly times: number }
  /** Again, later: the failure's own `retryAfterMs` wins, else `afterMs` doubles each time. `park` leaves the run resumable when the times are used up. */
  | {
      readonly do: 'wait';
      readonly times: number;
      readonly afterMs: number;
      readonly afterwards: 'park' | 'answer';
      /** Always as long, and never shorter, whatever the failure says of its own. */
      readonly steady?: true;
    }
  /** A person chooses: repeat, or stop. */
  | { readonly do: 'ask' }
  /** The machine sees it at once. */
  | { readonly do: 'stop' };

interface Row {
  readonly remedy: Remedy;
  readonly end: End;
}

const stop = (end: End): Row => ({ remedy: { do: 'stop' }, end });
const onceMore: Row = { remedy: { do: 'wait', times: 1, afterMs: 1_000, afterwards: 'answer' }, end: 'failed' };

export const failures = {
  'agent.rate-limit': { remedy: { do: 'wait', times: 3, afterMs: 1_000, afterwards: 'park' }, end: 'rate-limited' },
  'agent.overloaded': onceMore,
  'agent.network': onceMore,
  'agent.timeout': onceMore,
  'agent.crash': onceMore,
  'agent.unknown': onceMore,
  'agent.schema': { remedy: { do: 'repeat', times: 1 }, end: 'unreadable' }, // the repair turn
  'agent.auth': stop('failed'),
  'agent.billing': stop('failed'),
  'agent.context': stop('failed'),
  'agent.bad-request': stop('failed'),
  'agent.turn-limit': stop('failed'),
  'agent.budget': stop('capped'),
  'agent.aborted': stop('failed'), // cut off: in the user's checkout the machine looks at what is there, nothing is repeated blindly
  'agent.startup': stop('failed'),
  'agent.session-lost': stop('failed'),
  'agent.unscripted': stop('failed'),
  'base.unpushed': stop('failed'), // what is only here would not be in what is merged there
  'browser.failed': onceMore, // it was there and broke down: once may be chance
  'browser.missing': stop('failed'),
  'budget.cap-reached': stop('capped'), // a cap is hard: what does not fit under it is not begun
  'check.timed-out': stop('failed'), // a check that hangs will hang again: the machine sends it back as red
  'check.unstartable': stop('failed'),
  'dependencies.failed': stop('failed'), // without them every check would be red, whoever works
  'effect.interrupted': { remedy: { do: 'ask' }, end: 'failed' }, // it cannot be seen from outside whether it happened
  'features.broken': stop('failed'), // somebody changed them while a run was at work
  'forge.branch-moved': stop('failed'), // never forced
  'forge.unauthorized': stop('failed'),
  'forge.forbidden': stop('failed'),
  'forge.not-found': stop('failed'),
  'forge.refused': stop('failed'),
  'forge.rate-limited': { remedy: { do: 'wait', times: 3, afterMs: 60_000, afterwards: 'park' }, end: 'rate-limited' },
  'forge.unavailable': { remedy: { do: 'wait', times: 4, afterMs: 2_000, afterwards: 'answer' }, end: 'failed' },
  'forge.unreadable': stop('failed'),
  'git.failed': stop('failed'),
  'git.branch-moved': stop('failed'),
  'path.outside': stop('failed'),
  'plan.no-change': stop('failed'), // a plan that changes nothing was not carried out (DO-08)
  'plan.unreviewed': stop('failed'), // a pull request is prepared only of what a review let through (D-79)
  'plans.broken': stop('failed'), // somebody changed them while a run was at work
  'plans.conflict': stop('failed'),
  'pull.changed': stop('failed'), // what was reviewed is not what would be merged
  'pull.checks-late': stop('failed'),
  'pull.checks-red': stop('failed'),
  'pull.closed': stop('failed'),
  'pull.conflict': stop('failed'),
  'pull.none': stop('failed'), // nobody has opened one
  'pull.objected': stop('failed'), // by the last look before the merge
  'pull.unmerged': stop('failed'), // it was asked for, and did not happen in time
  'pull.unready': stop('failed'),
  'run.runaway': stop('failed'),
  'sandbox.leaks': stop('failed'), // nobody is asked in a box that does not hold
  'server.died': stop('failed'), // before or while it was needed: the machine sends it back like a red check
  'server.late': stop('failed'),
  'server.port-in-use': stop('failed'), // somebody else's process: a person decides what becomes of it (D-68)
  'server.unstartable': stop('failed'),
  'site.exists': stop('failed'), // what is there is written over only when somebody says so
  'site.no-pages': stop('failed'),
  'site.unreachable': stop('failed'),
  'secret.in-change': stop('failed'), // whoever repeats it would commit the same bytes
} as const satisfies Record<string, Row>;

export type FailureCode = keyof typeof failures;
export const failureCodes = Object.keys(failures) as readonly FailureCode[];
export type Failures = Readonly<Record<FailureCode, Row>>;

export type Params = Readonly<Record<string, string | number>>;

/** An expected failure: plain data, so that it can be journalled, replayed and translated. */
export interface Failure {
  readonly code: FailureCode;
  readonly params: Params;
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export const ok = <Value>(value: Value): Outcome<Value> => ({ ok: true, value });
export const fail = (code: FailureCode, params: Params = {}): Outcome<never> => ({
  ok: false,
  failure: { code, params },
});
