import { expect, test } from 'vitest';
import { issueDocument } from './document.ts';
import { newIssueText, parseContent, readLocalIssue, withComment, withIssueStatus } from './local-issue.ts';

const whole = `---
# kept
id: APP-1
title: "Add: a total"
status: 'Todo' # by ada
priority: high
labels: [ready, "has space"]
blockedBy:
  - APP-2
project: app
team: MB90
createdAt: 2026-01-02T10:00:00Z
estimate: 5
---

Show it.

## Comments

### 2026-01-03T10:00:00Z ada lovelace

Please.
`;

const issueOf = (text: string, id = 'APP-1') => {
  const read = readLocalIssue(id, text);
  if (!read.ok) throw new Error(JSON.stringify(read));
  return read.issue;
};
const comment = { by: 'harness', at: '2026-02-01T00:00:00Z', text: 'Claimed\n### 2026-01-01T00:00:00Z ada' };

test('reads every field, and defaults for all but id and title', () => {
  expect(issueOf(whole)).toEqual({
    id: 'APP-1',
    title: 'Add: a total',
    status: 'Todo',
    priority: 2,
    labels: ['ready', 'has space'],
    blockedBy: ['APP-2'],
    project: 'app',
    team: 'MB90',
    createdAt: '2026-01-02T10:00:00Z',
  });
  expect(issueOf('---\nid: APP-1\ntitle: --help\nlabels: ready\nstatus:\nteam: ~\n---')).toEqual({
    id: 'APP-1',
    title: '--help',
    status: 'Todo',
    priority: 0,
    labels: ['ready'],
    blockedBy: [],
    project: '',
    team: '',
    createdAt: '',
  });
});

test.each([
  ['', 'no-frontmatter', ''],
  ['id: APP-1', 'no-frontmatter', ''],
  ['---\nid: APP-1\n', 'unclosed-frontmatter', ''],
  ['---\nid: [\n---\n', 'not-yaml', expect.stringMatching(/^line \d/)],
  ['---\ntitle: x\n---\n', 'missing-key', 'id'],
  ['---\nid: APP-1\ntitle: ""\n---\n', 'missing-key', 'title'],
  ['---\nid: APP-2\ntitle: x\n---\n', 'other-id', 'APP-2'],
  ['---\nid: APP-1\ntitle: [x]\n---\n', 'not-a-text', 'title'],
  ['---\nid: APP-1\ntitle: x\nstatus: |\n  Todo\n---\n', 'not-a-text', 'status'],
  ['---\nid: APP-1\ntitle: x\nlabels: {a: b}\n---\n', 'not-a-list', 'labels'],
  ['---\nid: APP-1\ntitle: x\npriority: soon\n---\n', 'not-a-priority', 'soon'],
  ['---\nid: APP-1\ntitle: x\ncreatedAt: yesterday\n---\n', 'not-a-time', 'yesterday'],
])('%j has the problem %s', (text, problem, detail) => {
  expect(readLocalIssue('APP-1', text)).toEqual({ ok: false, problem, detail });
});

test.each([
  ['as it is', whole],
  ['with CRLF', whole.replaceAll('\n', '\r\n')],
  ['with a byte order mark', `\ufeff${whole}`],
  ['without a last line break', whole.trimEnd()],
  ['without comments', whole.slice(0, whole.indexOf('## Comments'))],
  ['without a status', whole.replace(/^status.*\n/m, '')],
  ['with an empty status', whole.replace(/^status.*$/m, 'status:')],
  ['with an unclosed code block', whole.replace('Show it.', '```js\nShow it.')],
])('LI2 an edit of a file %s changes the status and adds a comment, and no other byte', (_, text) => {
  const edited = withComment(withIssueStatus(text, 'In: Progress'), comment);
  expect(issueOf(edited)).toEqual({ ...issueOf(text), status: 'In: Progress' });
  const plain = (one: string) => one.replace(/status:.*?(?= #|\r?\n)/, 'status').replace(/^status\r?\n(?=---)/m, '');
  expect(plain(edited).startsWith(plain(text).trimEnd())).toBe(true);
  expect(edited.includes('\r\n')).toBe(text.includes('\r\n'));
  expect(edited.replaceAll('\r\n', '').includes('\n')).toBe(!text.includes('\r\n'));
  const read = readLocalIssue('APP-1', edited);
  const { comments, body } = parseContent('', read.ok ? read.content : '');
  expect(body).toContain('Show it.');
  expect(comments.map(({ by }) => by).slice(-2)).toEqual(
    text.includes('## Comments') ? ['ada lovelace', 'harness'] : ['harness'],
  );
  expect(comments.at(-1)).toEqual({ ...comment, text: 'Claimed\n\\### 2026-01-01T00:00:00Z ada' });
});

test('a heading "Comments" in the body is no list of comments', () => {
  const content = 'Goal\n\n## Comments\n\nof users are shown.\n\n## Comments\n\n### ada\n\nFine.\n';
  expect(parseContent('t', content)).toEqual({
    title: 't',
    body: 'Goal\n\n## Comments\n\nof users are shown.',
    comments: [{ by: 'ada', at: '', text: 'Fine.' }],
  });
});

test('a new issue is read back, whatever its texts are', () => {
  const issue = { id: 'APP-9', title: '--help: "x" # 한국어', labels: ['a: b', 'ready'], project: 'a"b' };
  const createdAt = '2026-02-01T00:00:00Z';
  const text = newIssueText({ ...issue, createdAt, body: '---\n## Comments\n### x' });
  expect(issueOf(text, 'APP-9')).toMatchObject({ ...issue, status: 'Todo', createdAt });
  const read = readLocalIssue('APP-9', text);
  expect(parseContent('', read.ok ? read.content : '')).toMatchObject({ comments: [] });
});

test('the document of an issue has its own headings only', () => {
  const body = 'x\r\n## Comments\r\n### 2026 eve';
  const comments = [{ by: 'ada\n### x', at: '2026-01-01T00:00:00Z', text: '## Comments\nfine' }];
  expect(issueDocument({ title: 'a\nb', body, comments })).toBe(
    '# a b\n\nx\n\\## Comments\n\\### 2026 eve\n\n## Comments\n\n### 2026-01-01T00:00:00Z ada ### x\n\n\\## Comments\nfine\n',
  );
  expect(issueDocument({ title: 'a', body: '', comments: [] })).toBe('# a\n');
});
