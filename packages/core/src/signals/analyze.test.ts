import { describe, expect, test } from 'vitest';
import type { CodeGraph } from '../codegraph/graph.ts';
import { type AnalyzedTask, analyzeTask } from './analyze.ts';
import { computeComplexity } from './complexity.ts';
import { forecastFailures } from './forecast.ts';
import { findSeeds } from './seeds.ts';
import { computeSimulation } from './simulation.ts';

const module = (path: string, ...imports: readonly string[]) => ({
  path,
  exports: [],
  edges: imports.map((to) => ({ to, kind: 'value' as const })),
});
const graph: CodeGraph = {
  modules: [
    module('src/money.ts'),
    module('src/money.test.ts', 'src/money.ts'),
    module('app/[id]/page.tsx'),
    module('lib/a.py'),
    ...Array.from({ length: 120 }, (_, n) => module(`src/user-${n}.ts`, 'src/money.ts')),
  ],
  unread: [],
  branches: 0,
};

describe('the seeds of a text', () => {
  test.each([
    ['Change `src/money.ts`, then test.', ['src/money.ts']],
    ['see (src/money.ts:12) and ./lib/a.py!', ['lib/a.py', 'src/money.ts']],
    ['[money](src/money.ts)', ['src/money.ts']],
    ['the route app/[id]/page.tsx', ['app/[id]/page.tsx']],
    [
      'all of src/user-11?.ts and **/*.py',
      [...Array.from({ length: 10 }, (_, n) => `src/user-11${n}.ts`), 'lib/a.py'].sort(),
    ],
    ['src/ and src and money.ts and missing/x.ts and what* is *this*', []],
  ])('%s', (text, seeds) => {
    expect(findSeeds(graph, text)).toEqual(seeds);
  });

  test('are found in a megabyte of hostile text', () => {
    for (const text of [
      '.'.repeat(1_000_000),
      '**/'.repeat(300_000),
      `${'*a'.repeat(90)}.x `.repeat(5_000),
      '((['.repeat(300_000),
    ])
      expect(findSeeds(graph, text)).toEqual([]);
  });
});

describe('CML', () => {
  test('AO-36 adds structure, text and history by their weights', () => {
    const runs = { failed: 3, total: 10 };
    const found = computeComplexity({ weightedModules: 80, unknowns: 2, ambiguities: 1, risks: 0, runs });
    // 0.4 × (1 − e^−0.6) + 0.35 × (1 − e^−0.3) = 0.1805 + 0.0907
    expect(found.structural).toBeCloseTo(0.8, 6);
    expect(found.semantic).toBeCloseTo(0.27119, 4);
    expect(found.historical).toBeCloseTo(0.25, 6);
    expect(found.overall).toBeCloseTo(0.4 + 0.09492 + 0.0375, 4);
    expect([found.risk, found.route]).toEqual(['medium', 'local']);
  });

  test.each([
    [{ weightedModules: 0, unknowns: 0, ambiguities: 0, risks: 0 }, 'low', 'local'],
    [{ weightedModules: 0, unknowns: 9, ambiguities: 9, risks: 9 }, 'medium', 'human'],
    [{ weightedModules: 500, unknowns: 2, ambiguities: 1, risks: 1 }, 'high', 'simulation-required'],
    [{ weightedModules: 500, unknowns: 30, ambiguities: 30, risks: 30 }, 'critical', 'simulation-required'],
  ])('AO-36 %o is %s and goes to %s', (inputs, risk, route) => {
    expect(computeComplexity({ ...inputs, runs: { failed: 0, total: 0 } })).toMatchObject({ risk, route });
  });
});

test('AO-37, AO-38 PESL subtracts each place from 0.85, and its risk score is the rest', () => {
  const some = computeSimulation({ hotspots: 1, testGaps: 2, predictedFailures: 1, overall: 0.7 });
  expect(some.executionConfidence).toBeCloseTo(0.85 - 0.05 - 0.16 - 0.1 - 0.14, 9);
  expect(some.riskScore).toBeCloseTo(0.6, 9);
  expect(some.abort).toBe(false);
  expect(computeSimulation({ hotspots: 0, testGaps: 20, predictedFailures: 0, overall: 1 })).toEqual({
    executionConfidence: 0,
    riskScore: 1,
    abort: true,
  });
});

const week = (n: number) => new Date(Date.UTC(2026, 0, 1 + 7 * n)).toISOString();
const timeline = (values: Readonly<Record<string, readonly unknown[]>>, weeks = [0, 1, 2, 3]) =>
  JSON.stringify({
    version: 1,
    snapshots: weeks.map((at, n) => ({
      capturedAt: week(at),
      commitHash: `c${n}`,
      metrics: Object.fromEntries(Object.entries(values).map(([name, each]) => [name, each[n]])),
    })),
  });

