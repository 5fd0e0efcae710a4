import { describe, expect, test } from 'vitest';
import type { LinearFault } from '../../testing/linear-server/fault.ts';
import { first, statusOf } from '../../testing/linear-server/state.ts';
import { deeds, failureOf, linearStage, retryOf, taskOf, testScope } from './test-stage.ts';
import { withVisibleClaim } from './visible-mark.ts';

const comment = 'iteration 1: plan→work→review→commit';
const claimed = { is: 'claimed' };

type Stage = Awaited<ReturnType<typeof linearStage>>;
const claim = ({ tracker, issue }: Stage, task = taskOf()) => tracker.claim(testScope, issue.identifier, comment, task);

test('I-19, I-20 a claim writes its comment, sets the status, and costs three requests after the issue was read', async () => {
  const stage = await linearStage();
  await stage.tracker.read(testScope, stage.issue.identifier, taskOf());
  expect(await claim(stage)).toEqual(claimed);
  expect(stage.issue.state.name).toBe('In Progress');
  expect(stage.comments()).toEqual([`${comment}\n\n\`harness claim run-1/3/claim\``]);
  expect(stage.asked()).toEqual(['HarnessRead', 'HarnessComment', 'HarnessFacts', 'HarnessStatus']);
});

test('a claim does not trust what was read a minute ago', async () => {
  const stage = await linearStage();
  await stage.tracker.read(testScope, stage.issue.identifier, taskOf());
  stage.clock.nowMs += 60_000;
  deeds.closed(stage.server, stage.issue);
  expect(await claim(stage)).toEqual({ is: 'changed', how: 'closed' });
  expect(stage.comments()).toEqual([]);
});

describe('two harnesses that claim one issue', () => {
  const operations = ['HarnessFacts', 'HarnessComment', 'HarnessStatus'];
  test.each(operations)('T2 exactly one gets it if the other claims it just before %s', async (operation) => {
    const stage = await linearStage();
    const other = stage.open();
    let rival: unknown;
    stage.server.before(new RegExp(operation), async () => {
      rival = await other.claim(testScope, stage.issue.identifier, comment, taskOf('run-2'));
    });
    const mine = await claim(stage);
    expect([mine, rival]).toContainEqual(claimed);
    expect([mine, rival]).toContainEqual({ is: 'taken', by: mine.is === 'claimed' ? 'run-1' : 'run-2' });
    expect(stage.comments().length).toBe(1);
    expect(stage.server.state.moves).toEqual([{ issue: 'MB90-1', to: 'In Progress' }]);
  });

  test('T2 exactly one of eight gets it, whatever the order of their requests', async () => {
    for (let round = 0; round < 5; round++) {
      const stage = await linearStage();
      const runs = Array.from({ length: 8 }, (_, at) => `run-${at}`);
      const answers = await Promise.all(
        runs.map((run) => stage.open().claim(testScope, stage.issue.identifier, comment, taskOf(run))),
      );
      const winner = answers.findIndex(({ is }) => is === 'claimed');
      for (const [at, answer] of answers.entries())
        expect(answer).toEqual(at === winner ? claimed : { is: 'taken', by: `run-${winner}` });
      expect(stage.comments()).toEqual([expect.stringContaining(`harness claim run-${winner}/`)]);
    }
  });

  test('a claim with an earlier time that becomes visible after the look of another still wins alone', async () => {
    const stage = await linearStage();
    const { state } = stage.server;
    stage.server.before(/HarnessStatus/, () => {
      const mine = first(state.comments);
      const body = mine.body.replace('run-1', 'run-2');
      state.comments.unshift({ ...mine, id: 'early', body, createdAt: mine.createdAt - 1 });
    });
    expect(await claim(stage)).toEqual({ is: 'taken', by: 'run-2' });
    expect(stage.comments()).toEqual([expect.stringContaining('run-2')]);
  });
});

test('a claim that was slower than that of a run which ended since is withdrawn', async () => {
  const stage = await linearStage();
  stage.server.before(/HarnessComment/, () => {
    stage.ended.set('run-2', true);
    return stage.open().claim(testScope, stage.issue.identifier, comment, taskOf('run-2'));
  });
  expect(await claim(stage)).toEqual({ is: 'taken', by: 'run-2' });
  expect(stage.comments().length).toBe(1);
  expect(await claim(stage, taskOf('run-1', '9/claim'))).toEqual(claimed);
});

