/** One thing that must be right before a night's work, what was found, and the command that puts it right. */
export interface Examined {
  readonly id: string;
  readonly ok: boolean;
  /** Work is impossible without it; the others only leave something out. */
  readonly required: boolean;
  readonly detail: string;
  /** A command; empty when nothing has to be done. */
  readonly fix: string;
}

export const fine = (id: string, required: boolean, detail: string): Examined => ({
  id,
  ok: true,
  required,
  detail,
  fix: '',
});

export const wrong = (id: string, required: boolean, detail: string, fix: string): Examined => ({
  id,
  ok: false,
  required,
  detail,
  fix,
});