describe('the forecast', () => {
  test('AO-33 follows a straight line for 12 weeks', () => {
    expect(
      forecastFailures(
        timeline({ complexity: [10, 11, 12, 13], coupling: [{ value: 5 }, { value: 5 }, { value: 5 }, { value: 5 }] }),
      ),
    ).toEqual([
      { category: 'complexity', latest: 13, forecast: 25, probability: 0.923 },
      { category: 'coupling', latest: 5, forecast: 5, probability: 0 },
    ]);
  });

  test('AO-33 a line that fits badly, or falls, is improbable; from zero, one cycle more is certain', () => {
    const found = forecastFailures(
      timeline({ 'module-size': [100, 10, 120, 20], complexity: [9, 8, 7, 6], 'circular-deps': [0, 0.1, 0.2, 0.3] }),
    );
    expect(found?.map(({ category, probability }) => [category, probability])).toEqual([
      ['circular-deps', 1],
      ['complexity', 0],
      ['module-size', 0],
    ]);
  });

  test.each([
    ['no file', null],
    ['no JSON', '{'],
    ['another version', '{"version":2,"snapshots":[]}'],
    ['two snapshots', timeline({ complexity: [1, 2] }, [0, 1])],
    ['values that are not known', timeline({ complexity: [1, null, 'many', 2] })],
    ['snapshots of one time', timeline({ complexity: [1, 2, 3, 4] }, [1, 1, 1, 1])],
    ['times that are none', timeline({ complexity: [1, 2, 3, 4] }).replaceAll('2026', 'then')],
    ['unknown categories', timeline({ beauty: [1, 2, 3, 4] })],
  ])('AO-33 %s gives no signal', (_, text) => {
    expect(forecastFailures(text)).toBeNull();
  });
});

describe('an analysis', () => {
  const events = (task: AnalyzedTask, text: string | null = null) =>
    analyzeTask(task, { graph, timeline: text, runs: { failed: 0, total: 0 } });
  const signals = (task: AnalyzedTask, text?: string) => events(task, text).at(-1)?.data;

  test('a text without files, words and history gives no signal', () => {
    expect(events({ title: 'Add a page' })).toMatchObject([
      { event: 'status', data: { modules: 124, unread: [] } },
      { event: 'sel_result', data: { seeds: [], unknowns: [], ambiguities: [], riskSignals: [] } },
      { event: 'cml_result', data: { overall: 0, route: 'local', concerns: [] } },
      { event: 'signals', data: { raisedTo: null, reasons: [], blastRadius: null, failures: null, pesl: null } },
    ]);
  });

  test('a module with many importers raises to high, and shows its inputs', () => {
    const found = events({
      title: 'Migrate src/money.ts',
      description: 'Maybe with a rollback? TBD. 아마 보안',
      labels: ['breaking'],
    });
    expect(found.map(({ event }) => event)).toEqual(['status', 'sel_result', 'cml_result', 'pesl_result', 'signals']);
    expect(found[1]?.data).toMatchObject({
      seeds: ['src/money.ts'],
      unknowns: ['Migrate src/money.ts\nMaybe with a rollback?', 'TBD'],
      ambiguities: ['Maybe', '아마'],
      riskSignals: ['Migrate', 'rollback', '보안', 'breaking'],
    });
    expect(found[2]?.data).toMatchObject({
      structural: expect.closeTo(0.978),
      concerns: ['files'],
      inputs: { weightedModules: expect.closeTo(97.8) },
    });
    expect(found[3]?.data).toMatchObject({
      tier: 'graph-only',
      abort: false,
      inputs: { hotspots: ['src/money.ts'], testGaps: [], predictedFailures: [] },
    });
    expect(found[4]?.data).toMatchObject({
      raisedTo: 'high',
      reasons: ['blast-radius', 'structural'],
      blastRadius: { modules: 121 },
    });
  });

  test('a forecast raises by one level above the label, and nothing is lowered', () => {
    const rising = timeline({ complexity: [10, 11, 12, 13] });
    const failures = { probability: 0.923, categories: ['complexity'] };
    expect(signals({ title: 'x' }, rising)).toMatchObject({ raisedTo: 'medium', reasons: ['failures'], failures });
    expect(signals({ title: 'x', labels: ['complexity:medium'] }, rising)).toMatchObject({ raisedTo: 'high' });
    expect(signals({ title: 'x', labels: ['Complexity:High'] }, rising)).toMatchObject({ raisedTo: null });
    expect(signals({ title: 'x', labels: ['complexity:high'] })).toMatchObject({ raisedTo: null, reasons: [] });
  });

  test('a named module that no test imports is a test gap', () => {
    const task = { title: 'src/money.ts and src/user-*.ts', description: 'tbd '.repeat(20) };
    const pesl = events(task).find(({ event }) => event === 'pesl_result')?.data as { inputs: { testGaps: string[] } };
    expect(pesl.inputs.testGaps).toHaveLength(120);
    expect(signals(task)).toMatchObject({
      raisedTo: 'medium',
      reasons: ['structural', 'risk'],
      pesl: { riskScore: 1 },
    });
  });
});
