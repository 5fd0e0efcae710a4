/** A test reporter that prints the numbers of passed and failed tests last, after the names of flaky tests. */
import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const results = tests.map((test) => test.result().state);
    const count = (state: string) => results.filter((result) => result === state).length;
    // A file that does not load, or an error outside every test, must count as a failure.
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    const skipped = count('skipped');
    const line = `${count('passed')} passed, ${count('failed') + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    const flaky = tests.filter((test) => test.diagnostic()?.flaky).map((test) => `passed on a retry: ${test.fullName}`);
    setImmediate(() => process.stdout.write(`${[...flaky, line].join('\n')}\n`)); // after the summary of vitest
  }
}
