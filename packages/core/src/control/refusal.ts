/** Reasons why the control server refuses a request, with their HTTP status. `messages` has the sentences. */
import type { ParamArgs, Params, ParamTypes } from '../codes.ts';
import type { RefusalCode } from '../failure/refusal.ts';

export const controlRefusals = {
  'control.unreadable': { status: 400, params: { detail: 'text' } },
  'control.unauthorized': { status: 401, params: { file: 'text' } },
  'control.foreign': { status: 403, params: {} },
  'control.unknown': { status: 404, params: {} },
  'control.method': { status: 405, params: { known: 'text' } },
  'control.late': { status: 408, params: {} },
  'control.too-large': { status: 413, params: { maximum: 'number' } },
  'control.long-headers': { status: 431, params: {} },
  'control.broken': { status: 500, params: {} },
  'queue.none': { status: 409, params: { command: 'text' } },
  'plan.not-blocked': { status: 404, params: { plan: 'text' } },
  'log.unknown': { status: 404, params: { name: 'text' } },
  'analysis.no-graph': { status: 503, params: { detail: 'text' } },
} as const satisfies Record<string, { readonly status: number; readonly params: ParamTypes }>;

export type ControlRefusalCode = keyof typeof controlRefusals;
export type ControlRefusalTypes = { readonly [Code in ControlRefusalCode]: (typeof controlRefusals)[Code]['params'] };
type Args = { [C in ControlRefusalCode]: [code: C, ...params: ParamArgs<ControlRefusalTypes[C]>] }[ControlRefusalCode];

export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal';
  readonly code: ControlRefusalCode;
  readonly params: Params;

  constructor(...[code, params = {}]: Args) {
    super(`${code} ${JSON.stringify(params)}`); // for a stack trace; users read the sentence in `messages`
    this.code = code;
    this.params = params;
  }

  get status(): number {
    return controlRefusals[this.code].status;
  }
}

/** HTTP statuses of refusals that commands share. Every other error is the server's own (500). */
const sharedStatuses = {
  'run.unknown': 404,
  'run.ambiguous': 404,
  'question.unknown': 404,
  'question.answered': 409,
  'question.not-an-option': 422,
} as const satisfies Partial<Record<RefusalCode, number>>;

export type SharedRefusalCode = keyof typeof sharedStatuses;

export const statusOf = (code: string): number =>
  code in sharedStatuses ? sharedStatuses[code as SharedRefusalCode] : 500;
