/** Reads JUnit XML: the cases with their results, and a count, for which the totals of a suite without cases are enough. */
import { countStatus, createTestCount, sumTestCounts, type TestCount, type TestStatus } from './count.ts';

export interface JunitCase {
  readonly name: string;
  /** Empty if the case has none. */
  readonly className: string;
  readonly file: string | undefined;
  readonly is: TestStatus;
  /** Pytest lists a file that cannot be imported as a case. */
  readonly isCollection: boolean;
}

export function readJunit(text: string): TestCount | null {
  const cases = readJunitCases(text);
  if (cases === null) return null;
  if (cases.length > 0) return sumTestCounts(cases.map(({ is }) => countStatus(is)));
  const plain = withoutComments(text);
  const tags = [/<testsuite\b([^>]*)>/g, /<testsuites\b([^>]*)>/g].map((tag) => [...plain.matchAll(tag)]);
  const outermost = tags.find((found) => found.length > 0) ?? []; // a report without a suite has no test
  return sumTestCounts(outermost.map(([, attributes = '']) => suiteTotals(attributes)));
}

/** `null` if the text is no JUnit report. */
export function readJunitCases(text: string): readonly JunitCase[] | null {
  if (!isJunit(text)) return null;
  return withoutComments(text)
    .split(/<testcase\b/)
    .slice(1)
    .map(readCase); // each with the text up to the next case
}

export const isJunit = (text: string): boolean => /<testsuites?[\s>/]/.test(text);

/** Whether the report ends with its last tag: a runner that was killed leaves a part of it. */
export const isWholeJunit = (text: string): boolean =>
  isJunit(text) && /(?:<\/testsuites?>|<testsuites?(?:\s[^<>]{0,10000})?\/>)\s*$/.test(text.slice(-20_000));

const withoutComments = (text: string) =>
  text.replace(/<!--(?:(?!<!--)[\s\S])*?-->|<!\[CDATA\[(?:(?!<!\[CDATA\[)[\s\S])*?\]\]>/g, '');

function readCase(text: string): JunitCase {
  const attributes = readAttributes(text);
  return {
    name: attributes.get('name') ?? '',
    className: attributes.get('classname') ?? '',
    file: attributes.get('file') || undefined,
    is: /<(failure|error)\b/.test(text) ? 'failed' : /<skipped\b/.test(text) ? 'skipped' : 'passed',
    isCollection: /<error\b[^>]{0,200}\bmessage="collection failure"/.test(text),
  };
}

/** The attributes of the tag that starts the text. */
function readAttributes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const attribute = /\s+([\w:.-]+)=(?:"([^"]*)"|'([^']*)')/y;
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text))
    found.set(match[1] ?? '', decodeEntities(match[2] ?? match[3] ?? ''));
  return found;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const decodeEntities = (text: string) =>
  text.replace(/&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, (whole, name, decimal, hex) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

function suiteTotals(attributes: string): TestCount {
  const number = (name: string) => Number(new RegExp(`\\b${name}=["'](\\d+)["']`).exec(attributes)?.[1] ?? 0);
  const failed = number('failures') + number('errors');
  const skipped = number('skipped') + number('disabled');
  return createTestCount(Math.max(0, number('tests') - failed - skipped), failed, skipped);
}
