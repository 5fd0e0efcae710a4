/** Reads JUnit XML: counts the cases, or uses the totals of a suite that lists none. */
import { createTestCount, sumTestCounts, type TestCount } from './count.ts';

export function readJunit(text: string): TestCount | null {
  if (!/<testsuites?[\s>/]/.test(text)) return null;
  const plain = text.replace(/<!--(?:(?!<!--)[\s\S])*?-->|<!\[CDATA\[(?:(?!<!\[CDATA\[)[\s\S])*?\]\]>/g, '');
  const cases = plain.split(/<testcase\b/).slice(1); // each with the text up to the next case
  if (cases.length > 0) return sumTestCounts(cases.map(countCase));
  const tags = [/<testsuite\b([^>]*)>/g, /<testsuites\b([^>]*)>/g].map((tag) => [...plain.matchAll(tag)]);
  const outermost = tags.find((found) => found.length > 0) ?? []; // a report without a suite has no test
  return sumTestCounts(outermost.map(([, attributes = '']) => suiteTotals(attributes)));
}

function countCase(text: string): TestCount {
  if (/<(failure|error)\b/.test(text)) return createTestCount(0, 1, 0);
  return /<skipped\b/.test(text) ? createTestCount(0, 0, 1) : createTestCount(1, 0, 0);
}

function suiteTotals(attributes: string): TestCount {
  const number = (name: string) => Number(new RegExp(`\\b${name}=["'](\\d+)["']`).exec(attributes)?.[1] ?? 0);
  const failed = number('failures') + number('errors');
  const skipped = number('skipped') + number('disabled');
  return createTestCount(Math.max(0, number('tests') - failed - skipped), failed, skipped);
}
