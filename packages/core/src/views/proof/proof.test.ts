import { describe, expect, test } from 'vitest';
import { agent } from '../../effects/agent.ts';
import { check } from '../../effects/check.ts';
import { commitLane } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { question } from '../../effects/question.ts';
import { ok } from '../../failure/failure.ts';
import { sampleArtifact } from '../../journal/artifact.ts';
import type { Entry, NewEntry } from '../../journal/journal.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import { implementers, reviewers } from '../../testing/converge-roles.ts';
import { answered, asked, ended, failed, moved, noted, started } from '../../testing/facts.ts';
import { claimsOf } from './claims.ts';
import { findJournalDefect, listEvidence } from './evidence.ts';
import { buildProof, type EvidenceFinding } from './proof.ts';
import { timeSpent } from './time-spent.ts';
import { touchesOf } from './touches.ts';

const lane = { cwd: '.', checkpoint: 'c' };
const implementer = agent(implementers['converge.implementer'], lane, { task: 't', checks: [], repair: null });
const reviewer = agent(reviewers['converge.reviewer'], lane, { task: 't', diff: sampleArtifact } as never);
const npmTest = check({ command: 'npm test', cwd: '.', timeoutMs: 1 });
const commit = act(commitLane, { lane: { path: 'p', branch: 'harness/x', base: 'b' }, checkpoint: 'c', message: 'x' });
const counted = { tests: 3, passed: 3, failed: 0, skipped: 0 };
const report = (green: boolean) =>
  ok({ green, exitCode: green ? 0 : 1, tail: '', log: sampleArtifact, tests: counted });

const both = (key: string, effect: Parameters<typeof asked>[1], outcome: Parameters<typeof answered>[1]) => [
  asked(key, effect),
  answered(key, outcome),
];
const works = (n: number, said = 'done') => [...both(`${n}/a`, implementer, ok(said)), moved('x')];
const checked = (n: number, green: boolean) => [...both(`${n}/c`, npmTest, report(green)), moved('x')];
const reviewed = (n: number) => [...both(`${n}/r`, reviewer, ok([])), moved('x')];
const committedAndEnded = (n: number) => [
  ...both(`${n}/done`, commit, ok({ commit: 'abc1234' })),
  moved('x'),
  ended('done'),
];

const family = (facts: readonly NewEntry[], secondsEach = 1): RunTree => [
  { run: 'r', entries: facts.map((fact, n) => ({ ...fact, atMs: n * secondsEach * 1_000 }) as Entry) },
];
const verdicts = (facts: readonly NewEntry[]) =>
  claimsOf(family(facts)).map(({ claims, verdict }) => `${claims} ${verdict}`);

