/**
 * The last line of a test run: what passed and what failed, in one form for people and for machines. Before it, by name, each
 * test that passed only when it was tried again: it is no failure, and it is not to be forgotten.
 */
import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const results = tests.map((test) => test.result().state);
    const count = (state: string) => results.filter((result) => result === state).length;
    // A file that does not load, or an error outside every test, is a failure although no test says so.
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    const skipped = count('skipped');
    const line = `${count('passed')} passed, ${count('failed') + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    const shaky = tests
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `passed at a second try: ${test.fullName}`);
    setImmediate(() => process.stdout.write(`${[...shaky, line].join('\n')}\n`)); // after the summary of the runner itself
  }
}
