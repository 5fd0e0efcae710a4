/**
 * The closed list of failures of effects, one row per code.
 *
 * A row has the remedy of the engine, which call sites never decide, and the end of a run in which the failure remained.
 */
import type { ParamArgs, Params, ParamsOf, ParamTypes } from '../codes.ts';
import type { End } from '../journal/end.ts';

export type Remedy =
  /** Retries at once; the request contains the error of the last answer. */
  | { readonly do: 'repeat'; readonly times: number }
  /** Retries after `retryAfterMs` of the failure, else after `afterMs`, doubled each time. After the last try, `park` leaves the run resumable. */
  | {
      readonly do: 'wait';
      readonly times: number;
      readonly afterMs: number;
      readonly afterwards: 'park' | 'answer';
      /** Does not double `afterMs`, and waits longer only if `retryAfterMs` is longer. */
      readonly steady?: true;
    }
  /** Asks a person: repeat, or stop. */
  | { readonly do: 'ask' }
  /** Passes the failure to the machine at once. */
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
const retryOnce = wait(1, 1_000, 'answer');

/** Parameters of a failed call; older journals have fewer. */
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
  'agent.overloaded': row(retryOnce, 'failed', call),
  'agent.network': row(retryOnce, 'failed', call),
  'agent.timeout': row(retryOnce, 'failed', call),
  'agent.crash': row(retryOnce, 'failed', call),
  'agent.unknown': row(retryOnce, 'failed', call),
  'agent.schema': row({ do: 'repeat', times: 1 }, 'unreadable', { ...call, plan: 'text?' }), // the repair turn
  'agent.auth': stop(call),
  'agent.billing': stop(call),
  'agent.context': stop(call),
  'agent.bad-request': stop(call),
  'agent.turn-limit': stop(call),
  'agent.budget': stop(call, 'capped'),
  'agent.aborted': stop(call), // interrupted: in the user's checkout the machine checks the files first; nothing is repeated blindly
  'agent.startup': stop(call),
  'agent.session-lost': stop(call),
  'agent.unscripted': stop({ ...call, role: 'text', attempt: 'number' }),
  'base.unpushed': stop({ base: 'text', commits: 'number' }), // unpushed local commits would be missing from the merged result
  'browser.failed': row(retryOnce, 'failed', detail), // the browser crashed, which may be chance
  'browser.missing': stop(detail),
  'budget.cap-reached': stop({ limit: 'text', of: 'number', spent: 'number', reserved: 'number?' }, 'capped'), // a cap is hard: a call that does not fit under it does not start
  'check.timed-out': stop({ command: 'text', timeoutMs: 'number', tail: 'text?', log: 'text?' }), // a check that hangs will hang again: the machine treats it as red
  'check.unstartable': stop({ command: 'text', detail: 'text?' }),
  'dependencies.failed': stop({ command: 'text', detail: 'text' }), // without dependencies every check would be red
  'effect.interrupted': row({ do: 'ask' }, 'failed', { key: 'text' }), // its result is unknown
  'features.broken': stop(detail), // the file was changed during the run
  'forge.branch-moved': stop(moved), // never force-pushes
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
  'plan.no-change': stop({ plan: 'text' }), // a plan without a change was not implemented (DO-08)
  'plan.unreviewed': stop({ plan: 'text', branch: 'text' }), // a pull request is prepared only after a passed review (D-79)
  'plans.broken': stop(detail), // the files were changed during the run
  'plans.conflict': stop({ ids: 'text' }),
  'pull.changed': stop({ pull: 'number', head: 'text' }), // the reviewed head is not the head to merge
  'pull.checks-late': stop({ pull: 'number', pending: 'text' }),
  'pull.checks-red': stop({ pull: 'number', red: 'text' }),
  'pull.closed': stop({ pull: 'number', by: 'text' }),
  'pull.conflict': stop({ pull: 'number', files: 'text' }),
  'pull.none': stop({ branch: 'text' }), // no pull request exists
  'pull.objected': stop({ pull: 'number', why: 'text' }), // by the merge check
  'pull.unmerged': stop({ pull: 'number', detail: 'text' }), // the merge was requested, but did not happen in time
  'pull.unready': stop({ pull: 'number', reasons: 'text' }),
  'run.runaway': stop({ moves: 'number', at: 'text' }),
  'sandbox.leaks': stop({ write: 'text', secret: 'text', process: 'text' }), // no agent runs in a sandbox that leaks
  'server.died': stop({ command: 'text', exitCode: 'value', tail: 'text', log: 'text' }), // before or while it was needed: the machine treats it like a red check
  'server.late': stop({ command: 'text', url: 'text', timeoutMs: 'number', tail: 'text', log: 'text' }),
  'server.port-in-use': stop({ port: 'number', url: 'text', by: 'text' }), // a process of another program: a person decides (D-68)
  'server.unstartable': stop({ command: 'text', detail: 'text' }),
  'site.exists': stop({ paths: 'text' }), // existing files are overwritten only with --force
  'site.no-pages': stop({ url: 'text', detail: 'text' }),
  'site.unreachable': stop({ url: 'text', detail: 'text' }),
  'secret.in-change': stop({ files: 'text' }), // a retry would commit the same secret
  'secret.shaped': row({ do: 'ask' }, 'failed', { files: 'text' }), // a person decides whether it is a key
  'spec.missing': stop({ path: 'text' }), // the user deleted or moved it after the command had read it
  'subsystems.broken': stop({ problems: 'text' }), // a person edited the specs during the run
  'tracker.unauthorized': stop(answer),
  'tracker.forbidden': stop(answer),
  'tracker.not-found': stop(answer), // the project, team or issue; the detail names what exists
  'tracker.refused': stop(answer),
  'tracker.rate-limited': row(wait(3, 60_000, 'park'), 'rate-limited', answer),
  'tracker.unavailable': row(wait(11, 2_000, 'park'), 'failed', answer), // a loop may run all night: it survives an outage of an hour, and no write is repeated under another key
  'tracker.unreadable': stop(answer),
  'work.too-large': row({ do: 'ask' }, 'failed', { files: 'text', size: 'text', limit: 'text', path: 'text' }), // a person deletes or ignores the files; the run does not lose them
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

/** A failure for samples and tests, which may omit parameters. */
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
