import { describe, expect, test } from 'vitest';
import type { ProofFacts } from './facts.ts';
import { type ChangeFacts, decideProof } from './rule.ts';

const noTests: ProofFacts = {
  witnesses: [],
  passed: 0,
  redAlone: [],
  greenOnBase: [],
  greenEmptied: [],
  notRunEmptied: [],
  readsCode: [],
  notExecuted: [],
  noAssertion: [],
  promises: [],
  weaker: [],
  flaky: [],
  isUnreported: false,
};
const change: ChangeFacts = {
  kind: null,
  isEmpty: false,
  others: ['src/a.js'],
  touchedTests: ['test/a.test.js'],
  testData: [],
  readsRunner: [],
  hasTestCommand: true,
  unreadable: [],
  commands: [],
  addresses: [],
  tests: noTests,
  acceptance: [],
  mutants: { tried: 0, survivors: [], leastKilled: 0.5 },
};
const witness = { name: 'adds', file: 'test/a.test.js' };
const witnessed: ChangeFacts = { ...change, tests: { ...noTests, passed: 1, witnesses: [witness] } };
const first = { isReturned: false, isAllowed: false };
const again = { isReturned: true, isAllowed: false };
const codes = (facts: ChangeFacts, options = first) => {
  const verdict = decideProof(facts, options);
  return verdict.is === 'witnessed' ? verdict.is : [verdict.is, ...verdict.reasons.map(({ code }) => code)].join(' ');
};

describe('a change is witnessed', () => {
  test.each<[string, ChangeFacts]>([
    ['by a test', witnessed],
    ['by a command', { ...change, touchedTests: [], tests: null, commands: ['node check.js'] }],
    ['with most mutants noticed', { ...witnessed, mutants: { tried: 4, survivors: ['a', 'b'], leastKilled: 0.5 } }],
    ['as documents only', { ...change, kind: 'docs', others: [], touchedTests: [], tests: null }],
    ['as a refactoring without a touched test', { ...change, kind: 'refactor', touchedTests: [], tests: null }],
    [
      'as tests that notice mutants',
      { ...change, kind: 'tests', mutants: { tried: 2, survivors: [], leastKilled: 0.5 } },
    ],
    ['as configuration with a command', { ...change, kind: 'config', tests: null, commands: ['npm run build'] }],
  ])('%s', (_, facts) => expect(codes(facts)).toBe('witnessed'));
});

describe('a change is sent back once, then a person is asked', () => {
  test.each<[string, string, ChangeFacts]>([
    ['empty', 'nothing changed', { ...change, isEmpty: true, others: [], touchedTests: [], tests: null }],
    ['only-documents', 'a note', { ...change, others: [], touchedTests: [], tests: null }],
    ['no-test', 'no test', { ...change, touchedTests: [], tests: null }],
    ['no-command', 'no test command', { ...change, hasTestCommand: false, tests: null }],
    ['not-executed', 'tests that did not run', change],
    ['green-on-base', 'a test that passes anyway', { ...change, tests: { ...noTests, greenOnBase: ['adds'] } }],
    ['green-emptied', 'a test without the code', { ...change, tests: { ...noTests, greenEmptied: ['adds'] } }],
    ['not-run-emptied', 'a test that only imports', { ...change, tests: { ...noTests, notRunEmptied: ['adds'] } }],
    [
      'no-assertion',
      'a bare test beside a witness',
      { ...witnessed, tests: { ...noTests, witnesses: [witness], noAssertion: ['x'] } },
    ],
    [
      'weaker',
      'a weaker test beside a witness',
      { ...witnessed, tests: { ...noTests, witnesses: [witness], weaker: ['x'] } },
    ],
    [
      'not-executed',
      'a file that ends early beside a witness',
      { ...witnessed, tests: { ...noTests, witnesses: [witness], notExecuted: ['x'] } },
    ],
    ['no-report', 'a run that ends before its report', { ...witnessed, tests: { ...noTests, isUnreported: true } }],
    ['unreadable', 'code that no parser reads', { ...witnessed, unreadable: ['src/a.js'] }],
    ['red-alone', 'a test that needs others', { ...change, tests: { ...noTests, redAlone: ['adds'] } }],
    [
      'survivors',
      'too many survivors',
      { ...witnessed, mutants: { tried: 4, survivors: ['a', 'b', 'c'], leastKilled: 0.5 } },
    ],
    ['not-only-documents', 'docs with code', { ...change, kind: 'docs' }],
    [
      'not-only-documents',
      'docs with expected results',
      { ...change, kind: 'docs', others: [], testData: ['test/a.json'] },
    ],
    ['tests-touched', 'a refactoring that edits tests', { ...change, kind: 'refactor' }],
    [
      'tests-touched',
      'a refactoring that edits expected results',
      { ...change, kind: 'refactor', touchedTests: [], testData: ['test/a.json'], tests: null },
    ],
    ['no-mutants', 'tests of nothing', { ...change, kind: 'tests' }],
  ])('%s: %s', (code, _, facts) => {
    expect(codes(facts).split(' ')).toEqual(expect.arrayContaining(['back', code]));
    expect(codes(facts, again).split(' ')).toEqual(expect.arrayContaining(['ask', code]));
  });

  test('T3 configuration without a difference is asked about at once', () => {
    expect(codes({ ...change, kind: 'config', tests: null })).toBe('ask no-difference');
  });
});

test('T4 a product that reads a variable of a test runner is asked about, also with a witness', () => {
  expect(codes({ ...witnessed, readsRunner: ['src/a.js:1: process.env.VITEST'] })).toBe('ask reads-runner');
});

describe('T1 a broken promise', () => {
  const broken: ChangeFacts = { ...witnessed, tests: { ...noTests, witnesses: [witness], promises: ['subtracts'] } };
  test('is asked about before anything else', () => {
    expect(decideProof(broken, first)).toMatchObject({
      is: 'ask',
      about: 'promise',
      reasons: [{ names: ['subtracts'] }],
    });
  });
  test('does not count if a person allowed exactly it', () => {
    expect(codes(broken, { ...first, isAllowed: true })).toBe('witnessed');
  });
});

describe('T6 frozen tests of another role', () => {
  const acceptance = ['test/accept.test.js'];
  const own = { ...witnessed, acceptance };
  const accepted = { name: 'accepts', file: 'test/accept.test.js' };

  test('must witness the change: a test of the agent that made it is not enough', () => {
    expect(codes(own)).toBe('back not-accepted');
    expect(codes(own, again)).toBe('ask not-accepted');
    expect(codes({ ...own, tests: null, commands: ['node check.js'] })).toBe('back not-accepted');
    expect(codes({ ...own, tests: { ...noTests, passed: 2, witnesses: [witness, accepted] } })).toBe('witnessed');
  });

  test('stand for all tests if the runner names no files', () => {
    expect(codes({ ...own, tests: { ...noTests, witnesses: [{ name: 'adds', file: null }] } })).toBe('witnessed');
  });
});