describe('D-05 a claim', () => {
  test('is witnessed by exit codes, executed tests and a commit', () => {
    const facts = [started(), ...works(0), ...checked(1, true), ...reviewed(2), ...committedAndEnded(3)];
    expect(verdicts(facts)).toEqual(['work witnessed', 'clean witnessed', 'done witnessed']);
    expect(claimsOf(family(facts)).at(-1)?.witnesses).toEqual([
      { is: 'commit', what: 'abc1234', green: true, exitCode: null, tests: null },
      { is: 'check', what: 'npm test', green: true, exitCode: 0, tests: 3 },
    ]);
  });

  test('C4 has no witness if its green checks may have used code of the checkout; a red check still refutes it', () => {
    const shared = noted('checks.unproven', { why: 'editable', detail: '/venv/x.pth' });
    const green = [started(), shared, ...works(0), ...checked(1, true), ...reviewed(2), ...committedAndEnded(3)];
    expect(verdicts(green)).toEqual(['work unwitnessed', 'clean unwitnessed', 'done unwitnessed']);
    const red = [started(), shared, ...works(0), ...checked(1, false), ...works(2)];
    expect(verdicts(red)).toEqual(['work refuted', 'work open']);
    const outside = { isOwned: false, costs: new Map() } as never;
    const { unproven, isProven } = buildProof({ family: family([...green, shared]), outside }, [], [], 0);
    expect({ unproven, isProven }).toEqual({
      unproven: [{ run: 'r', why: 'editable', detail: '/venv/x.pth' }],
      isProven: false,
    });
  });

  test('is refuted by a red check if it was sent back', () => {
    const facts = [
      started(),
      ...works(0),
      ...checked(1, false),
      ...works(2),
      ...checked(3, true),
      ...committedAndEnded(4),
    ];
    expect(verdicts(facts)).toEqual(['work refuted', 'work witnessed', 'done witnessed']);
  });

  test('is not refuted by new tests that are red on the base, as they must be', () => {
    const proving = check({ command: 'npm test', cwd: '.', timeoutMs: 1, isProof: true });
    const proved = [...both('2/p', proving, report(false)), moved('x')];
    const facts = [started(), ...works(0), ...checked(1, true), ...proved, ...committedAndEnded(3)];
    expect(verdicts(facts)).toEqual(['work witnessed', 'done witnessed']);
  });

  describe('C5 with a proof', () => {
    const facts = [started(), ...works(0), ...checked(1, true), ...reviewed(2), ...committedAndEnded(3)];
    const withProof = (result: object): RunTree => [
      ...family(facts),
      {
        run: 'r.2.proof',
        entries: [
          { ...started('proof'), input: { path: 'p' }, atMs: 1 },
          { ...ended('done'), result, atMs: 2 },
        ] as unknown as readonly Entry[],
      },
    ];
    const proved = { at: 'proved', by: 'witness', witnesses: [{ name: 'adds', file: null }] };
    const claimLines = (result: object) =>
      claimsOf(withProof(result)).map(({ claims, verdict }) => `${claims} ${verdict}`);

    test('work that a person accepted without a witness is unwitnessed, and so is its run', () => {
      const accepted = { ...proved, by: 'person', witnesses: [], without: [{ code: 'no-test', names: [] }] };
      expect(claimLines(accepted)).toEqual(['work unwitnessed', 'clean witnessed', 'done unwitnessed']);
      const outside = { isOwned: false, costs: new Map() } as never;
      expect(buildProof({ family: withProof(accepted), outside }, [], [], 0)).toMatchObject({
        isProven: false,
        proofs: [{ verdict: 'unwitnessed', why: [{ code: 'no-test' }] }],
      });
    });

    test('its witnesses are those of the work and of the run', () => {
      expect(claimLines(proved)).toEqual(['work witnessed', 'clean witnessed', 'done witnessed']);
      const [work] = claimsOf(withProof(proved));
      expect(work?.witnesses[0]).toEqual({ is: 'proof', what: 'adds', green: true, exitCode: null, tests: null });
    });
  });

  test('is unwitnessed if nothing was checked', () => {
    expect(verdicts([started(), ...works(0), ...reviewed(1), ...committedAndEnded(2)])).toEqual([
      'work unwitnessed',
      'clean unwitnessed',
      'done unwitnessed',
    ]);
  });

  test('is overruled if it was accepted despite a red check', () => {
    expect(verdicts([started(), ...works(0), ...checked(1, false), ...committedAndEnded(2)])).toEqual([
      'work overruled',
      'done overruled',
    ]);
  });

  test('is open until it is accepted', () => {
    expect(verdicts([started(), ...works(0)])).toEqual(['work open']);
  });

  test('is judged by the last result of each command', () => {
    const facts = [started(), ...works(0), ...checked(1, false), ...checked(2, true), ...committedAndEnded(3)];
    expect(verdicts(facts)).toEqual(['work witnessed', 'done witnessed']);
  });

  test('is neither a manual step nor a review that blocks', () => {
    const blocks = ok([{ severity: 'high', file: 'a', line: 1, text: 't' }]);
    const facts = [
      started(),
      ...works(0, 'I need the consent to continue: 2 minutes'),
      ...both('1/r', reviewer, blocks),
    ];
    expect(verdicts(facts)).toEqual([]);
  });

  test('of a run without agents needs no witness', () => {
    expect(verdicts([started('planning'), ended('done')])).toEqual(['done witnessed']);
  });
});

describe('D-05 touches', () => {
  const answer = (channel: string) => ok({ choice: 'stop', note: '', by: 'ada', channel });

  test('of people have name and time; answers of a script are separate', () => {
    const facts: NewEntry[] = [
      ...[started(), asked('0/q', question('passes', { passes: 3 })), answered('0/q', answer('command')), moved('x')],
      ...[asked('1/q', question('passes', { passes: 3 })), answered('1/q', answer('script')), moved('x')],
      ...[
        noted('run.resumed', { by: 'bo' }),
        noted('run.resumed', { by: 'daemon' }),
        { type: 'stopping', by: 'cy' } as NewEntry,
      ],
    ];
    const { people, script } = touchesOf(family(facts));
    expect(people).toMatchObject([
      { is: 'answer', by: 'ada', atMs: 2_000, what: 'Passes: stop' },
      { is: 'resume', by: 'bo', atMs: 7_000 },
      { is: 'stop', by: 'cy' },
    ]);
    expect(script).toMatchObject([{ is: 'answer', what: 'Passes: stop' }]);
  });
});

