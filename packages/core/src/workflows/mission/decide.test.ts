import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { featureStatuses } from '../../input-files/features.ts';
import { type Board, type BoardFeature, readyFeatures } from './board.ts';
import { decideByRules } from './decide.ts';
import { parseDecisions, refuseDecision } from './orchestrator-answer.ts';

const row = (id: string, more: Partial<BoardFeature> = {}): BoardFeature => ({
  id,
  after: [],
  kinds: ['core'],
  status: 'todo',
  attempts: 0,
  architected: false,
  running: false,
  ...more,
});
const board = (features: readonly BoardFeature[], more: Partial<Board> = {}): Board => ({
  features,
  lanesFree: 1,
  openIssues: 0,
  checkpoints: [],
  granted: [],
  ...more,
});

describe('MO-14 the rules', () => {
  test.each<[string, Board, object]>([
    ['start features in order', board([row('F-1'), row('F-2')]), { verb: 'NEXT_WORKER', feature: 'F-1' }],
    [
      'take failing features first, fewest attempts first',
      board([
        row('F-1'),
        row('F-2', { status: 'failing', attempts: 2 }),
        row('F-3', { status: 'failing', attempts: 1 }),
      ]),
      { verb: 'NEXT_WORKER', feature: 'F-3' },
    ],
    [
      'start no feature before its dependencies are merged',
      board([row('F-2', { after: ['F-1'] }), row('F-1')]),
      { verb: 'NEXT_WORKER', feature: 'F-1' },
    ],
    [
      'judge built features first',
      board([row('F-1'), row('F-2', { status: 'validating', attempts: 1 })]),
      { verb: 'NEXT_VALIDATOR', feature: 'F-2' },
    ],
    [
      'call the architect after three attempts',
      board([row('F-1', { status: 'failing', attempts: 3 })]),
      { verb: 'NEXT_ARCHITECT', feature: 'F-1' },
    ],
    [
      'continue with the worker after a ruling of the architect',
      board([row('F-1', { status: 'failing', attempts: 4, architected: true })]),
      { verb: 'NEXT_WORKER', feature: 'F-1' },
    ],
    [
      'call a person after five attempts and a ruling',
      board([row('F-1', { status: 'failing', attempts: 5, architected: true })]),
      { verb: 'ESCALATE', reason: 'attempts:F-1' },
    ],
    [
      'call a person if several features are blocked',
      board([row('F-1', { status: 'blocked' }), row('F-2', { status: 'blocked' }), row('F-3')]),
      { verb: 'ESCALATE', reason: 'blocked:F-1,F-2' },
    ],
    [
      'skip one blocked feature',
      board([row('F-1', { status: 'blocked' }), row('F-2')]),
      { verb: 'NEXT_WORKER', feature: 'F-2' },
    ],
    [
      'call a person if only blocked features are left',
      board([row('F-1', { status: 'blocked' }), row('F-2', { after: ['F-1'] })]),
      { verb: 'ESCALATE', reason: 'nothing-can-go-on' },
    ],
    [
      'wait if no lane is free',
      board([row('F-1', { status: 'in_progress', running: true }), row('F-2')], { lanesFree: 0 }),
      { verb: 'WAIT' },
    ],
    [
      'MO-15 turn open issues into features',
      board([row('F-1', { status: 'passed' })], { openIssues: 1 }),
      { verb: 'CONVERTED' },
    ],
    ['finish when all features have passed', board([row('F-1', { status: 'passed' })]), { verb: 'DONE' }],
    [
      'MO-08 stop at a checkpoint before the end',
      board([row('F-1', { status: 'passed' })], { checkpoints: [{ name: 'ship', on: 'pre-done' }] }),
      { verb: 'CHECKPOINT', name: 'ship' },
    ],
    [
      'MO-08 stop at a checkpoint before a kind of claim',
      board([row('F-1', { kinds: ['auth'] })], { checkpoints: [{ name: 'keys', on: 'feature-claim:AUTH' }] }),
      { verb: 'CHECKPOINT', name: 'keys' },
    ],
    [
      'pass a granted checkpoint',
      board([row('F-1', { kinds: ['auth'] })], {
        checkpoints: [{ name: 'keys', on: 'feature-claim:auth' }],
        granted: ['keys'],
      }),
      { verb: 'NEXT_WORKER', feature: 'F-1' },
    ],
  ])('%s', (_, given, decision) => {
    expect(decideByRules(given)).toEqual(decision);
  });
});

