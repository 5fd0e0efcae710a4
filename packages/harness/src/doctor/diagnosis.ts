/** One thing that must be right before a night's work, what was found, and the command that puts it right. */
export interface Diagnosis {
  readonly id: string;
  readonly ok: boolean;
  /** Work is impossible without it; the others only leave something out. */
  readonly required: boolean;
  readonly detail: string;
  /** A command; empty when nothing has to be done. */
  readonly fix: string;
}

export const passed = (id: string, required: boolean, detail: string): Diagnosis => ({
  id,
  ok: true,
  required,
  detail,
  fix: '',
});

export const failedWith = (id: string, required: boolean, detail: string, fix: string): Diagnosis => ({
  id,
  ok: false,
  required,
  detail,
  fix,
});
