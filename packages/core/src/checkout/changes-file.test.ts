import { expect, test } from 'vitest';
import { pathsInChangesFile } from './changes-file.ts';

test('W-126 of an account the paths are taken and the reasons left out', () => {
  const account = `# Round 1 Changes

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
  expect(pathsInChangesFile(account)).toEqual(['src/a b.ts', 'src/c.ts', 'new.ts']);
});

test('of what is no account nothing is taken', () => {
  expect(pathsInChangesFile('- a.ts — no heading says what this is\n')).toEqual([]);
});
