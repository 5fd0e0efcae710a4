import { describe, expect, test } from 'vitest';
import { agent } from '../../effects/agent.ts';
import { check } from '../../effects/check.ts';
import { openPull } from '../../effects/forge.ts';
import { commitLane } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { question } from '../../effects/question.ts';
import { ok } from '../../failure/failure.ts';
import type { Entry, NewEntry } from '../../journal/journal.ts';
import { en } from '../../messages/en.ts';
import { implementers } from '../../testing/converge-roles.ts';
import { answered, asked, cents, ended, failed, moved, noted, started } from '../../testing/facts.ts';
import type { Unit } from '../unit.ts';
import { quietReport } from './quiet.ts';
import { buildReport, type MorningReport } from './report.ts';

const noOwner = { isOwned: false, answered: new Set<string>() };
const typing = {
  typed: (command: string) => command,
  typedGit: (command: string) => `git ${command}`,
  quoted: (text: string) => `'${text}'`,
};

/** One entry per second, from a start time. */
const at = (fromMs: number, facts: readonly NewEntry[]) =>
  facts.map((fact, n) => ({ ...fact, atMs: fromMs + n * 1_000 }) as Entry);
const unit = (run: string, entries: readonly Entry[], ...children: readonly (readonly [string, readonly Entry[]])[]) =>
  ({
    family: [{ run, entries }, ...children.map(([child, own]) => ({ run: `${run}.${child}`, entries: own }))],
    outside: noOwner,
  }) as Unit;
const reportOn = (units: readonly Unit[], sinceMs = 0): MorningReport =>
  buildReport({ units, damaged: [], sinceMs, nowMs: 1_000_000 }, en, typing);

const work = agent(
  implementers['converge.implementer'],
  { cwd: '.', checkpoint: 'c' },
  { task: 't', checks: [], repair: null },
);
const by = (provider: string, key: string) => noted('agent.started', { provider }, key);
const lane = { path: 'p', branch: 'harness/x', base: 'b' };
const commit = act(commitLane, { lane, checkpoint: 'c', message: 'Add x\n\nmore' });
const startedWith = (machine: string, title: string, input: unknown = null): NewEntry => ({
  ...(started(machine) as Extract<NewEntry, { type: 'started' }>),
  title,
  input,
});
const over = (result: unknown): NewEntry => ({ type: 'ended', end: 'done', result });
const done = unit(
  'x-1',
  at(10_000, [
    startedWith('converge', 'Add x'),
    asked('0/done', commit),
    answered('0/done', ok({ commit: 'abcdef0123456' })),
    ended('done'),
  ]),
);

describe('D-01 a landed unit', () => {
  test('is a commit on its branch, with the command to show it', () => {
    expect(reportOn([done]).landed).toMatchObject([
      {
        run: 'x-1',
        how: 'committed',
        branch: 'harness/x',
        sha: 'abcdef0123456',
        subject: 'Add x',
        look: 'git show abcdef0123',
      },
    ]);
  });

  test('names the plan that was already merged and only filed', () => {
    const input = { id: '0007', base: 'main' };
    const plan = unit('p-1', at(0, [startedWith('plan', '0007 X', input), over({ at: 'shipped', sha: 'm1m1' })]));
    expect(reportOn([plan]).landed).toMatchObject([
      { how: 'merged', sha: 'm1m1', branch: null, plan: '0007', left: null },
    ]);
  });

  test('is a merged pull request rather than its commit', () => {
    const job = { branch: 'task/0007-x', base: 'main' };
    const opened = act(openPull, { ...job, head: 'h', title: 't', body: 'b' });
    const plan = unit(
      'p-1',
      at(0, [startedWith('plan', '0007 X', { base: 'main' }), over({ at: 'shipped', sha: 'm1m1m1m1m1m1' })]),
      ['1.loop', at(0, [started(), asked('0/done', commit), answered('0/done', ok({ commit: 'abc' })), ended('done')])],
      [
        '2.pull',
        at(0, [
          startedWith('deliver', 'X', job),
          asked('0/opened', opened),
          answered('0/opened', ok({ is: 'open', pull: 12, url: 'https://forge/12', how: 'opened', body: 'written' })),
          over({ at: 'merged', sha: 'm1m1m1m1m1m1', pull: 12, by: 'harness' }),
        ]),
      ],
    );
    expect(reportOn([plan]).landed).toMatchObject([
      {
        how: 'merged',
        base: 'main',
        branch: 'task/0007-x',
        pull: 12,
        url: 'https://forge/12',
        look: 'git show m1m1m1m1m1',
      },
    ]);
    expect(reportOn([plan]).landed).toHaveLength(1);
  });

  test('without changes is listed as done', () => {
    expect(reportOn([unit('x', at(0, [started(), ended('done')]))]).landed).toMatchObject([
      { how: 'done', sha: null, look: 'harness show x' },
    ]);
  });

  test('from before the start time is not listed', () => {
    expect(reportOn([done], 14_000).landed).toEqual([]);
  });
});

