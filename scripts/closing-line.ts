/** The last line of a test run: what passed and what failed, in one form for people and for machines. */
import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const results = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string) => results.filter((result) => result === state).length;
    // A file that does not load, or an error outside every test, is a failure although no test says so.
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    const skipped = count('skipped');
    const line = `${count('passed')} passed, ${count('failed') + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    setImmediate(() => process.stdout.write(`${line}\n`)); // after the summary of the runner itself
  }
}
