/** Turns the output of a failed end-to-end run into findings for the fixer (D-36). */

import type { Finding } from '../answer-contracts/finding.ts';
import { mergeFindings } from '../answer-contracts/findings.ts';
import type { CheckReport } from '../effects/check.ts';
import type { Outcome } from '../failure/failure.ts';

const maxFindings = 10;
const maxChars = 300;

/** Matches Playwright's `1) [chromium] › tests/login.spec.ts:12:5 › shows the page`. */
const playwright = /^\s*\d+\)\s+(?:\[[^\]]+\]\s+›\s+)?(?<file>[^\s›:]+):(?<line>\d+):\d+\s+›\s+(?<text>.+?)\s*─*$/;
/** Matches `FAIL src/login.e2e.ts > shows the page`, `✖ shows the page` and `not ok 3 - shows the page`. */
const failed = /^\s*(?:FAIL|✖|✘|×|not ok \d+ -)\s+(?<text>\S.*)$/;

/** File and prefix of findings that name no file. */
export interface E2eOrigin {
  readonly file: string;
  readonly prefix: string;
}
const e2e: E2eOrigin = { file: 'e2e', prefix: 'end to end' };
const maxLines = 20;

/** Returns the lines of the whole log that name a failed test, because its end may be about something else. */
export const failureLines = (log: string): string =>
  log
    .split('\n')
    .filter((line) => playwright.test(line) || failed.test(line))
    .slice(0, maxLines)
    .map((line) => line.slice(0, maxChars))
    .join('\n');

/** Returns the findings of a red run; of one that timed out, from its last output. */
export function findingsFromE2e(report: Outcome<CheckReport>, command: string): readonly Finding[] {
  if (!report.ok) return parseFailureFindings(String(report.failure.params['tail'] ?? ''), command);
  return parseFailureFindings(report.value.failed ?? report.value.tail, command);
}

/** Returns at least one finding, even without output. */
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
  const unnamed = lines.flatMap((line) => failed.exec(line)?.groups?.['text'] ?? []);
  const found = named.length > 0 ? named : unnamed.map((text) => finding(place, null, text, prefix));
  if (found.length > 0) return mergeFindings([], found).slice(0, maxFindings);
  const last = lines.filter((line) => line.trim() !== '').slice(-5);
  return [finding(place, null, [`\`${command}\` failed`, ...last].join(' · '), prefix)];
}

const finding = (file: string, line: number | null, text: string, prefix: string): Finding => ({
  severity: 'high',
  file,
  line,
  text: `${prefix}: ${text.length > maxChars ? `${text.slice(0, maxChars)}…` : text}`,
});
