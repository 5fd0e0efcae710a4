import { expect, test } from 'vitest';
import { pathsInChangesFile } from './changes-file.ts';

test('W-126 returns the paths without the reasons', () => {
  const changes = `# Round 1 Changes

## Modified Files
- src/a b.ts — because - of it
- \`src/c.ts\` - quoted

## Created Files
* new.ts — new

## Deleted Files
- new.ts — and gone again
- no reason

## Advisor Feedback Applied
- a point — somewhere
`;
  expect(pathsInChangesFile(changes)).toEqual(['src/a b.ts', 'src/c.ts', 'new.ts']);
});

test('finds no paths without a known heading', () => {
  expect(pathsInChangesFile('- a.ts — no heading says what this is\n')).toEqual([]);
});
