/** Why the control server did not do what it was asked: a closed list, each with its HTTP status. The sentences are in `messages`. */
import type { Params } from '../codes.ts';
import type { RefusalCode } from '../failure/refusal.ts';

export const controlRefusals = {
  'control.unreadable': 400,
  'control.unauthorized': 401,
  'control.foreign': 403,
  'control.unknown': 404,
  'control.method': 405,
  'control.late': 408,
  'control.too-large': 413,
  'control.long-headers': 431,
  'control.broken': 500,
  'queue.none': 409,
  'plan.not-blocked': 404,
  'checkpoint.unknown': 404,
  'checkpoint.unset': 404,
  'log.unknown': 404,
  'analysis.off': 503,
} as const satisfies Record<string, number>;

export type ControlRefusalCode = keyof typeof controlRefusals;

export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal';
  readonly code: ControlRefusalCode;
  readonly params: Params;

  constructor(code: ControlRefusalCode, params: Params = {}) {
    super(`${code} ${JSON.stringify(params)}`); // for a stack trace; people read the sentence in `messages`
    this.code = code;
    this.params = params;
  }

  get status(): number {
    return controlRefusals[this.code];
  }
}

/** What a command would refuse as well, and the status that it has here. Whatever else goes wrong is no fault of who asked. */
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
