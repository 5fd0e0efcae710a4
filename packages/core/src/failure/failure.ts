/**
 * What can go wrong in an effect: a closed list, one row a code.
 *
 * The row says what the engine does about it (the call site never decides) and which end a run has when the failure remained.
 */
import type { ParamArgs, Params, ParamsOf, ParamTypes } from '../codes.ts';
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

interface Row<Types extends ParamTypes = ParamTypes> {
  readonly remedy: Remedy;
  readonly end: End;
  readonly params: Types;
}

function row<const Types extends ParamTypes>(remedy: Remedy, end: End, params: Types): Row<Types> {
  return { remedy, end, params };
}
const stop = <const Types extends ParamTypes>(params: Types, end: End = 'failed') => row({ do: 'stop' }, end, params);
function wait(times: number, afterMs: number, afterwards: 'park' | 'answer'): Remedy {
  return { do: 'wait', times, afterMs, afterwards };
}
const onceMore = wait(1, 1_000, 'answer');

/** What is known of a call: older journals know less. */
const call = {
  role: 'text?',
  item: 'text?',
  attempt: 'number?',
  detail: 'text?',
  reason: 'text?',
  status: 'number?',
  retryAfterMs: 'number?',
  limit: 'text?',
  of: 'number?',
  spent: 'number?',
} as const;
const answer = { detail: 'text', status: 'number?', retryAfterMs: 'number?' } as const;
const detail = { detail: 'text' } as const;
const moved = { branch: 'text', expected: 'text', found: 'text' } as const;

export const failures = {
  'agent.rate-limit': row(wait(3, 1_000, 'park'), 'rate-limited', call),
  'agent.overloaded': row(onceMore, 'failed', call),
  'agent.network': row(onceMore, 'failed', call),
  'agent.timeout': row(onceMore, 'failed', call),
  'agent.crash': row(onceMore, 'failed', call),
  'agent.unknown': row(onceMore, 'failed', call),
  'agent.schema': row({ do: 'repeat', times: 1 }, 'unreadable', { ...call, plan: 'text?' }), // the repair turn
  'agent.auth': stop(call),
  'agent.billing': stop(call),
  'agent.context': stop(call),
  'agent.bad-request': stop(call),
  'agent.turn-limit': stop(call),
  'agent.budget': stop(call, 'capped'),
  'agent.aborted': stop(call), // cut off: in the user's checkout the machine looks at what is there, nothing is repeated blindly
  'agent.startup': stop(call),
  'agent.session-lost': stop(call),
  'agent.unscripted': stop({ ...call, role: 'text', attempt: 'number' }),
  'base.unpushed': stop({ base: 'text', commits: 'number' }), // what is only here would not be in what is merged there
  'browser.failed': row(onceMore, 'failed', detail), // it was there and broke down: once may be chance
  'browser.missing': stop(detail),
  'budget.cap-reached': stop({ limit: 'text', of: 'number', spent: 'number', reserved: 'number?' }, 'capped'), // a cap is hard: what does not fit under it is not begun
  'check.timed-out': stop({ command: 'text', timeoutMs: 'number', tail: 'text?', log: 'text?' }), // a check that hangs will hang again: the machine sends it back as red
  'check.unstartable': stop({ command: 'text', detail: 'text?' }),
  'dependencies.failed': stop({ command: 'text', detail: 'text' }), // without them every check would be red, whoever works
  'effect.interrupted': row({ do: 'ask' }, 'failed', { key: 'text' }), // it cannot be seen from outside whether it happened
  'features.broken': stop(detail), // somebody changed them while a run was at work
  'forge.branch-moved': stop(moved), // never forced
  'forge.unauthorized': stop(answer),
  'forge.forbidden': stop(answer),
  'forge.not-found': stop(answer),
  'forge.refused': stop(answer),
  'forge.rate-limited': row(wait(3, 60_000, 'park'), 'rate-limited', answer),
  'forge.unavailable': row(wait(4, 2_000, 'answer'), 'failed', answer),
  'forge.unreadable': stop(answer),
  'git.failed': stop({ op: 'text?', detail: 'text?' }),
  'git.branch-moved': stop(moved),
  'path.outside': stop({ path: 'text' }),
  'plan.no-change': stop({ plan: 'text' }), // a plan that changes nothing was not carried out (DO-08)
  'plan.unreviewed': stop({ plan: 'text', branch: 'text' }), // a pull request is prepared only of what a review let through (D-79)
  'plans.broken': stop(detail), // somebody changed them while a run was at work
  'plans.conflict': stop({ ids: 'text' }),
  'pull.changed': stop({ pull: 'number', head: 'text' }), // what was reviewed is not what would be merged
  'pull.checks-late': stop({ pull: 'number', pending: 'text' }),
  'pull.checks-red': stop({ pull: 'number', red: 'text' }),
  'pull.closed': stop({ pull: 'number', by: 'text' }),
  'pull.conflict': stop({ pull: 'number', files: 'text' }),
  'pull.none': stop({ branch: 'text' }), // nobody has opened one
  'pull.objected': stop({ pull: 'number', why: 'text' }), // by the last look before the merge
  'pull.unmerged': stop({ pull: 'number', detail: 'text' }), // it was asked for, and did not happen in time
  'pull.unready': stop({ pull: 'number', reasons: 'text' }),
  'run.runaway': stop({ moves: 'number', at: 'text' }),
  'sandbox.leaks': stop({ write: 'text', secret: 'text', process: 'text' }), // nobody is asked in a box that does not hold
  'server.died': stop({ command: 'text', exitCode: 'value', tail: 'text', log: 'text' }), // before or while it was needed: the machine sends it back like a red check
  'server.late': stop({ command: 'text', url: 'text', timeoutMs: 'number', tail: 'text', log: 'text' }),
  'server.port-in-use': stop({ port: 'number', url: 'text', by: 'text' }), // somebody else's process: a person decides what becomes of it (D-68)
  'server.unstartable': stop({ command: 'text', detail: 'text' }),
  'site.exists': stop({ paths: 'text' }), // what is there is written over only when somebody says so
  'site.no-pages': stop({ url: 'text', detail: 'text' }),
  'site.unreachable': stop({ url: 'text', detail: 'text' }),
  'secret.in-change': stop({ files: 'text' }), // whoever repeats it would commit the same bytes
} as const satisfies Record<string, Row>;

export type FailureCode = keyof typeof failures;
export const failureCodes = Object.keys(failures) as readonly FailureCode[];
export type Failures = Readonly<Record<FailureCode, Row>>;

export type FailureTypes = { readonly [Code in FailureCode]: (typeof failures)[Code]['params'] };
export type FailureParams<Code extends FailureCode> = ParamsOf<FailureTypes[Code]>;

/** An expected failure: plain data, so that it can be journalled, replayed and translated. */
export interface Failure {
  readonly code: FailureCode;
  readonly params: Params;
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export const ok = <Value>(value: Value): Outcome<Value> => ({ ok: true, value });

/** The failure of a sample or a test, which may leave out parameters. */
export const sampleFailure = (code: FailureCode, params: Params = {}): Outcome<never> => ({
  ok: false,
  failure: { code, params },
});
export const failureOf = <Code extends FailureCode>(code: Code, params: FailureParams<Code>): Failure => ({
  code,
  params: params as Params,
});
export const fail = <Code extends FailureCode>(
  code: Code,
  ...[params]: ParamArgs<FailureTypes[Code]>
): Outcome<never> => sampleFailure(code, params as Params | undefined);
