/** One check of `harness doctor`: its result, and the command that fixes a problem. */
export interface Diagnosis {
  readonly id: string;
  readonly ok: boolean;
  /** True if no run works without it; false if only some features need it. */
  readonly required: boolean;
  readonly detail: string;
  /** A command; empty if there is nothing to fix. */
  readonly fix: string;
}

export function passedCheck(id: string, required: boolean, detail: string): Diagnosis {
  return { id, ok: true, required, detail, fix: '' };
}

export function failedCheck(id: string, required: boolean, detail: string, fix: string): Diagnosis {
  return { id, ok: false, required, detail, fix };
}
