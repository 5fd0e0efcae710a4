import { expect, test } from 'vitest';
import { isOwnPath } from './change.ts';

const isOwn = isOwnPath({ foreign: ['theirs.txt', 'data/', '한 글.md'], docsPath: 'docs/harness/x/' });

test.each(['src/a.ts', 'data.ts', 'theirs.txt.bak', 'docs/harness/y/spec.md', '.harnessed', 'docs/harness/x.md'])(
  '%s is part of the change',
  (path) => expect(isOwn(path)).toBe(true),
);

test.each(['theirs.txt', 'data/deep/1.csv', '한 글.md', '.harness/state.json', '.harness', 'docs/harness/x/spec.md'])(
  '%s is not part of the change: it belongs to the user or the session',
  (path) => expect(isOwn(path)).toBe(false),
);

test('an empty docs path excludes no file', () => {
  expect(isOwnPath({ foreign: [], docsPath: '' })('a.ts')).toBe(true);
});