describe('D-05 D-54 the time of a run', () => {
  const at = (facts: readonly (readonly [number, NewEntry])[]): RunTree => [
    { run: 'r', entries: facts.map(([seconds, fact]) => ({ ...fact, atMs: seconds * 1_000 }) as Entry) },
  ];

  test('is work, waiting for a person, or downtime, and adds up', () => {
    const hours = timeSpent(
      at([
        [0, started()],
        [1, asked('0/a', implementer)],
        [101, answered('0/a', ok('done'))],
        [101, moved('x')],
        [101, asked('1/q', question('passes', { passes: 3 }))],
        [1_101, answered('1/q', ok({ choice: 'stop', note: '', by: 'ada', channel: 'command' }))],
        [1_101, moved('x')],
        [1_101, asked('2/c', npmTest)],
        [1_131, noted('run.resumed')],
        [1_132, answered('2/c', report(true))],
      ]),
      [1_101_000],
      null,
    );
    expect(hours).toMatchObject({ wholeMs: 1_132_000, workedMs: 102_000, waitedMs: 1_000_000, downMs: 30_000 });
    expect(hours.silence).toEqual({ fromMs: 1_000, ms: 100_000, during: ['agent converge.implementer'] });
    expect(hours.unattendedMs).toBe(101_000);
  });

  test('continues until the end: work with an owner, downtime without, waiting while a question is open', () => {
    const busy = at([
      [0, started()],
      [0, asked('0/c', npmTest)],
    ]);
    expect(timeSpent(busy, [], { atMs: 9_000, isOwned: true })).toMatchObject({ workedMs: 9_000, downMs: 0 });
    expect(timeSpent(busy, [], { atMs: 9_000, isOwned: false })).toMatchObject({ workedMs: 0, downMs: 9_000 });
    const asking = at([
      [0, started()],
      [0, asked('0/q', question('passes', { passes: 3 }))],
    ]);
    expect(timeSpent(asking, [], { atMs: 9_000, isOwned: false })).toMatchObject({ waitedMs: 9_000 });
  });

  test('names the reason of a wait between two tries', () => {
    const limited = at([
      [0, started()],
      [0, asked('0/a', implementer)],
      [1, failed('0/a', 'agent.rate-limit')],
      [61, noted('agent.started', {}, '0/a')],
    ]);
    expect(timeSpent(limited, [], null).silence).toEqual({ fromMs: 1_000, ms: 60_000, during: ['agent.rate-limit'] });
  });
});

describe('D-55 the evidence in a journal', () => {
  const facts = [started(), ...works(0), ...checked(1, true), ...committedAndEnded(2)];
  const unit = { family: family(facts), outside: { isOwned: false, answered: new Set<string>() } };
  const seen = (why: EvidenceFinding['why']) => listEvidence(unit.family).map((evidence) => ({ evidence, why }));

  test('is its commits and the logs of its checks', () => {
    expect(listEvidence(unit.family)).toEqual([
      { is: 'commit', sha: 'abc1234', branch: 'harness/x' },
      { is: 'log', run: 'r', artifact: sampleArtifact },
    ]);
  });

  test('proves a run only if all of it exists', () => {
    expect(buildProof(unit, seen(null), [], 0).isProven).toBe(true);
    expect(buildProof(unit, seen('missing'), [], 0)).toMatchObject({
      isProven: false,
      world: [{ why: 'missing' }, {}],
    });
    expect(buildProof(unit, seen(null), [{ run: 'r', line: 9, why: 'torn' }], 0).isProven).toBe(false);
  });

  test('is consistent: a removed line is detected, except for the last two', () => {
    expect(findJournalDefect({ run: 'r', entries: unit.family[0].entries })).toBeNull();
    const defectWithout = (n: number) =>
      findJournalDefect({ run: 'r', entries: unit.family[0].entries.filter((_, at) => at !== n) });
    const undetected = facts.flatMap(({ type }, n) => (defectWithout(n) === null ? [type] : []));
    // The last move and the end: without them the run simply appears to be at an earlier point.
    expect(undetected).toEqual(['moved', 'ended']);
  });
});
