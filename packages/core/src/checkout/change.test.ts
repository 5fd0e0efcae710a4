import { expect, test } from 'vitest';
import { isOwnPath } from './change.ts';

const mine = isOwnPath({ foreign: ['theirs.txt', 'data/', '한 글.md'], docsPath: 'docs/harness/x/' });

test.each(['src/a.ts', 'data.ts', 'theirs.txt.bak', 'docs/harness/y/spec.md', '.harnessed', 'docs/harness/x.md'])(
  '%s is part of the change',
  (path) => expect(mine(path)).toBe(true),
);

test.each(['theirs.txt', 'data/deep/1.csv', '한 글.md', '.harness/state.json', '.harness', 'docs/harness/x/spec.md'])(
  '%s is not part of the change: it is the user’s or the session’s own',
  (path) => expect(mine(path)).toBe(false),
);

test('no docs folder leaves nothing out', () => {
  expect(isOwnPath({ foreign: [], docsPath: '' })('a.ts')).toBe(true);
});