describe('D-54 a stuck unit', () => {
  test('has the text of its failure and the command to rerun it', () => {
    const because = { code: 'agent.billing', params: { role: 'converge.implementer' } };
    const failedRun = unit(
      'x',
      at(0, [startedWith('converge', 'Add x'), { type: 'ended', end: 'failed', result: { because } }]),
    );
    expect(reportOn([failedRun]).parked).toMatchObject([
      {
        status: 'failed',
        code: 'agent.billing',
        owner: 'nobody',
        next: "harness converge 'Add x'",
        why: 'The provider account has no credit left for converge.implementer. Add credit, then try again.',
      },
    ]);
  });

  test('of a rehearsal is rerun with its script', () => {
    const settings = { provider: 'scripted', script: '/a.yaml' };
    const facts: NewEntry[] = [
      { ...startedWith('plan', '0007 X', { id: '0007' }), settings } as NewEntry,
      ended('limit-reached'),
    ];
    expect(reportOn([unit('x', at(0, facts))]).parked).toMatchObject([
      { status: 'stopped', why: 'Ended as limit-reached.', next: "harness run 0007 --script '/a.yaml'" },
    ]);
  });

  test('is parked until the end of a rate limit, with the ref of its work', () => {
    const parked = { ...failed('0/x', 'agent.rate-limit'), againAtMs: 90_000, parks: true } as NewEntry;
    const facts = [started(), noted('work.kept', { ref: 'refs/harness/kept/x/1' }), asked('0/x', work), parked];
    expect(reportOn([unit('x', at(0, facts))])).toMatchObject({
      parked: [
        {
          status: 'parked',
          code: 'agent.rate-limit',
          notBefore: '1970-01-01T00:01:30.000Z',
          kept: 'refs/harness/kept/x/1',
        },
      ],
      needsYou: [{ is: 'resume', commands: ['harness resume x'] }],
      meanwhile: { rateLimits: { times: 1, waitedMs: 87_000 }, repeats: 0 },
    });
  });

  test('names the person who stopped it', () => {
    const facts: NewEntry[] = [started(), { type: 'stopping', by: 'ada' }, ended('stopped')];
    expect(reportOn([unit('x', at(0, facts))]).parked).toMatchObject([{ status: 'stopped', why: 'Stopped by ada.' }]);
  });

  test('is listed however old it is', () => {
    expect(reportOn([unit('x', at(0, [started()]))], 900_000).parked).toMatchObject([{ status: 'parked' }]);
  });
});

