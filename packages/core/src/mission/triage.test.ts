import { expect, test } from 'vitest';
import { ok } from '../failure/failure.ts';
import { type Issue, parseIssues } from './issue.ts';
import { knownIssues, triageIssues } from './triage.ts';

const issue = (title: string, more: Partial<Issue> = {}): Issue => ({
  title,
  severity: 'major',
  foundDuring: 'F-1',
  ...more,
});

test('MO-23 merges issues with the same code pointer or nearly the same title', () => {
  const filed = [
    issue('The login leaks the password'),
    issue('the login leaks the passwords.', { foundDuring: 'F-2', severity: 'critical' }),
    issue('Logging out does nothing', { codePointer: 'src/a.ts:3' }),
    issue('A click is lost', { codePointer: 'src/a.ts:3' }),
    issue('Logging in does nothing at all'),
  ];
  expect(triageIssues(filed).map(({ title, severity }) => `${severity} ${title}`)).toEqual([
    'critical The login leaks the password',
    'major Logging out does nothing',
    'major Logging in does nothing at all',
  ]);
});

test('MO-15, MO-23 drops an issue that already became a feature, also a passed one', () => {
  const fix = { claims: [], attempts: 1, dependsOn: [], status: 'passed' } as const;
  const known = knownIssues([
    { ...fix, id: 'F-FIX-001', title: 'The login leaks', sourceIssueId: 'I-0001', more: { codePointer: 'src/a.ts:3' } },
    { ...fix, id: 'F-FIX-002', title: 'Logging out does nothing', sourceIssueId: 'I-0002', more: {} },
    { ...fix, id: 'F-001', title: 'A click is lost', more: {} },
  ]);
  const filed = [
    issue('Something else', { codePointer: 'src/a.ts:3' }),
    issue('logging out does nothing!', { severity: 'critical' }),
    issue('A click is lost'),
  ];
  expect(triageIssues(filed, known)).toEqual([issue('A click is lost')]);
});

test('MO-20 keeps the code pointer of an issue', () => {
  const line = '{"title":"it leaks","severity":"major","codePointer":"src/a.ts:3"}';
  expect(parseIssues(line, 'F-1')).toEqual(ok([issue('it leaks', { codePointer: 'src/a.ts:3' })]));
  expect(parseIssues(line.replace('major', 'huge'), 'F-1').ok).toBe(false);
});
