import { expect, test } from 'vitest';
import { parseManualStep } from './manual-step.ts';

test.each([
  [
    'I need the OAuth consent to continue: an owner has to click it (2 minutes)',
    'the OAuth consent',
    'an owner has to click it (2 minutes)',
  ],
  ['**I need a paid plan to continue** — the quota is used up', 'a paid plan', '— the quota is used up'],
  ['i need access to the bucket to continue.', 'access to the bucket', ''],
])('D-03 %s', (answer, what, why) => {
  expect(parseManualStep(answer)).toEqual({ what, why: why.replace(/^— /, '') });
});

test.each(['added a page', 'What I need to continue is a coffee', 'You need to continue', ''])(
  'D-04 "%s" requests no manual step',
  (answer) => {
    expect(parseManualStep(answer)).toBeNull();
  },
);
