import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionFolder, sessionSlug } from './slug.ts';

test.each([
  ['docs/changes/autopilot/proposal.md', 'changes--autopilot--proposal'],
  ['SPEC.md', 'spec'],
  ['./docs/v1.2/Plan.MD', 'v1--2--plan'],
  ['specs/docs/a.md', 'specs--docs--a'],
  ['docs/기능/제안.md', '기능--제안'],
  ['docs/.md', '--md'],
  ['notes', 'notes'],
  ['a.md.txt', 'a--md--txt'],
])('A-16, AO-09 the slug of %s is %s', (path, slug) => {
  expect(sessionSlug(path)).toBe(slug);
});

test('A-16 a slug is one folder below the sessions', () => {
  fc.assert(
    fc.property(fc.string(), (path) => {
      expect(sessionSlug(path)).not.toMatch(/[/\\.]/);
    }),
  );
  expect(sessionFolder(sessionSlug('../../x.md'))).toBe('.harness/sessions/------------x/');
});
