import { expect, test } from 'vitest';
import { dependencyIssue, specGapIssue } from './spec-gap.ts';

test('I-51 a spec gap names what is missing and the spec to update', () => {
  const { title, body } = specGapIssue('APP-1', { subsystem: 'app/core', description: 'no unit\nof money' });
  expect(title).toBe('Spec gap: no unit of money');
  expect(body).toContain('What is missing: no unit of money');
  expect(body).toContain('subsystems_knowledge/app/core.yaml');
});

test('IO-02 a missing dependency becomes an issue of its own', () => {
  expect(dependencyIssue('APP-1', 'read it', 'a parser')).toMatchObject({ title: 'Missing dependency: a parser' });
});
