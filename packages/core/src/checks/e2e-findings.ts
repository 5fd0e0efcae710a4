/** What an end-to-end run that failed found, made from what it printed (D-36): the fixer is told it like a review. */

import type { Finding } from '../answer-contracts/findings.ts';
import type { CheckReport } from '../effects/check.ts';
import type { Outcome } from '../failure/failure.ts';

const mostFindings = 10;
const mostChars = 300;

/** `1) [chromium] › tests/login.spec.ts:12:5 › shows the page`: how Playwright names what failed. */
const playwright = /^\s*\d+\)\s+(?:\[[^\]]+\]\s+›\s+)?(?<file>[^\s›:]+):(?<line>\d+):\d+\s+›\s+(?<text>.+?)\s*─*$/;
/** `FAIL src/login.e2e.ts > shows the page`, `✖ shows the page`, `not ok 3 - shows the page`. */
const failed = /^\s*(?:FAIL|✖|✘|×|not ok \d+ -)\s+(?<text>\S.*)$/;

/** Who ran it: what its findings are called where no file is named. */
export interface E2eOrigin {
  readonly file: string;
  readonly prefix: string;
}
const e2e: E2eOrigin = { file: 'e2e', prefix: 'end to end' };
const mostLines = 20;

/** The lines of a whole log that name what failed: its end alone may be taken up by something else. */
export const failureLines = (log: string): string =>
  log
    .split('\n')
    .filter((line) => playwright.test(line) || failed.test(line))
    .slice(0, mostLines)
    .map((line) => line.slice(0, mostChars))
    .join('\n');

/** What a run that was not green found; one that hung is told by what it printed last. */
export function findingsFromE2e(report: Outcome<CheckReport>, command: string): readonly Finding[] {
  if (!report.ok) return parseFailureFindings(String(report.failure.params['tail'] ?? ''), command);
  return parseFailureFindings(report.value.failed ?? report.value.tail, command);
}

/** At least one: a run that failed without a word is still wrong. */
export function parseFailureFindings(
  output: string,
  command: string,
  { file: place, prefix }: E2eOrigin = e2e,
): readonly Finding[] {
  const lines = output.split('\n');
  const named = lines.flatMap((line): readonly Finding[] => {
    const { file, line: at, text } = playwright.exec(line)?.groups ?? {};
    return file === undefined || text === undefined ? [] : [finding(file, Number(at), text, prefix)];
  });
  const found =
    named.length > 0 ? named : lines.flatMap((line) => textsIn(line).map((text) => finding(place, null, text, prefix)));
  if (found.length > 0) return unique(found).slice(0, mostFindings);
  const last = lines.filter((line) => line.trim() !== '').slice(-5);
  return [finding(place, null, [`\`${command}\` failed`, ...last].join(' · '), prefix)];
}

const textsIn = (line: string): readonly string[] => {
  const text = failed.exec(line)?.groups?.['text'];
  return text === undefined ? [] : [text];
};

const finding = (file: string, line: number | null, text: string, prefix: string): Finding => ({
  ...{ severity: 'high', file, line },
  text: `${prefix}: ${text.length > mostChars ? `${text.slice(0, mostChars)}…` : text}`,
});

const unique = (findings: readonly Finding[]) =>
  findings.filter((one, at) => findings.findIndex(({ file, text }) => file === one.file && text === one.text) === at);
