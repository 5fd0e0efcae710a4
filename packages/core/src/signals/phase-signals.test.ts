import { describe, expect, test } from 'vitest';
import type { CodeGraph } from '../codegraph/graph.ts';
import { readAnalysisAnswer } from './analysis-answer.ts';
import { assessPhaseFacts, type PhaseSignalFacts } from './phase-signals.ts';

/** `users` modules import `src/base.ts`. */
const graph = (users: number): CodeGraph => ({
  modules: [
    { path: 'src/base.ts', exports: [], edges: [] },
    ...Array.from({ length: users }, (_, n) => ({
      path: `src/user-${n}.ts`,
      exports: [],
      edges: [{ to: 'src/base.ts', kind: 'value' as const }],
    })),
  ],
  unread: [],
  branches: 0,
});
const cml = { overall: 0.5, structural: 0.71, semantic: 0, historical: 0, risk: 'medium' } as const;
const unknown: PhaseSignalFacts = {
  text: 'Change `src/base.ts`.',
  annotated: 'low',
  graph: null,
  timeline: null,
  analysis: null,
  moduleThreshold: 15,
};

test('A-30 without any signal nothing is known, and nothing is raised', () => {
  expect(assessPhaseFacts(unknown)).toEqual({
    raisedTo: null,
    reasons: [],
    blastRadius: null,
    failures: null,
    cml: null,
    pesl: null,
  });
  expect(assessPhaseFacts({ ...unknown, graph: graph(20), text: 'src' }).blastRadius).toBeNull();
});

test.each([
  [15, 15, null],
  [16, 15, 'high'],
  [4, 3, 'high'],
  [16, 20, null],
])('A-28 %i affected modules with a threshold of %i raise to %s', (users, moduleThreshold, raisedTo) => {
  const found = assessPhaseFacts({ ...unknown, graph: graph(users), moduleThreshold });
  expect([found.raisedTo, found.blastRadius?.modules]).toEqual([raisedTo, users]);
});

test('of many affected modules the number is exact, and the list is short', () => {
  const { blastRadius } = assessPhaseFacts({ ...unknown, graph: graph(300) });
  expect([blastRadius?.modules, blastRadius?.files.length]).toEqual([300, 50]);
});

describe('A-29 the analysis of a control server', () => {
  test.each([
    ['structural above 0.7', { cml, pesl: null }, 'medium', ['structural']],
    [
      'a risk above 0.6',
      { cml: { ...cml, structural: 0 }, pesl: { executionConfidence: 0.3, riskScore: 0.7 } },
      'medium',
      ['risk'],
    ],
    ['neither', { cml: { ...cml, structural: 0.7 }, pesl: null }, null, []],
  ])('raises by one level with %s', (_, analysis, raisedTo, reasons) => {
    expect(assessPhaseFacts({ ...unknown, analysis })).toMatchObject({ raisedTo, reasons, ...analysis });
  });

  const events = (...named: readonly (readonly [string, unknown])[]) =>
    named.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
  const done = ['done', { version: 1 }] as const;

  test('is read from its events', () => {
    const pesl = { executionConfidence: 0.4, riskScore: 0.6 };
    const cmlEvent = ['cml_result', { version: 1, ...cml, route: 'local', inputs: {} }] as const;
    expect(readAnalysisAnswer(events(['status', {}], cmlEvent, done))).toEqual({ cml, pesl: null });
    const stream = events(cmlEvent, ['pesl_result', { ...pesl, abort: false }], done);
    expect(readAnalysisAnswer(stream.replaceAll('\n', '\r\n'))).toEqual({ cml, pesl });
  });

  test.each([
    ['it is cut', events(['cml_result', cml])],
    ['it has an error', events(['cml_result', cml], ['error', {}], done)],
    ['it has no complexity', events(['status', {}], done)],
    ['a number is out of range', events(['cml_result', { ...cml, structural: 1e9 }], done)],
    ['it is a page', '<html></html>'],
    ['it is empty', ''],
  ])('is not known if %s', (_, stream) => {
    expect(readAnalysisAnswer(stream)).toBeNull();
  });
});
