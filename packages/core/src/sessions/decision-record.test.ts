import { expect, test } from 'vitest';
import { parseFields } from '../input-files/frontmatter.ts';
import { splitFrontmatter } from '../input-files/split-frontmatter.ts';
import { type DecisionDraft, decisionFile } from './decision-record.ts';

const draft: DecisionDraft = {
  title: 'Use SQLite: "one" file',
  context: 'We need a store.\n## Decision\nno',
  decision: 'SQLite.',
  consequences: '- none',
};
const fileOf = (existing: readonly string[], changes: Partial<DecisionDraft> = {}) =>
  decisionFile({
    draft: { ...draft, ...changes },
    existing,
    date: '2026-03-19T10:00:00Z',
    tier: 'large',
    source: 'docs/changes/scanner/proposal.md',
  });

test.each([
  ['the first', [], '0001'],
  ['after the last', ['0001-a.md', '0002-b.md', 'README.md'], '0003'],
  ['after a missing one', ['0001-a.md', '0004-b.md'], '0005'],
  ['beside another form of name', ['0007.md', '0008_x.md', '0009'], '0010'],
  ['beside a date', ['2026-03-19-a.md', '20260319-a.md', '0001-a.md'], '0002'],
  ['above four digits', ['9999-a.md'], '10000'],
])('AO-31 the number is %s', (_, existing, number) => {
  expect(fileOf(existing).path).toBe(`docs/knowledge/decisions/${number}-use-sqlite-one-file.md`);
});

test('AO-31 several records have numbers without a gap', () => {
  const names: string[] = [];
  for (const title of ['a', 'a', '규칙']) {
    const { path } = fileOf(names, { title });
    names.push(path.slice(path.lastIndexOf('/') + 1));
  }
  expect(names).toEqual(['0001-a.md', '0002-a.md', '0003-gyucig.md']);
});

test('AO-31 a record has its fields and three sections, whatever the text contains', () => {
  const { text } = fileOf(['0001-a.md'], { title: 'Use "SQLite"\n---\nstatus: no' });
  const found = splitFrontmatter(text);
  if (found.is !== 'found') throw new Error('no frontmatter');
  const { fields, faults } = parseFields(found);
  expect([[...fields.keys()], faults]).toEqual([
    ['number', 'title', 'date', 'status', 'tier', 'source', 'supersedes'],
    [],
  ]);
  expect(found.body.split('\n').filter((line) => line.startsWith('#'))).toEqual([
    '# Use "SQLite" --- status: no',
    '## Context',
    '## Decision',
    '## Consequences',
  ]);
  expect(fileOf([], { context: 'x'.repeat(10_000_000) }).text.length).toBeLessThan(11_000);
});

test.each(['../../x', '', '🚀', 'a/b', 'a_b'])('AO-31 the path of %j stays in the folder', (title) => {
  expect(fileOf([], { title }).path).toMatch(/^docs\/knowledge\/decisions\/0001-[a-z-]+\.md$/);
});