describe('D-03 D-04 a needed action', () => {
  test('is an open question with the commands that answer it', () => {
    const waiting = unit(
      'x',
      at(0, [started(), asked('0/answer', question('passes', { passes: 5, because: 'checks' }))]),
    );
    expect(reportOn([waiting]).needsYou).toMatchObject([
      {
        is: 'question',
        question: 'x.0.answer',
        afterwards: 'harness resume x',
        text: 'Passes: No pass is left (5 allowed) and a check is still red. How should the run continue?',
        commands: ['harness answer x.0.answer "one more pass"', 'harness answer x.0.answer "stop"'],
      },
    ]);
    expect(reportOn([waiting]).parked).toMatchObject([{ owner: 'you', status: 'waiting' }]);
  });

  test("is a manual step in the agent's words", () => {
    const errand = question('errand', { what: 'the consent', why: '2 minutes' });
    expect(reportOn([unit('x', at(0, [started(), asked('0/e', errand)]))]).needsYou).toMatchObject([
      { is: 'errand', text: 'Errand: I need the consent to continue: 2 minutes. Is it done?' },
    ]);
  });

  test('is not a question that was answered since', () => {
    const waiting = unit('x', at(0, [started(), asked('0/answer', question('passes', { passes: 3 }))]));
    const outside = { isOwned: false, answered: new Set(['x.0.answer']) };
    expect(reportOn([{ ...waiting, outside }]).needsYou).toMatchObject([{ is: 'resume' }]);
  });
});

describe('D-55 the cost', () => {
  const spending = unit(
    'x',
    at(0, [
      ...[started(), asked('0/a', work), by('scripted', '0/a'), answered('0/a', ok('s'), cents(3))],
      ...[moved('y'), asked('1/a', work), by('claude', '1/a'), failed('1/a', 'agent.network', {}, cents(5))],
      ...[by('claude', '1/a'), answered('1/a', ok('s'), cents(7)), answered('1/a', ok('s'), cents(900))],
    ]),
  );

  test('is listed by workflow and provider, with rehearsed costs apart', () => {
    expect(reportOn([spending]).cost).toMatchObject({
      paidUsd: 0.12,
      rehearsedUsd: 0.03,
      byWorkflow: [{ workflow: 'converge', paidUsd: 0.12, rehearsedUsd: 0.03 }],
      byProvider: [
        { provider: 'claude', paidUsd: 0.12 },
        { provider: 'scripted', paidUsd: 0, rehearsedUsd: 0.03 },
      ],
    });
  });

  test('counts only since the start time', () => {
    expect(reportOn([spending], 8_000).cost).toMatchObject({ paidUsd: 0.07, rehearsedUsd: 0 });
  });
});

test('without units is the same report, made without the workflows', () => {
  const damaged = [{ run: 'b', why: 'damaged' }];
  const times = { damaged, sinceMs: 1_000, nowMs: 2_000 };
  expect(quietReport(times)).toEqual(buildReport({ units: [], ...times }, en, typing));
});

test('counts the activity', () => {
  const run = check({ command: 'npm test', cwd: '.', timeoutMs: 1 });
  const proof = check({ command: 'npm test', cwd: '.', timeoutMs: 1, isProof: true }); // red is expected, so it is not counted
  const answer = (channel: string) => ok({ choice: 'stop', note: '', by: 'ada', channel });
  const facts = [
    ...[started(), asked('0/a', work), failed('0/a', 'agent.schema'), answered('0/a', ok('s')), moved('y')],
    ...[asked('1/c', run), answered('1/c', ok({ green: false })), answered('1/c', ok({ green: true })), moved('y')],
    ...[
      asked('2/q', question('passes', { passes: 3 })),
      noted('run.resumed'),
      answered('2/q', answer('command')),
      moved('y'),
    ],
    ...[asked('3/q', question('passes', { passes: 3 })), answered('3/q', answer('script')), moved('y')],
    ...[asked('4/p', proof), answered('4/p', ok({ green: false }))],
  ];
  expect(reportOn([unit('x', at(0, facts))]).meanwhile).toEqual({
    runs: 1,
    calls: 1,
    repeats: 1,
    unreadable: 1,
    passes: 1,
    resumes: 1,
    checks: { green: 0, red: 1 },
    rateLimits: { times: 0, waitedMs: 0 },
    answers: { people: 1, script: 1 },
  });
});

test('lists a running unit as working, without a needed action', () => {
  const busy = {
    ...unit('x', at(0, [startedWith('converge', 'Add x')])),
    outside: { isOwned: true, answered: new Set<string>() },
  };
  expect(reportOn([busy])).toMatchObject({ working: [{ run: 'x', title: 'Add x' }], parked: [], needsYou: [] });
});
