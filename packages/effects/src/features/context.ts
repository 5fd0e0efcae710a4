/** What every operation on the files of a mission is told. */
export interface FeaturesContext {
  /** The absolute root of the checkout. */
  readonly repo: string;
  readonly run: string;
  readonly key: string;
  /** The absolute folder of the run. */
  readonly runFolder: string;
}

/** The files are not in order: somebody changed them while a run was at work. */
export class InvalidPlanError extends Error {
  override readonly name = 'Broken';
}

export const harnessFolder = '.harness';
