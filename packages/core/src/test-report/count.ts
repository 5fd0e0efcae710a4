/** Number of executed tests, as reported by a runner. It is never guessed: an unknown count is `null`, not zero. */
export interface TestCount {
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noTests: TestCount = { tests: 0, passed: 0, failed: 0, skipped: 0 };

/** Skipped tests were not executed. */
export const executedTests = ({ passed, failed }: TestCount): number => passed + failed;

export const createTestCount = (passed: number, failed: number, skipped: number): TestCount => ({
  tests: passed + failed + skipped,
  passed,
  failed,
  skipped,
});

/** `null` for an empty list. */
export const sumTestCounts = (counts: readonly TestCount[]): TestCount | null =>
  counts.length === 0
    ? null
    : counts.reduce((one, other) =>
        createTestCount(one.passed + other.passed, one.failed + other.failed, one.skipped + other.skipped),
      );

/** The result of one test. A test that is marked as open work (`todo`) counts as skipped. */
export const testStatuses = ['passed', 'failed', 'skipped'] as const;
export type TestStatus = (typeof testStatuses)[number];

export const countStatus = (is: TestStatus): TestCount =>
  createTestCount(Number(is === 'passed'), Number(is === 'failed'), Number(is === 'skipped'));
