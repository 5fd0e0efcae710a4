import { expect, test } from 'vitest';
import { personFor } from './people.ts';
import { parseScript } from './script.ts';

const script = parseScript(
  `
version: 1
people:
  - when: { header: Spec, item: F-001, nth: 2 }
    choose: Stop
    after: 100
  - when: { header: Spec }
    choose: Proceed
    note: fine
`,
  'x.yaml',
);

test('the first person whose conditions all hold answers', () => {
  expect(personFor(script, { header: 'Spec', item: 'F-001', nth: 2 })).toEqual({
    choose: 'Stop',
    note: '',
    afterMs: 100,
  });
  expect(personFor(script, { header: 'Spec', item: 'F-001', nth: 1 })).toEqual({
    choose: 'Proceed',
    note: 'fine',
    afterMs: 0,
  });
  expect(personFor(script, { header: 'spec', item: null, nth: 2 })?.choose).toBe('Proceed');
});

test('a question without a scripted person waits for the user', () => {
  expect(personFor(script, { header: 'Passes', item: null, nth: 1 })).toBeUndefined();
});
