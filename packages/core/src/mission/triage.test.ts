import { expect, test } from 'vitest';
import { type Issue, issuesIn } from './issue.ts';
import { triaged } from './triage.ts';

const issue = (title: string, more: Partial<Issue> = {}): Issue => ({
  ...{ title, severity: 'major', foundDuring: 'F-1' },
  ...more,
});

test('MO-23 what points at the same code, or says nearly the same, is one issue', () => {
  const filed = [
    issue('The login leaks the password'),
    issue('the login leaks the passwords.', { foundDuring: 'F-2', severity: 'critical' }),
    issue('Logging out does nothing', { codePointer: 'src/a.ts:3' }),
    issue('A click is lost', { codePointer: 'src/a.ts:3' }),
    issue('Logging in does nothing at all'),
  ];
  expect(triaged(filed).map(({ title, severity }) => `${severity} ${title}`)).toEqual([
    'critical The login leaks the password',
    'major Logging out does nothing',
    'major Logging in does nothing at all',
  ]);
});

test('MO-20 where an issue is filed with a place in the code, that is kept', () => {
  const line = '{"title":"it leaks","severity":"major","codePointer":"src/a.ts:3"}';
  expect(issuesIn(line, 'F-1')).toEqual([issue('it leaks', { codePointer: 'src/a.ts:3' })]);
});
