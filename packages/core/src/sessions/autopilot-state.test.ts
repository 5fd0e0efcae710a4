import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAutopilotState } from './autopilot-state.ts';

const phase = (status: unknown, more: object = {}) => ({
  name: 'Core',
  complexity: 'low',
  planPath: null,
  status,
  ...more,
});
const state = (more: object = {}) =>
  JSON.stringify({
    schemaVersion: 5,
    specPath: 'docs/a.md',
    currentState: 'PLAN',
    currentPhase: 0,
    phases: [phase('pending')],
    ...more,
  });
const read = (text: string) => {
  const found = readAutopilotState(text);
  return found.ok ? found.value : found.problems;
};

describe('the state of a session', () => {
  test.each([1, 2, 3, 4, 5])('AO-05 of version %i is read', (schemaVersion) => {
    expect(read(state({ schemaVersion }))).toMatchObject({ schemaVersion, specPath: 'docs/a.md' });
  });

  test('AO-10 of another tool is read: no version, statuses in any case, phases keyed by n, unknown fields', () => {
    const phases = [
      { n: 2, title: 'Second', status: 'IN-PROGRESS' },
      { n: 1, title: 'First', status: 'PHASE_COMPLETE' },
    ];
    const text = JSON.stringify({ currentState: 'execute', phases, owner: 'me' });
    expect(read(text)).toMatchObject({
      schemaVersion: 1,
      currentState: 'EXECUTE',
      owner: 'me',
      phases: [
        { n: 1, title: 'First', status: 'complete' },
        { n: 2, title: 'Second', status: 'executing' },
      ],
    });
    const keyed = { '10': phase('skipped'), '2': phase('DONE') };
    expect(read(state({ phases: keyed }))).toMatchObject({ phases: [{ status: 'complete' }, { status: 'skipped' }] });
  });

  test.each([
    ['half a document', state().slice(0, 50), [{ code: 'not-json' }]],
    ['an empty file', '', [{ code: 'not-json' }]],
    ['no object', '[]', [{ code: 'wrong-value', key: '', expected: 'object', found: 'array' }]],
    [
      'a newer version',
      state({ schemaVersion: 6 }),
      [{ code: 'wrong-value', key: 'schemaVersion', expected: '<= 5', found: '6' }],
    ],
    ['no phases', state({ phases: undefined }), [{ key: 'phases', expected: 'array', found: 'undefined' }]],
    ['an unknown state', state({ currentState: 'REST' }), [{ key: 'currentState', found: '"REST"' }]],
    ['an unknown status', state({ phases: [phase('lost')] }), [{ key: 'phases.0.status', found: '"lost"' }]],
    ['a status that is no text', state({ phases: [phase(7)] }), [{ key: 'phases.0.status', found: '7' }]],
    ['a long text', state({ currentState: 'x'.repeat(1e6) }), [{ found: `"${'x'.repeat(60)}"` }]],
    ['names of object methods', state({ phases: [phase('constructor')] }), [{ found: '"constructor"' }]],
  ])('%s is a problem', (_, text, problems) => {
    expect(read(text)).toMatchObject(problems);
  });

  test('reads 10 MB', () => {
    const phases = Array.from({ length: 10_000 }, () => phase('complete', { note: 'x'.repeat(1000) }));
    expect(read(state({ phases }))).toMatchObject({ currentState: 'PLAN' });
    expect(read('['.repeat(500_000))).toEqual([{ code: 'not-json' }]);
  });

  test('any JSON is read or is a problem', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readAutopilotState(text).ok).toBeTypeOf('boolean');
        expect(readAutopilotState(state({ phases: JSON.parse(text) as unknown })).ok).toBeTypeOf('boolean');
      }),
    );
  });
});
