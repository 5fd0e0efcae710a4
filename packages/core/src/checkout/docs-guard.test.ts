import { expect, test } from 'vitest';
import { checkDocsPath } from './docs-guard.ts';

test.each(['docs/harness/add-search/', 'docs/harness/add-search', 'out/add-search/', 'a/b/c/d', 'docs/harness/한 글/'])(
  'W-140 %s is the folder of one session',
  (path) => expect(checkDocsPath(path)).toBeNull(),
);

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['docs/harness//', 'empty'],
  ['/', 'empty'],
  ['/etc/x/', 'absolute'],
  ['C:\\x\\y', 'absolute'],
  ['\\\\server\\share', 'absolute'],
  ['docs/../../etc', 'climbing'],
  ['docs/harness/..', 'climbing'],
  ['docs/harness/.', 'dot'],
  ['docs/./x', 'dot'],
  ['docs//x', 'dot'],
  ['out', 'shallow'],
  ['docs/harness', 'base'],
  ['docs/harness/memory/', 'memory'],
  ['docs/harness/Memory. ', 'memory'],
  ['docs/harness/memory/x', 'memory'],
  ['.harness/runs', 'owned'],
  ['src/.git', 'owned'],
  ['.git/hooks', 'owned'],
])('W-139, W-140 %j is not the folder of one session: %s', (path, fault) => expect(checkDocsPath(path)).toBe(fault));