describe('MO-16 the answer of the orchestrator', () => {
  test.each([
    ['NEXT_WORKER F-001', [{ verb: 'NEXT_WORKER', feature: 'F-001' }]],
    ['I think:\n**NEXT_WORKER** `F-001`', [{ verb: 'NEXT_WORKER', feature: 'F-001' }]],
    ['NEXT_WORKER F-001\n\nno, rather\nNEXT_VALIDATOR F-002.', [{ verb: 'NEXT_VALIDATOR', feature: 'F-002' }]],
    ['NEXT_WORKER F-001 because it failed', [{ verb: 'NEXT_WORKER', feature: 'F-001' }]],
    ['DONE', [{ verb: 'DONE' }]],
    ['DONE — everything passed', [{ verb: 'DONE' }]],
    ['DONE is far away', []],
    ['done', []],
    ['next_worker F-001', []],
    ['we are DONE', []],
    ['NEXT_WORKER', []],
    ['CHECKPOINT keys', [{ verb: 'CHECKPOINT', name: 'keys' }]],
    ['ESCALATE the spec contradicts itself', [{ verb: 'ESCALATE', reason: 'the spec contradicts itself' }]],
    ['', []],
    [
      'BATCH\nNEXT_WORKER F-1\nNEXT_VALIDATOR F-2\nEND',
      [
        { verb: 'NEXT_WORKER', feature: 'F-1' },
        { verb: 'NEXT_VALIDATOR', feature: 'F-2' },
      ],
    ],
    ['BATCH\nNEXT_WORKER F-1\nNEXT_WORKER F-1\nEND', []],
    ['BATCH\nNEXT_WORKER F-1\nDONE\nEND', []],
    ['BATCH\nNEXT_WORKER F-1\nand so on\nEND', []],
  ])('%j', (answer, decisions) => {
    expect(parseDecisions(answer)).toEqual(decisions);
  });

  test('Md-03, MO-14 refuses a false claim, with the reason', () => {
    const open = board([row('F-1', { status: 'passed' }), row('F-2', { after: ['F-3'] }), row('F-3')]);
    expect(refuseDecision({ verb: 'DONE' }, open)).toBe('these have not passed: F-2, F-3');
    expect(refuseDecision({ verb: 'NEXT_WORKER', feature: 'F-2' }, open)).toMatch(/waits for F-3/);
    expect(refuseDecision({ verb: 'NEXT_WORKER', feature: 'F-9' }, open)).toBe('there is no feature F-9');
    expect(refuseDecision({ verb: 'NEXT_VALIDATOR', feature: 'F-3' }, open)).toMatch(/nothing to validate/);
    expect(refuseDecision({ verb: 'CONVERTED' }, open)).toMatch(/no open issue/);
    expect(refuseDecision({ verb: 'CHECKPOINT', name: 'x' }, open)).toBe('there is no checkpoint x');
    const ship = board([row('F-1', { status: 'passed' })], { checkpoints: [{ name: 'ship', on: 'pre-done' }] });
    expect(refuseDecision({ verb: 'DONE' }, ship)).toBe('the checkpoint ship must be granted first'); // MO-08
    expect(refuseDecision({ verb: 'DONE' }, { ...ship, granted: ['ship'] })).toBeUndefined();
  });
});

test('M-13 an architect may be asked before a feature fails, but not about work in a lane or a second time', () => {
  const refused = (more: Partial<BoardFeature>) =>
    refuseDecision({ verb: 'NEXT_ARCHITECT', feature: 'F-1' }, board([row('F-1', more)]));
  for (const status of ['todo', 'failing', 'blocked'] as const) expect(refused({ status })).toBeUndefined();
  for (const status of ['validating', 'passed'] as const) expect(refused({ status })).toMatch(/before it is built/);
  expect(refused({ status: 'in_progress', running: true })).toMatch(/before it is built/);
  expect(refused({ architected: true })).toMatch(/already decided/);
});

describe('on every board', () => {
  const ids = ['F-1', 'F-2', 'F-3', 'F-4'];
  const rows = fc.tuple(
    ...ids.map((id, n) =>
      fc.record({
        id: fc.constant(id),
        after: fc.subarray(ids.slice(0, n)),
        kinds: fc.subarray(['auth', 'ui']),
        status: fc.constantFrom(...featureStatuses),
        attempts: fc.nat({ max: 6 }),
        architected: fc.boolean(),
        running: fc.boolean(),
      }),
    ),
  );
  const boards: fc.Arbitrary<Board> = fc.record({
    features: rows,
    lanesFree: fc.nat({ max: 2 }),
    openIssues: fc.nat({ max: 1 }),
    checkpoints: fc.subarray([
      { name: 'ship', on: 'pre-done' },
      { name: 'keys', on: 'feature-claim:auth' },
    ]),
    granted: fc.subarray(['ship', 'keys']),
  });

  test('the rules decide only what an orchestrator may decide', () => {
    fc.assert(
      fc.property(boards, (given) => {
        const decision = decideByRules(given);
        if (decision.verb !== 'WAIT') expect(refuseDecision(decision, given)).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  test('the rules never wait without a running lane, and never start a feature before its dependencies', () => {
    fc.assert(
      fc.property(boards, (given) => {
        const decision = decideByRules(given);
        if (decision.verb === 'WAIT') expect(given.features.some(({ running }) => running)).toBe(true);
        if (decision.verb === 'NEXT_WORKER')
          expect(readyFeatures(given).map(({ id }) => id)).toContain(decision.feature);
        if (decision.verb === 'DONE') expect(given.features.every(({ status }) => status === 'passed')).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('every text is parsed or rejected, and a sentence about a verb is not a decision', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(parseDecisions(`I would not say ${text.replaceAll('\n', ' ')}`)).toEqual([]);
      }),
    );
  });
});
