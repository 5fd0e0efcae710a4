/** The contracts of the answers: what is readable, and what never counts. */
import { describe, expect, test } from 'vitest';
import type { Role } from '../../../role/role.ts';
import { issueDiscoverer } from './discoverer.ts';
import { issuePlanner } from './planner.ts';
import { issueReviewer } from './reviewer.ts';

const plan = {
  goal: 'a total',
  subsystems: [{ id: 'app/core', as: 'primary' }],
  criteria: ['it sums'],
  constraints: [],
  files: ['src/**'],
  groups: [{ title: 'add it', type: 'feat', files: ['src/a.ts'], changes: 'adds it', invariants: ['INV-1'] }],
  risks: [],
  blocked: null,
};
const review = { verdict: 'PASS', invariants: [], warnings: [], gaps: [] };
const judged = (result: string) => [{ id: 'INV-1', result, evidence: 'src/a.ts:1' }];

const read = (role: Role<never, unknown>, document: object) => role.read({ text: JSON.stringify(document) });
const unreadable = { ok: false, failure: { code: 'agent.schema' } };

describe('I-23 I-27 the planner', () => {
  test('plans groups with their files, changes and invariants', () => {
    expect(read(issuePlanner, plan)).toMatchObject({ ok: true, value: { is: 'plan', plan: { groups: plan.groups } } });
  });

  test('I-72 IO-04 asks concrete questions instead of guessing', () => {
    const blocked = { questions: ['Which file?', ' '] };
    expect(read(issuePlanner, { ...plan, groups: [], blocked })).toMatchObject({
      value: { is: 'blocked', questions: ['Which file?'] },
    });
  });

  test.each([
    ['without a group', { groups: [] }],
    ['blocked without a question', { blocked: { questions: [''] } }],
    ['with an unknown type', { groups: [{ ...plan.groups[0], type: 'feature' }] }],
    ['with a group without files', { groups: [{ ...plan.groups[0], files: [''] }] }],
    ['with a group without a title', { groups: [{ ...plan.groups[0], title: ' ' }] }],
    ['with an unknown part', { subsystems: [{ id: 'app/core', as: 'owner' }] }],
    ['with too many groups', { groups: Array(21).fill(plan.groups[0]) }],
    ['without a goal', { goal: undefined }],
  ])('is unreadable %s', (_, change) => {
    expect(read(issuePlanner, { ...plan, ...change })).toMatchObject(unreadable);
  });
});

describe('I-42 I-44 the reviewer', () => {
  test.each(['PASS', 'PASS_WITH_WARNINGS', 'FAIL'])('gives the verdict %s', (verdict) => {
    expect(read(issueReviewer, { ...review, verdict })).toMatchObject({
      ok: true,
      value: { verdict, isFixable: false },
    });
  });

  test('I-46 only a repair that it calls possible is possible', () => {
    expect(read(issueReviewer, { ...review, verdict: 'FAIL', fixable: true })).toMatchObject({
      value: { isFixable: true },
    });
  });

  test.each(['PASS', 'PASS_WITH_WARNINGS'])('IO-16 a failed invariant with the verdict %s is unreadable', (verdict) => {
    expect(read(issueReviewer, { ...review, verdict, invariants: judged('FAIL') })).toMatchObject(unreadable);
    expect(read(issueReviewer, { ...review, verdict, invariants: judged('WARN') })).toMatchObject({ ok: true });
  });

  test.each([
    ['of prose', 'All invariants hold. PASS'],
    ['quoted from the issue', `> ${JSON.stringify(review)}`],
    ['with two documents', `${JSON.stringify(review)}\n${JSON.stringify({ ...review, verdict: 'FAIL' })}`],
    ['with an unknown verdict', JSON.stringify({ ...review, verdict: 'OK' })],
    ['with an unknown result', JSON.stringify({ ...review, invariants: judged('OK') })],
  ])('is unreadable %s', (_, text) => {
    expect(issueReviewer.read({ text })).toMatchObject(unreadable);
  });
});

describe('I-57 IO-07 the discoverer', () => {
  const pattern = { name: 'slow-tests', seen: 3, proposal: 'command', text: 'runs one test' };

  test('proposes skills, commands and hooks', () => {
    expect(read(issueDiscoverer, { patterns: [pattern] })).toMatchObject({ ok: true, value: { patterns: [pattern] } });
    expect(read(issueDiscoverer, { patterns: [{ ...pattern, proposal: 'rewrite' }] })).toMatchObject(unreadable);
  });
});
