/** How many tests ran. Read from what a runner printed or wrote; never guessed: no count is not a count of zero. */
export interface TestCount {
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noTests: TestCount = { tests: 0, passed: 0, failed: 0, skipped: 0 };

/** What was skipped was not executed. */
export const executed = ({ passed, failed }: TestCount): number => passed + failed;

export const countOf = (passed: number, failed: number, skipped: number): TestCount => ({
  ...{ tests: passed + failed + skipped, passed, failed, skipped },
});

/** Null when there is nothing to add up. */
export const sumOf = (counts: readonly TestCount[]): TestCount | null =>
  counts.length === 0
    ? null
    : counts.reduce((one, other) =>
        countOf(one.passed + other.passed, one.failed + other.failed, one.skipped + other.skipped),
      );
