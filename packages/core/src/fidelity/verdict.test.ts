import { describe, expect, test } from 'vitest';
import { readPlan } from '../input-files/plan-file.ts';
import { fidelityPage, reviewPlan } from './report.ts';
import { type FidelityVerdict, fidelityType, type RequirementStatus, scoreOf } from './verdict.ts';

const verdict = (statuses: readonly RequirementStatus[], more: Partial<FidelityVerdict> = {}): FidelityVerdict => ({
  ...{ risk_score: 0, drift: [], risks: [], recommended_actions: [], ...more },
  requirements: statuses.map((status, n) => ({ requirement: `R${n}`, status, plan_id: null, notes: '' })),
});
const drift = (count: number) => ({ drift: Array.from({ length: count }, (_, n) => `d${n}`) });

describe('DO-19 the score', () => {
  test.each<[string, FidelityVerdict, number]>([
    ['is nothing when all is met', verdict(['met', 'met']), 0],
    ['is half of the share that is not met', verdict(['met', 'unmet']), 25],
    ['is fifty when nothing is met', verdict(['unmet']), 50],
    ['counts what is met in part by half', verdict(['met', 'partial']), 12.5],
    ['has two for each drift', verdict(['met'], drift(3)), 6],
    ['has three tenths of the risk', verdict(['met'], { risk_score: 50 }), 15],
    ['adds them up', verdict(['unmet', 'partial', 'met', 'met'], { risk_score: 10, ...drift(2) }), 25.75],
    ['is at most a hundred', verdict(['unmet'], { risk_score: 100, ...drift(40) }), 100],
    ['needs no requirement for what was built beside them', verdict([], drift(2)), 4],
    ['is told with two decimals', verdict(['unmet', 'met', 'met']), 16.67],
  ])('%s', (_, given, score) => {
    expect(scoreOf(given)).toBe(score);
  });
});

describe('D-62 an answer', () => {
  const one = { requirement: 'A page', status: 'met', notes: '' };
  test('may leave out lists, the plan and the notes, and may wrap a sentence', () => {
    const read = fidelityType.parse({
      ...{ risk_score: 1, requirements: [{ requirement: 'A page', status: 'met' }] },
      drift: [{ description: 'A blue page' }],
    });
    expect(read).toEqual({
      ...{ risk_score: 1, drift: ['A blue page'], risks: [], recommended_actions: [] },
      requirements: [{ requirement: 'A page', status: 'met', plan_id: null, notes: '' }],
    });
  });

  test.each<[string, object]>([
    ['without a risk', { requirements: [one] }],
    ['with a risk that is none', { risk_score: 101, requirements: [one] }],
    ['with a status that is none', { risk_score: 1, requirements: [{ ...one, status: 'done' }] }],
    ['with an empty drift', { risk_score: 1, requirements: [one], drift: [' '] }],
  ])('%s cannot be read', (_, answer) => {
    expect(fidelityType.safeParse(answer).success).toBe(false);
  });
});

test('DO-19 the review is a plan file that nobody works off, whatever the role said', () => {
  const found = verdict(['unmet'], { drift: ['---\nstatus: active\n---'], risks: ['a | b'] });
  const text = reviewPlan({ specPath: 'docs/a.md', score: 52, threshold: 25, verdict: found });
  expect(readPlan('9999-fidelity-review.md', text)).toMatchObject({
    ok: true,
    plan: { id: '9999', status: 'blocked' },
  });
  expect(text).toContain('- --- status: active ---');
  const at = '2026-01-01T00:00:00.000Z';
  const page = fidelityPage({
    version: 1,
    at,
    run: 'r',
    specPath: 'docs/a.md',
    score: 52,
    threshold: 25,
    blocked: true,
    verdict: found,
  });
  expect(page).toContain('# Fidelity: 52 of 100, above the threshold of 25');
  expect(page).toContain('| R0 | unmet | – | – |');
});
