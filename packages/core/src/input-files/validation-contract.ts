/**
 * Parses the validation contract (M-04): verifiable assertions with ids such as `VAL-AUTH-001`.
 *
 * An assertion is a heading `### VAL-AUTH-001: <assertion>` with Verify, Evidence and Status below it, or a bare line
 * `VAL-AUTH-001: <assertion>`. Everything else in the file is prose for people.
 */
import { bareCommand } from './bare-command.ts';

export interface Assertion {
  readonly id: string;
  readonly text: string;
  /** How it is verified, and with which evidence; empty if the contract does not say. */
  readonly verify: string;
  readonly evidence: string;
  readonly status: string;
}

export const contractFile = 'validation-contract.md';

const idForm = 'VAL(?:-[A-Z0-9_]+)+';
const assertionLine = new RegExp(
  String.raw`^\s{0,3}(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?)?[*_${'`'}]*(${idForm})[*_${'`'}]*\s*(?::|—|–|\s-\s)[*_]*\s*(\S.*)$`,
);
const fieldLine = /^\s*[-*+]?\s*[*_]*(verify|evidence|status)[*_]*\s*:\s*[*_]*\s*(.*)$/i;

export const isAssertionId = (id: string): boolean => new RegExp(`^${idForm}$`).test(id);

/** Keeps the order of the file and ignores code blocks, which are examples. */
export function parseAssertions(text: string): readonly Assertion[] {
  const found: Assertion[] = [];
  let isCode = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode) continue;
    const [, id, assertion] = assertionLine.exec(line) ?? [];
    if (id !== undefined && assertion !== undefined)
      found.push({ id, text: assertion.trim(), verify: '', evidence: '', status: 'pending' });
    const [, field, value] = fieldLine.exec(line) ?? [];
    const last = found.at(-1);
    if (field !== undefined && last !== undefined)
      found[found.length - 1] = { ...last, [field.toLowerCase()]: (value ?? '').trim() };
  }
  return found;
}

export const contractText = (assertions: readonly Assertion[]): string =>
  `${[
    '# Validation contract',
    'Every claim of a feature, as an assertion that can be verified.',
    ...assertions.map(({ id, text, verify, evidence, status }) =>
      [`### ${id}: ${text}`, '', `- Verify: ${verify}`, `- Evidence: ${evidence}`, `- Status: ${status}`].join('\n'),
    ),
  ].join('\n\n')}\n`;

/** Returns the command if Verify is only a command such as `npm run smoke`, with or without backticks; else `null`. */
export function commandOf({ verify }: Pick<Assertion, 'verify'>): string | null {
  const [, command] = /^`([^`]+)`(?:\s+(?:exits|returns|ends)(?:\s+with)?\s+0)?\.?$/.exec(verify.trim()) ?? [];
  return command?.trim() ?? bareCommand(verify);
}

/** `VAL-AUTH-001` has the kind `auth`, which the checkpoint `feature-claim:auth` refers to. */
export const kindOf = (id: string): string => (id.split('-')[1] ?? '').toLowerCase();