describe('an issue with a claim', () => {
  const held = async (by = 'run-2') => {
    const stage = await linearStage();
    await claim(stage, taskOf(by));
    return stage;
  };

  test('is taken while its run is active, and nothing is written', async () => {
    const stage = await held();
    expect(await claim(stage)).toEqual({ is: 'taken', by: 'run-2' });
    expect([stage.comments().length, stage.server.state.moves.length]).toEqual([1, 1]);
  });

  test('may be claimed after its run has ended: no issue stays claimed without an owner', async () => {
    const stage = await held();
    stage.ended.set('run-2', true);
    expect(await claim(stage)).toEqual(claimed);
    expect(stage.comments()[1]).toContain('`harness claim run-1/3/claim over run-2/3/claim`');
    expect(await claim(stage, taskOf('run-3'))).toEqual({ is: 'taken', by: 'run-1' });
  });

  test('may be claimed ten minutes after a person moved it back', async () => {
    const stage = await held();
    stage.issue.state = statusOf(stage.issue.team, 'Todo');
    expect(await claim(stage)).toEqual({ is: 'taken', by: 'run-2' });
    stage.clock.nowMs += 11 * 60_000;
    expect(await claim(stage)).toEqual(claimed);
  });

  test('of the same run gets another comment for another iteration', async () => {
    const stage = await held('run-1');
    expect(await claim(stage, taskOf('run-1', '9/claim'))).toEqual(claimed);
    expect(stage.comments()[1]).toContain('`harness claim run-1/9/claim over run-1/3/claim`');
    expect(stage.server.state.moves.length).toBe(1);
  });

  test('is not claimed by a text that quotes a claim', async () => {
    const stage = await linearStage();
    const text = 'Look:\n`harness claim run-2/3/claim`';
    await stage.tracker.comment(testScope, stage.issue.identifier, text, taskOf('run-2', '4/comment'));
    expect(await claim(stage)).toEqual(claimed);
  });
});

describe('a person who changes the issue', () => {
  const steps = ['HarnessFacts', 'HarnessComment'] as const;
  test.each(steps.flatMap((step) => Object.keys(deeds).map((how) => [how, step] as const)))(
    'T2 is never overwritten: %s before %s',
    async (how, step) => {
      const stage = await linearStage();
      stage.server.before(new RegExp(step), () => deeds[how as keyof typeof deeds](stage.server, stage.issue));
      expect(await claim(stage)).toEqual({ is: 'changed', how });
      expect(stage.server.state.moves).toEqual([]);
      expect(stage.comments()).toEqual([]);
    },
  );

  test('gone: before the new status', async () => {
    const stage = await linearStage();
    stage.server.before(/HarnessStatus/, () => deeds.gone(stage.server, stage.issue));
    expect(await claim(stage)).toEqual({ is: 'changed', how: 'gone' });
  });
});

describe('a crash or a lost answer', () => {
  const faults: readonly LinearFault[] = ['cut-before', 'cut-after', 'cut-within', 'half', 'bad-gateway', 'internal'];
  const steps = ['HarnessFacts', 'HarnessComment', 'HarnessStatus'];
  test.each(steps.flatMap((step) => faults.map((fault) => [fault, step] as const)))(
    'T1 the next try claims it once: %s of %s',
    async (fault, step) => {
      const stage = await linearStage();
      stage.server.trouble(new RegExp(step), fault);
      const task = taskOf();
      expect(await failureOf(claim(stage, task))).toMatchObject({ code: 'tracker.unavailable' });
      expect(await claim(stage, retryOf(task))).toEqual(claimed);
      expect(stage.comments().length).toBe(1);
      expect(stage.issue.state.name).toBe('In Progress');
      expect(stage.server.state.moves.length).toBeLessThanOrEqual(2);
    },
  );

  test.each([true, false])('T1 a loser that crashed withdraws its comment in the next try: %s', async (isWithdrawn) => {
    const stage = await linearStage();
    const { state } = stage.server;
    stage.server.before(/HarnessComment/, () => {
      const [by] = state.keys.values();
      if (by === undefined) throw new Error('the stand-in has no user');
      const body = withVisibleClaim(comment, 'run-2/3/claim', null);
      state.comments.push({ id: 'rival', body, createdAt: state.now(), issue: stage.issue, by });
    });
    stage.server.trouble(isWithdrawn ? /HarnessWithdraw/ : /HarnessFacts/, 'cut-after', 1, isWithdrawn ? 0 : 1);
    const task = taskOf();
    expect(await failureOf(claim(stage, task))).toMatchObject({ code: 'tracker.unavailable' });
    expect(await claim(stage, retryOf(task))).toEqual({ is: 'taken', by: 'run-2' });
    expect(stage.comments()).toEqual([expect.stringContaining('run-2')]);
  });
});

test('a status that the team does not have is named with those it has, and nothing is written', async () => {
  const stage = await linearStage();
  const scope = { ...testScope, inProgressStatus: 'Doing' };
  const failure = await failureOf(stage.tracker.claim(scope, stage.issue.identifier, comment, taskOf()));
  const names = 'Triage, Backlog, Todo, In Progress, In Review, Done, Canceled, Duplicate';
  expect(failure).toEqual({
    code: 'tracker.not-found',
    params: { detail: `the team MB90 has no status Doing; it has: ${names}` },
  });
  expect(stage.comments()).toEqual([]);
});
