/** Context of every operation on the files of a mission. */
export interface FeaturesContext {
  /** Absolute root of the checkout. */
  readonly repo: string;
  readonly run: string;
  readonly key: string;
  readonly runFolder: string;
}

/** The plan files are invalid: they were changed while a run used them. */
export class InvalidPlanError extends Error {
  override readonly name = 'Broken';
}

export const harnessFolder = '.harness';
