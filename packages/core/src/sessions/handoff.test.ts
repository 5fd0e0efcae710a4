import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Handoff, handoffText, readHandoffFile } from './handoff.ts';
import { readHandoff } from './session-files.ts';

const handoff: Handoff = {
  timestamp: '2026-03-19T10:00:00Z',
  fromSkill: 'harness-planning',
  phase: 'Core',
  summary: 'planned',
  completed: ['1'],
  pending: [],
  concerns: ['slow'],
  decisions: [{ what: 'a', why: 'b' }],
  blockers: [],
  contextKeywords: ['scan'],
  planPath: 'docs/plans/a.md',
};
const read = (value: unknown) => {
  const found = readHandoffFile(typeof value === 'string' ? value : JSON.stringify(value));
  return found.is === 'read' ? found.handoff : found;
};

describe('AO-16 a handoff', () => {
  test('is read as it was written, and in order for `harness validate`', () => {
    expect(read(handoffText(handoff))).toEqual(handoff);
    expect(Object.keys(JSON.parse(handoffText(handoff)) as object)).toEqual(Object.keys(handoff));
    expect(handoffText({ ...handoff, planPath: null })).not.toContain('planPath');
    expect(readHandoff(handoffText(handoff)).ok).toBe(true);
  });

  test('without fields is empty', () => {
    expect(read({})).toMatchObject({ summary: '', concerns: [], decisions: [], planPath: null });
  });

  test.each([
    ['one concern instead of a list', { concerns: 'slow' }, { concerns: ['slow'] }],
    ['concerns as objects', { concerns: [{ risk: 'x' }, '', null, 3] }, { concerns: ['{"risk":"x"}', 'null', '3'] }],
    ['a number as a phase', { phase: 2 }, { phase: '2' }],
    ['an object as a summary', { summary: { a: 1 } }, { summary: '' }],
    ['a text as a decision', { decisions: ['use SQL'] }, { decisions: [{ what: 'use SQL', why: '' }] }],
    ['many entries', { pending: Array.from({ length: 5_000 }, String) }, { pending: { length: 100 } }],
    ['a link', { summary: '![x](https://evil.example/a.png)' }, { summary: '![x]\\(https://evil.example/a.png)' }],
    ['control characters', { summary: 'a\u001b]0;x\u0007\u202eb' }, { summary: 'a ]0;x  b' }],
    ['a deep value', { concerns: [JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)] }, { concerns: { length: 1 } }],
  ])('with %s is read', (_, value, expected) => {
    expect(read(value)).toMatchObject(expected);
  });

  test.each([
    ['half of it', handoffText(handoff).slice(0, 60), 'not-json'],
    ['an empty file', '', 'not-json'],
    ['10 MB', JSON.stringify({ summary: 'x'.repeat(10_000_000) }), 'too-large'],
    ['a list', '[]', 'not-an-object'],
    ['a text', '"done"', 'not-an-object'],
  ])('%s is unreadable', (_, text, because) => {
    expect(readHandoffFile(text)).toEqual({ is: 'unreadable', because });
  });

  test('may be missing', () => {
    expect(readHandoffFile(null)).toEqual({ is: 'missing' });
  });

  test.each([
    ['./docs/plans/../plans/a.md', null],
    ['docs//plans/./a.md', 'docs/plans/a.md'],
    ['/etc/passwd.md', null],
    ['../a.md', null],
    ['.harness/sessions/x/a.md', null],
    ['.git/a.md', null],
    ['docs/plans/a.sh', null],
    [7, null],
  ])('A-36 the plan path %j is %j', (planPath, expected) => {
    expect(read({ ...handoff, planPath })).toMatchObject({ planPath: expected });
  });

  test('of any JSON is read or unreadable', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(['read', 'unreadable']).toContain(readHandoffFile(text).is);
        expect(read({ concerns: JSON.parse(text) as unknown })).toMatchObject({ concerns: expect.any(Array) });
      }),
    );
  });
});
