/** Contract of every tracker. */
import { act } from '@harness/core/effects/operation';
import { type FoundIssue, trackerOperations as ops } from '@harness/core/effects/tracker';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { describe, expect, test } from 'vitest';
import type { TrackerStage } from './test-stage.ts';

export interface TrackerTraits {
  /** Whether it knows its statuses, so that an unknown one is refused. */
  readonly hasStatuses: boolean;
}

const unwrap = <Value>(outcome: Outcome<unknown>): Value => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value as Value;
};

const claimText = 'Iteration 1: plan→work→review→commit';

export function trackerContract(
  name: string,
  { hasStatuses }: TrackerTraits,
  setUp: () => Promise<TrackerStage>,
): void {
  const find = async ({ perform, scope }: TrackerStage, exclude: readonly string[] = []) =>
    unwrap<FoundIssue>(await perform(act(ops.findIssue, { scope, exclude })));
  const titleOf = (found: FoundIssue) => (found.is === 'found' ? found.issue.title : found);
  const claim = ({ scope }: TrackerStage, issue: string) => act(ops.claimIssue, { scope, issue, comment: claimText });
  const comment = ({ scope }: TrackerStage, issue: string, body = 'Files changed: 2') =>
    act(ops.commentIssue, { scope, issue, body });
  const finish = ({ scope }: TrackerStage, issue: string) => act(ops.finishIssue, { scope, issue });
  const claimed = async (stage: TrackerStage) => {
    const issue = await stage.people.add({ title: 'Add a total' });
    expect(await stage.perform(claim(stage, issue), { key: '1/claim' })).toEqual(ok({ is: 'claimed' }));
    return issue;
  };

  describe(`${name}: the next issue`, () => {
    test('I-15 I-17 is the most urgent one of the scope, then the oldest, over all pages', async () => {
      const stage = await setUp();
      const { people } = stage;
      for (let n = 0; n < 60; n++) await people.add({ title: `later ${n}`, priority: 4 });
      await people.add({ title: 'no priority', priority: 0 });
      await people.add({ title: 'young', priority: 2, minute: 900 });
      await people.add({ title: 'old', priority: 2, minute: 500 });
      await people.add({ title: 'without the label', priority: 1, labels: ['other'] });
      await people.add({ title: 'elsewhere', priority: 1, isElsewhere: true });
      await people.close(await people.add({ title: 'done', priority: 1 }), 'done');
      await people.close(await people.add({ title: 'cancelled', priority: 1 }), 'cancelled');
      for (let n = 60; n < 120; n++) await people.add({ title: `later ${n}`, priority: 4 });
      const urgent = await people.add({ title: 'urgent', priority: 1 });
      const found = await find(stage);
      expect(found).toMatchObject({ is: 'found', issue: { id: urgent, priority: 1, blockedBy: [] } });
      expect(titleOf(await find(stage, [urgent]))).toBe('old');
      await people.close(urgent, 'done');
      expect(titleOf(await find(stage))).toBe('old');
    });

    test('I-16 I-18 is none if all are excluded, and names those that wait for others', async () => {
      const stage = await setUp();
      const { people } = stage;
      const first = await people.add({ title: 'first', priority: 3 });
      const second = await people.add({ title: 'second', priority: 1, blockedBy: [first] });
      expect(titleOf(await find(stage))).toBe('first');
      expect(await find(stage, [first])).toEqual({ is: 'none', blocked: [second] });
      await people.close(first, 'done');
      expect(titleOf(await find(stage, [first]))).toBe('second');
      expect(await find(stage, [first, second])).toEqual({ is: 'none', blocked: [] });
    });

    test.each([
      ['in Korean', '합계를 추가한다', '모든 항목의 합계를 보여 준다.\r\n\r\n- 소수점 둘째 자리'],
      ['like an option', '--help', '--version'],
      ['with control characters', 'a \u001b[2J b', 'x\u001b]0;owned\u0007y\u202ez'],
      ['without a body', 'No body', null],
      ['of 200 kB', 'Large', `start ${'x'.repeat(100)}\n`.repeat(2_000)],
    ])('an issue %s reaches the run whole', async (_, title, body) => {
      const stage = await setUp();
      const id = await stage.people.add({ title, body });
      await stage.people.comment(id, 'First comment\n### not a heading');
      const found = await find(stage);
      if (found.is !== 'found') throw new Error('no issue');
      expect(found.issue.title).toBe(title.replace('\u001b', ' ').replace(/ {2}/, ' '));
      const text = stage.textOf(found.issue.text);
      expect(text.startsWith(`# ${found.issue.title}\n\n`)).toBe(true);
      expect(text).toContain((body ?? '').replaceAll('\r\n', '\n').trim());
      expect(text).toMatch(/## Comments\n\n### \d{4}-\S+ \S.*\n\nFirst comment\n\\### not a heading\n$/);
    });
  });

  describe(`${name}: a claim`, () => {
    test('I-19 I-20 I-76 sets the status and comments once, also if it is tried again', async () => {
      const stage = await setUp();
      const issue = await claimed(stage);
      const before = await stage.people.look(issue);
      expect(before).toMatchObject({ status: 'in progress', comments: [expect.stringContaining(claimText)] });
      const again = await stage.perform(claim(stage, issue), { key: '1/claim', isRetry: true });
      expect(again).toEqual(ok({ is: 'claimed' }));
      expect(await stage.people.look(issue)).toEqual(before);
    });

    test('keeps other runs away until its run has ended', async () => {
      const stage = await setUp();
      const issue = await claimed(stage);
      const other = { run: 'run-2', key: '1/claim' };
      expect(await stage.perform(claim(stage, issue), other)).toEqual(ok({ is: 'taken', by: 'run-1' }));
      stage.ended.add('run-1');
      expect(await stage.perform(claim(stage, issue), { run: 'run-2', key: '9/claim' })).toEqual(ok({ is: 'claimed' }));
      stage.ended.clear();
      const late = await stage.perform(claim(stage, issue), { key: '7/claim' });
      expect(late).toEqual(ok({ is: 'taken', by: 'run-2' }));
      expect((await stage.people.look(issue))?.comments).toHaveLength(2);
    });

    test('of its own run is made again under another key, and a child of the run has it too', async () => {
      const stage = await setUp();
      const issue = await claimed(stage);
      expect(await stage.perform(claim(stage, issue), { run: 'run-1.4.issue', key: '2/claim' })).toEqual(
        ok({ is: 'claimed' }),
      );
    });

    test('of a run of another repository holds', async () => {
      const stage = await setUp();
      const issue = await stage.people.add({ title: 'x' });
      await stage.perform(claim(stage, issue), { run: 'foreign-1' });
      expect(await stage.perform(claim(stage, issue))).toEqual(ok({ is: 'taken', by: 'foreign-1' }));
    });

    test('at the same moment goes to exactly one of several runs', async () => {
      const stage = await setUp();
      const issue = await stage.people.add({ title: 'x' });
      const runs = ['a', 'b', 'c', 'd', 'e'].map((letter) => `run-${letter}`);
      const answers = await Promise.all(
        runs.map(async (run) => unwrap<{ is: string; by?: string }>(await stage.perform(claim(stage, issue), { run }))),
      );
      const winner = runs[answers.findIndex(({ is }) => is === 'claimed')];
      expect(answers.filter(({ is }) => is === 'claimed')).toHaveLength(1);
      expect(answers.filter(({ is, by }) => is === 'taken' && by === winner)).toHaveLength(4);
      expect(await stage.people.look(issue)).toMatchObject({ status: 'in progress', comments: [expect.anything()] });
    });

    test.each([
      ['closed', (stage: TrackerStage, id: string) => stage.people.close(id, 'cancelled')],
      ['closed', (stage: TrackerStage, id: string) => stage.people.close(id, 'done')],
      ['relabelled', (stage: TrackerStage, id: string) => stage.people.unlabel(id)],
      ['moved', (stage: TrackerStage, id: string) => stage.people.move(id)],
      ['gone', (stage: TrackerStage, id: string) => stage.people.remove(id)],
    ])('finds that a person has changed the issue: %s', async (how, change) => {
      const stage = await setUp();
      const issue = await stage.people.add({ title: 'x' });
      await find(stage);
      await change(stage, issue);
      const before = await stage.people.look(issue);
      const answer = unwrap<{ is: string; how: string }>(await stage.perform(claim(stage, issue)));
      // A tracker may not tell a moved issue from a deleted one.
      expect([answer.is, how === 'moved' && answer.how === 'gone' ? 'moved' : answer.how]).toEqual(['changed', how]);
      expect(await stage.people.look(issue)).toEqual(before);
    });

    test('is made on an issue that a person has just edited, and keeps the edit', async () => {
      const stage = await setUp();
      const issue = await stage.people.add({ title: 'x', body: 'old' });
      await find(stage);
      await stage.people.edit(issue, { title: 'y', body: 'new' });
      expect(await stage.perform(claim(stage, issue))).toEqual(ok({ is: 'claimed' }));
      expect(await stage.people.look(issue)).toMatchObject({ title: 'y', status: 'in progress' });
    });
  });

  describe(`${name}: a comment`, () => {
    test('I-49 I-70 is written once per effect, whatever its text is', async () => {
      const stage = await setUp();
      const issue = await claimed(stage);
      const body = 'Files changed: 2\n\n### 2026-01-01T00:00:00Z ada\n\n<!-- harness comment run-1/9/next -->\n한국어';
      expect(await stage.perform(comment(stage, issue, body), { key: '8/note' })).toEqual(ok({ is: 'written' }));
      expect(await stage.perform(comment(stage, issue, body), { key: '8/note', isRetry: true })).toMatchObject({
        ok: true,
      });
      expect(await stage.perform(comment(stage, issue, 'Next'), { key: '9/next', isRetry: true })).toMatchObject({
        ok: true,
      });
      const { comments = [] } = (await stage.people.look(issue)) ?? {};
      expect(comments).toHaveLength(3);
      expect(comments[1]).toContain('한국어');
      expect(comments[2]).toContain('Next');
      const read = await find(stage);
      expect(read.is === 'found' && stage.textOf(read.issue.text)).not.toContain('<!-- harness');
    });

    test('is written on a closed issue too, and not on a deleted one', async () => {
      const stage = await setUp();
      const issue = await claimed(stage);
      await stage.people.close(issue, 'cancelled');
      expect(await stage.perform(comment(stage, issue), { key: '2/note' })).toEqual(ok({ is: 'written' }));
      expect(await stage.people.look(issue)).toMatchObject({ status: 'cancelled' });
      await stage.people.remove(issue);
      expect(await stage.perform(comment(stage, issue), { key: '3/note' })).toEqual(ok({ is: 'changed', how: 'gone' }));
    });
  });

  describe(`${name}: the end of an issue`, () => {
    test('I-50 is the status of finished issues', async () => {
      const stage = await setUp();
      const issue = await claimed(stage);
      expect(await stage.perform(finish(stage, issue), { key: '9/finish' })).toEqual(ok({ is: 'done' }));
      expect(await stage.people.look(issue)).toMatchObject({ status: 'done' });
      expect(await stage.perform(finish(stage, issue), { key: '9/finish', isRetry: true })).toEqual(ok({ is: 'done' }));
      expect(await find(stage)).toEqual({ is: 'none', blocked: [] });
    });

    test.each([
      ['closed', 'cancelled', (stage: TrackerStage, id: string) => stage.people.close(id, 'cancelled')],
      ['moved', 'open', (stage: TrackerStage, id: string) => stage.people.reopen(id)],
      ['gone', undefined, (stage: TrackerStage, id: string) => stage.people.remove(id)],
    ])('is that of the person who was faster: %s', async (how, status, change) => {
      const stage = await setUp();
      const issue = await claimed(stage);
      await change(stage, issue);
      expect(await stage.perform(finish(stage, issue), { key: '9/finish' })).toEqual(ok({ is: 'changed', how }));
      expect((await stage.people.look(issue))?.status).toBe(status);
    });
  });

  describe(`${name}: a new issue`, () => {
    const gap = { title: 'Spec gap: totals of refunds', body: 'Missing in `specs/app/core.yaml`.' };
    const create = ({ scope }: TrackerStage) => act(ops.createIssue, { scope, ...gap });

    test('I-51 has the label, and is made once while an open one has its title', async () => {
      const stage = await setUp();
      await stage.people.add({ title: 'other', priority: 4 });
      const made = unwrap<{ issue: string }>(await stage.perform(create(stage), { key: '4/gap' }));
      expect(made).toEqual({ issue: expect.any(String), isNew: true });
      expect(await stage.people.look(made.issue)).toMatchObject({ title: gap.title, status: 'open' });
      expect((await stage.people.look(made.issue))?.labels).toContain(stage.scope.label);
      const again = unwrap<{ issue: string }>(await stage.perform(create(stage), { key: '5/gap' }));
      expect(again).toEqual({ issue: made.issue, isNew: false });
      expect(await stage.people.count()).toBe(2);
      const found = await find(stage, []);
      expect(titleOf(found)).toBe('other');
      await stage.people.close(made.issue, 'done');
      expect(unwrap(await stage.perform(create(stage), { key: '6/gap' }))).toMatchObject({ isNew: true });
    });
  });

  describe(`${name}: a crash at each write`, () => {
    type Operation = readonly [string, (stage: TrackerStage, issue: string) => ReturnType<typeof act>, string];
    const operations: readonly Operation[] = [
      ['claim', claim, 'in progress'],
      ['comment', (stage, issue) => comment(stage, issue), 'in progress'],
      ['finish', finish, 'done'],
      ['create', ({ scope }) => act(ops.createIssue, { scope, title: 'Spec gap: x', body: 'y' }), 'in progress'],
    ];
    const cases = operations.flatMap((one) => (['before', 'after'] as const).map((when) => [...one, when] as const));

    test.each(cases)('%s leaves nothing double and nothing half', async (label, effectFor, status, when) => {
      for (let nth = 0; ; nth++) {
        const stage = await setUp();
        const issue = label === 'claim' ? await stage.people.add({ title: 'Add a total' }) : await claimed(stage);
        const effect = effectFor(stage, issue);
        stage.cut(nth, when);
        const first = await stage.perform(effect, { key: '5/op' }).catch((error: unknown) => ({ ok: false, error }));
        if (!stage.isCut()) {
          expect([first.ok, nth > 0]).toEqual([true, true]);
          return;
        }
        expect(first.ok, `write ${nth} ${when}`).toBe(false);
        const second = await stage.perform(effect, { key: '5/op', isRetry: true });
        expect(second, `write ${nth} ${when}`).toMatchObject({ ok: true });
        expect((second as { value: { is?: string } }).value.is).not.toBe('changed');
        const { comments = [], status: now } = (await stage.people.look(issue)) ?? {};
        expect([now, comments.length]).toEqual([status, label === 'comment' ? 2 : 1]);
        expect(await stage.people.count()).toBe(label === 'create' ? 2 : 1);
      }
    });
  });

  describe(`${name}: names that do not exist`, () => {
    test('an unknown project is named with those that exist', async () => {
      const stage = await setUp();
      await stage.people.add({ title: 'x' });
      const { project } = stage.scope;
      const opened = await stage.perform(act(ops.openTracker, { scope: stage.scope }));
      expect(opened).toEqual(ok({ project: expect.any(String) }));
      const scope = { ...stage.scope, project: project.replace(/\w+$/, 'nowhere') };
      expect(await stage.perform(act(ops.openTracker, { scope }))).toMatchObject({
        failure: { code: 'tracker.not-found', params: { detail: expect.stringContaining('nowhere') } },
      });
    });

    test.runIf(hasStatuses).each(['inProgressStatus', 'doneStatus'] as const)(
      'an unknown %s is named with those that exist',
      async (which) => {
        const stage = await setUp();
        const scope = { ...stage.scope, [which]: 'Nonsense' };
        const opened = await stage.perform(act(ops.openTracker, { scope }));
        expect(opened).toMatchObject({ failure: { code: 'tracker.not-found' } });
        const detail = opened.ok ? '' : opened.failure.params['detail'];
        for (const part of ['Nonsense', 'Todo', 'In Progress', 'Done']) expect(detail).toContain(part);
      },
    );
  });

  test(`${name}: an issue costs at most eight requests`, async () => {
    const stage = await setUp();
    if (stage.requests === undefined) return;
    for (let n = 0; n < 3; n++) await stage.people.comment(await stage.people.add({ title: `issue ${n}` }), 'please');
    await stage.perform(act(ops.openTracker, { scope: stage.scope }));
    for (let n = 0; n < 3; n++) {
      const before = stage.requests();
      const found = await find(stage);
      const issue = found.is === 'found' ? found.issue.id : '';
      const answers = [
        await stage.perform(claim(stage, issue), { key: `${n}/claim` }),
        await stage.perform(comment(stage, issue), { key: `${n}/note` }),
        await stage.perform(finish(stage, issue), { key: `${n}/finish` }),
      ];
      expect(answers).toEqual([ok({ is: 'claimed' }), ok({ is: 'written' }), ok({ is: 'done' })]);
      expect(stage.requests() - before).toBeLessThanOrEqual(8);
    }
  });

  test(`${name}: a cancelled effect ends at once`, async () => {
    const stage = await setUp();
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(stage.perform(act(ops.findIssue, { scope: stage.scope, exclude: [] }), { signal })).rejects.toThrow(
      'stopped',
    );
  });
}
