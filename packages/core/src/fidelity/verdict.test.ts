import { describe, expect, test } from 'vitest';
import { readPlan } from '../input-files/plan-file.ts';
import { fidelityPage, reviewPlan } from './report.ts';
import { type FidelityVerdict, fidelityType, type RequirementStatus, scoreOf } from './verdict.ts';

const verdict = (statuses: readonly RequirementStatus[], more: Partial<FidelityVerdict> = {}): FidelityVerdict => ({
  risk_score: 0,
  drift: [],
  risks: [],
  recommended_actions: [],
  ...more,
  requirements: statuses.map((status, n) => ({ requirement: `R${n}`, status, plan_id: null, notes: '' })),
});
const drift = (count: number) => ({ drift: Array.from({ length: count }, (_, n) => `d${n}`) });

describe('DO-19 the score', () => {
  test.each<[string, FidelityVerdict, number]>([
    ['is 0 if all requirements are met', verdict(['met', 'met']), 0],
    ['is half of the unmet share', verdict(['met', 'unmet']), 25],
    ['is 50 if no requirement is met', verdict(['unmet']), 50],
    ['counts a partially met requirement half', verdict(['met', 'partial']), 12.5],
    ['adds 2 per drift', verdict(['met'], drift(3)), 6],
    ['adds 0.3 of the risk score', verdict(['met'], { risk_score: 50 }), 15],
    ['adds up all parts', verdict(['unmet', 'partial', 'met', 'met'], { risk_score: 10, ...drift(2) }), 25.75],
    ['is at most 100', verdict(['unmet'], { risk_score: 100, ...drift(40) }), 100],
    ['counts drift without requirements', verdict([], drift(2)), 4],
    ['has two decimals', verdict(['unmet', 'met', 'met']), 16.67],
  ])('%s', (_, answer, score) => {
    expect(scoreOf(answer)).toBe(score);
  });
});

describe('D-62 an answer', () => {
  const one = { requirement: 'A page', status: 'met', notes: '' };
  test('may omit lists, the plan and the notes, and may wrap a sentence in an object', () => {
    const read = fidelityType.parse({
      risk_score: 1,
      requirements: [{ requirement: 'A page', status: 'met' }],
      drift: [{ description: 'A blue page' }],
    });
    expect(read).toEqual({
      risk_score: 1,
      drift: ['A blue page'],
      risks: [],
      recommended_actions: [],
      requirements: [{ requirement: 'A page', status: 'met', plan_id: null, notes: '' }],
    });
  });

  test.each<[string, object]>([
    ['without a risk score', { requirements: [one] }],
    ['with an invalid risk score', { risk_score: 101, requirements: [one] }],
    ['with an invalid status', { risk_score: 1, requirements: [{ ...one, status: 'done' }] }],
    ['with an empty drift', { risk_score: 1, requirements: [one], drift: [' '] }],
  ])('%s is unreadable', (_, answer) => {
    expect(fidelityType.safeParse(answer).success).toBe(false);
  });
});

test('DO-19 the review is a blocked plan file, whatever the role answers', () => {
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
