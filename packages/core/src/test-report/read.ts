/**
 * Reads test counts from a check's output or report file, and decides whether a check without tests is red.
 *
 *   Z1. An unknown count changes nothing.
 *   Z2. A test command that executed no test is red, whatever its exit code.
 */
import { createTestCount, executedTests, type TestCount } from './count.ts';
import { readJunit } from './junit.ts';
import { readSummaries } from './summary.ts';

/** `output` is plain text without control characters. A runner's summary takes precedence over single results. */
export function readReport(output: string): TestCount | null {
  const text = output.replaceAll('\r\n', '\n');
  return readSummaries(text) ?? readTap(text) ?? readJunit(text);
}

/** A report file must be JUnit or TAP. */
export const readReportFile = (text: string): TestCount | null => {
  const plain = text.replaceAll('\r\n', '\n');
  return readJunit(plain) ?? readTap(plain);
};

/** Test Anything Protocol; `null` without a plan, because many lines start with "ok". Indented subtests do not count. */
function readTap(text: string): TestCount | null {
  if (!/^1\.\.\d+/m.test(text)) return null;
  let [passed, failed, skipped] = [0, 0, 0];
  for (const [, not, rest = ''] of text.matchAll(/^(not )?ok\b(.*)$/gm)) {
    if (/#\s*(skip|todo)/i.test(rest)) skipped++;
    else if (not) failed++;
    else passed++;
  }
  return createTestCount(passed, failed, skipped);
}

const testWords =
  /(^|[^a-z])(tests?|specs?|vitest|jest|pytest|mocha|ava|tap|rspec|phpunit|unittest|nose2?|tox|karma|jasmine|ctest)([^a-z]|$)/i;

/** Commands that often run tests without a word for it. */
const collectiveWords = /(^|[^a-z])(check|checks|verify|ci|all|make|just|task|rake|gradlew?|mvnw?|nx|turbo)([^a-z]|$)/i;

/** Whether a command may run tests, so that its tests are compared with those of the base. */
export const mayRunTests = (command: string): boolean => isTestCommand(command) || collectiveWords.test(command);

export const isTestCommand = (command: string): boolean => testWords.test(command);

/** `isReported`: the check wrote a test report, so it is a test command by any name. */
export const hasNoExecutedTest = (command: string, count: TestCount | null, isReported = false): boolean =>
  count !== null && executedTests(count) === 0 && (isReported || isTestCommand(command));
