/**
 * What a check's output, or a report that it wrote, says about its tests, and whether that makes it red.
 *
 *   Z1. No count means that nothing is known: it changes no colour.
 *   Z2. A test command that executed no test is red, whatever its exit code: nothing was tested.
 */
import { executed, type TestCount } from './count.ts';
import { readJunit } from './junit.ts';
import { readSummaries } from './summary.ts';
import { readTap } from './tap.ts';

/** Plain text, without control characters. A runner's own summary is better than the points that it prints on the way. */
export function readReport(output: string): TestCount | null {
  const text = output.replaceAll('\r\n', '\n');
  return readSummaries(text) ?? readTap(text) ?? readJunit(text);
}

/** A file that a runner wrote: JUnit or TAP, and nothing else. */
export const readReportFile = (text: string): TestCount | null => {
  const plain = text.replaceAll('\r\n', '\n');
  return readJunit(plain) ?? readTap(plain);
};

const testWords =
  /(^|[^a-z])(tests?|specs?|vitest|jest|pytest|mocha|ava|tap|rspec|phpunit|unittest|nose2?|tox|karma|jasmine|ctest)([^a-z]|$)/i;

export const isTestCommand = (command: string): boolean => testWords.test(command);

/** Whoever writes a report of tests has been asked for tests, whatever the command is called. */
export const testedNothing = (command: string, count: TestCount | null, isReported = false): boolean =>
  count !== null && executed(count) === 0 && (isReported || isTestCommand(command));
