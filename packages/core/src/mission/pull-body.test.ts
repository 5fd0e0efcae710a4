/** Tests for the text of a feature's pull request. */
import { expect, test } from 'vitest';
import { sectionsOf } from '../forge/body.ts';
import { pullSections } from '../pull-request/sections.ts';
import { pullBody } from './pull-body.ts';

const offered = { title: 'F-002: Log out', spec: 'SPEC.md', files: [], onto: [], checks: ['npm test'], attempts: 2 };

test('D-32 has the sections of every pull request and states what was verified', () => {
  const body = pullBody(offered);
  expect(sectionsOf(body)).toEqual([...pullSections]);
  expect(body).toContain('- `npm test` is green on exactly this commit');
  expect(body).toContain('in attempt 2');
});

test('MO-05 names the features it is stacked on, with their pull requests', () => {
  const onto = [
    { id: 'F-001', pull: 7 },
    { id: 'F-000', pull: null },
  ];
  expect(pullBody({ ...offered, onto })).toContain('It builds on F-001 (#7), F-000: this branch contains');
});

test('says that a person accepted the feature without a witness', () => {
  const body = pullBody({ ...offered, unwitnessed: [{ code: 'no-test', names: [] }] });
  expect(body).toMatch(/## Validation\n\n- unwitnessed: no test was added/);
  expect(pullBody(offered)).not.toContain('witness');
});
