/** Contract of every forge. */

import { blockPlans } from '@harness/core/effects/fidelity';
import { filePlan } from '@harness/core/effects/file-plan';
import { forgeOperations as forge, type OpenResult } from '@harness/core/effects/forge';
import { act } from '@harness/core/effects/operation';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { describe, expect, test } from 'vitest';
import { plainGit } from '../git/scratch.ts';
import { commitOn, type ForgeStage } from './scratch.ts';

const body = '## Summary\n\nadds a file\n\n## Scope\n\n## Validation\n\n## Follow-ups\n';
const times = { withinMs: 900_000, emptyAfterMs: 60_000, everyMs: 10_000, ignore: ['agent automerge'] };

const unwrap = <Value>(outcome: Outcome<unknown>): Value => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value as Value;
};

export function forgeContract(name: string, setUp: () => Promise<ForgeStage>): void {
  /** A pushed and opened pull request of `task/x`. */
  const opened = async (branch = 'task/x', path?: string, content?: string) => {
    const stage = await setUp();
    const head = stage.branch(branch, path, content);
    expect(await stage.perform(act(forge.pushBranch, { branch, commit: head }))).toMatchObject({ ok: true });
    const open = (key?: string, text = body) =>
      stage.perform(act(forge.openPull, { branch, base: 'main', head, title: 'Add a file', body: text }), key);
    const { pull } = unwrap<OpenResult>(await open());
    const sinceMs = stage.clock.nowMs;
    return {
      ...stage,
      head,
      pull,
      open,
      read: async () => unwrap<Record<string, unknown>>(await stage.perform(act(forge.readPull, { pull, ignore: [] }))),
      watch: (own = {}) => stage.perform(act(forge.watchChecks, { pull, head, sinceMs, ...times, ...own })),
      watchMerge: (own = {}) => stage.perform(act(forge.watchMerge, { pull, head, sinceMs, ...times, ...own })),
      merge: (key = '5/merge', of = head) =>
        stage.perform(act(forge.mergePull, { pull, head: of, title: 'Merge task/x', message: 'It adds a file.' }), key),
    };
  };
  const tipIn = (bare: string, branch: string) => plainGit(bare, ['rev-parse', `refs/heads/${branch}`]);
  /** Another person pushes to the branch of the forge. */
  const pushedByAnother = ({ repo, people }: ForgeStage, branch = 'task/x') => {
    const theirs = commitOn(repo, `other-${branch.replace('/', '-')}`, 'theirs.txt', 'theirs', branch);
    plainGit(repo.root, ['push', '--quiet', people.bare, `${theirs}:refs/heads/${branch}`]);
    return theirs;
  };

  describe(`${name}: a branch`, () => {
    test('is pushed unchanged, and a second push does nothing', async () => {
      const stage = await setUp();
      const commit = stage.branch('task/x');
      const push = act(forge.pushBranch, { branch: 'task/x', commit });
      expect(await stage.perform(push)).toEqual(ok({ commit, atMs: stage.clock.nowMs }));
      expect(await stage.perform(push)).toEqual(ok({ commit, atMs: stage.clock.nowMs }));
      expect(tipIn(stage.people.bare, 'task/x')).toBe(commit);
    });

    test('that was pushed before is extended by the next commit', async () => {
      const stage = await opened();
      const commit = stage.branch('task/x', 'more.txt');
      expect(await stage.perform(act(forge.pushBranch, { branch: 'task/x', commit }))).toMatchObject({ ok: true });
      expect(tipIn(stage.people.bare, 'task/x')).toBe(commit);
    });

    test('that another person moved stays where it is', async () => {
      const stage = await opened();
      const theirs = pushedByAnother(stage);
      const commit = stage.branch('task/x', 'more.txt');
      expect(await stage.perform(act(forge.pushBranch, { branch: 'task/x', commit }))).toEqual(
        fail('forge.branch-moved', { branch: 'task/x', expected: commit, found: theirs }),
      );
      expect(tipIn(stage.people.bare, 'task/x')).toBe(theirs);
    });

    test('of the base is fetched with its commits', async () => {
      const stage = await opened();
      stage.people.moveBase('base.txt', 'moved');
      const { commit } = unwrap<{ commit: string }>(await stage.perform(act(forge.fetchBase, { base: 'main' })));
      expect(stage.repo.git('show', `${commit}:base.txt`)).toBe('moved');
      expect([stage.repo.git('rev-parse', 'main'), stage.repo.read('base.txt')]).toEqual([commit, 'moved']);
      expect(await stage.perform(act(forge.fetchBase, { base: 'nowhere' }))).toMatchObject({
        failure: { code: 'forge.not-found' },
      });
    });
  });

  describe(`${name}: a merged plan`, () => {
    const plan = '---\nid: "0007"\ntitle: Search\nphase: core\nstatus: active\nestimated_passes: 1\n---\n\n# Search\n';
    const [file, completedDir] = ['plans/0007-search.md', 'plans/done'];
    const filing = act(filePlan, { id: '0007', file, completedDir, base: 'main', label: 'agent/automerge' });
    const verdict = { risk_score: 90, requirements: [], drift: ['It is blue.'], risks: [], recommended_actions: [] };
    const found = { specPath: 'spec.md', score: 29, threshold: 25, verdict };
    const blocking = act(blockPlans, { ...found, planDir: 'plans', base: 'main' });
    const base = async (stage: ForgeStage) =>
      unwrap<{ commit: string }>(await stage.perform(act(forge.fetchBase, { base: 'main' }))).commit;

    test('D-43 is filed by one chore commit on the base, with its status; a second time does nothing', async () => {
      const stage = await opened();
      stage.people.moveBase(file, plan);
      const before = await base(stage);
      expect(await stage.perform(filing, '7/file')).toMatchObject({ ok: true });
      const tip = await base(stage);
      expect(stage.repo.git('log', '--format=%s', `${before}..${tip}`)).toBe('chore: complete plan 0007');
      expect(stage.repo.git('ls-tree', '-r', '--name-only', tip, 'plans')).toBe('plans/done/0007-search.md');
      expect(stage.repo.git('show', `${tip}:plans/done/0007-search.md`)).toContain('status: completed');
      expect(await stage.perform(filing, '7/file')).toMatchObject(ok({ commit: tip }));
      expect(await stage.perform(filing, '9/other')).toMatchObject(ok({ commit: null }));
      expect(await base(stage)).toBe(tip);
      expect([stage.repo.git('rev-parse', 'main'), stage.repo.git('status', '--porcelain')]).toEqual([tip, '']);
    });

    test('DO-19 after a drift, one chore commit blocks every active plan and adds a review; once', async () => {
      const stage = await opened();
      stage.people.moveBase(file, plan);
      const before = await base(stage);
      expect(await stage.perform(blocking, '7/block')).toMatchObject({ ok: true, value: { plans: ['0007'] } });
      const tip = await base(stage);
      expect(stage.repo.git('log', '--format=%s', `${before}..${tip}`)).toBe(
        'chore: block plans for a fidelity review',
      );
      expect(stage.repo.git('show', `${tip}:${file}`)).toBe(plan.replace('active', 'blocked').trimEnd());
      expect(stage.repo.git('show', `${tip}:plans/9999-fidelity-review.md`)).toContain('id: "9999"');
      expect(await stage.perform(blocking, '7/block')).toEqual(ok({ commit: tip, plans: ['0007'] }));
      expect(await stage.perform(blocking, '9/other')).toEqual(ok({ commit: null, plans: [] }));
      expect(await base(stage)).toBe(tip);
    });
  });

  describe(`${name}: a pull request`, () => {
    test('is opened once, however often it is requested', async () => {
      const { open, people, pull } = await opened();
      expect(await open()).toMatchObject(ok({ is: 'open', pull, how: 'found' }));
      expect(await open('9/other')).toMatchObject(ok({ is: 'open', pull, how: 'found', body: 'written' }));
      expect(people.pulls()).toBe(1);
    });

    test('can be read: its content, reviews and state', async () => {
      const { read, people, pull, head } = await opened();
      people.review(pull, 'ada', 'changes-requested');
      people.review(pull, 'bob', 'changes-requested');
      people.review(pull, 'bob', 'approved');
      people.draft(pull);
      expect(await read()).toMatchObject({
        pull,
        state: { is: 'open' },
        isDraft: true,
        branch: 'task/x',
        base: 'main',
        head,
        title: 'Add a file',
        sections: ['Summary', 'Scope', 'Validation', 'Follow-ups'],
        mergeable: 'yes',
        labels: [],
        approvedBy: ['bob'],
        changesRequestedBy: ['ada'],
      });
    });

    test('D-23 is found by its branch and base while it is open', async () => {
      const { perform, people, pull } = await opened();
      const find = (branch: string, base = 'main') => perform(act(forge.findPull, { branch, base }));
      expect(await find('task/x')).toEqual(ok({ pull }));
      expect(await find('task/y')).toEqual(ok({ pull: null }));
      expect(await find('task/x', 'other')).toEqual(ok({ pull: null }));
      people.close(pull);
      expect(await find('task/x')).toEqual(ok({ pull: null }));
    });

    test('keeps the text of a person around our part, and our part if they changed it', async () => {
      const { open, people, pull, read } = await opened();
      people.edit(pull, (text) => `Look at line 3.\n\n## Mine\n\n${text}`);
      expect(await open('7/again', '## Summary\n\nnew words')).toMatchObject(ok({ body: 'written' }));
      expect((await read())['sections']).toEqual(['Mine', 'Summary']);
      people.edit(pull, (text) => text.replace('new words', 'better words'));
      expect(await open('8/again', '## Else')).toMatchObject(ok({ body: 'kept' }));
      expect((await read())['sections']).toEqual(['Mine', 'Summary']);
    });

    test('that a person closed is not reopened by a second try, but by a new effect', async () => {
      const { open, people, pull, read } = await opened();
      people.close(pull);
      expect(await open()).toMatchObject(ok({ is: 'open', pull, how: 'found' }));
      expect(await read()).toMatchObject({ state: { is: 'closed', by: 'ada' } });
      expect(await open('9/anew')).toMatchObject(ok({ is: 'open', pull, how: 'reopened' }));
      expect(await read()).toMatchObject({ state: { is: 'open' } });
      expect(people.pulls()).toBe(1);
    });

    test('that is merged needs no work and returns its commit', async () => {
      const { open, people, pull } = await opened();
      people.merge(pull);
      const sha = tipIn(people.bare, 'main');
      expect(await open('9/anew')).toEqual(ok({ is: 'merged', pull, sha, by: expect.any(String) }));
    });

    test('of a branch without new commits is refused', async () => {
      const { perform, repo } = await setUp();
      const head = repo.git('rev-parse', 'main');
      await perform(act(forge.pushBranch, { branch: 'task/x', commit: head }));
      const open = act(forge.openPull, { branch: 'task/x', base: 'main', head, title: 'x', body });
      expect(await perform(open)).toMatchObject({ failure: { code: 'forge.refused' } });
    });

    test('that does not exist is not found', async () => {
      const { perform } = await opened();
      expect(await perform(act(forge.readPull, { pull: 77 }))).toMatchObject({ failure: { code: 'forge.not-found' } });
    });

    test('has a label once', async () => {
      const { perform, pull, read } = await opened();
      const label = act(forge.labelPull, { pull, label: 'agent/automerge' });
      for (const key of ['2/a', '2/a', '3/b'])
        expect(await perform(label, key)).toEqual(ok({ label: 'agent/automerge' }));
      expect((await read())['labels']).toEqual(['agent/automerge']);
    });
  });

  describe(`${name}: a watch of the checks`, () => {
    test('ends green', async () => {
      const { watch, people, head, read } = await opened();
      people.checks(head, ['green', 'green']);
      expect(await watch()).toEqual(ok({ is: 'green' }));
      expect(await read()).toMatchObject({ checks: { colour: 'green', red: [], pending: [] } });
    });

    test('ends with the red checks', async () => {
      const { watch, people, head, read } = await opened();
      people.checks(head, ['green', 'red']);
      expect(await watch()).toMatchObject(
        ok({ is: 'red', red: [{ colour: 'red', detail: expect.stringContaining('broke') }] }),
      );
      expect(await read()).toMatchObject({ checks: { colour: 'red', pending: [] } });
    });

    test('ends with a conflict, which no check can see', async () => {
      const { watch, people, head, repo } = await opened('task/x', 'readme.md', 'ours\n');
      people.checks(head, ['green']);
      people.moveBase('readme.md', 'theirs\n');
      expect(await watch()).toMatchObject(ok({ is: 'conflict', files: expect.any(Array) }));
      expect(repo.git('rev-parse', 'task/x')).toBe(head);
    });

    test('ends with none if there are no checks', async () => {
      const { watch } = await opened();
      expect(await watch()).toEqual(ok({ is: 'none' }));
    });

    test('reports a push, a close or a merge by another person', async () => {
      const stage = await opened();
      const { watch, watchMerge, people, pull } = stage;
      const head = pushedByAnother(stage);
      expect([await watch(), await watchMerge()]).toEqual([ok({ is: 'changed', head }), ok({ is: 'changed', head })]);
      people.close(pull);
      expect(await watch()).toEqual(ok({ is: 'closed', by: 'ada' }));
      const other = await opened();
      other.people.merge(other.pull);
      const sha = tipIn(other.people.bare, 'main');
      expect(await other.watch()).toMatchObject(ok({ is: 'merged', sha }));
      expect(await other.watchMerge()).toMatchObject(ok({ is: 'merged', sha }));
    });

    test('of the merge sees events while it waits, and ends when its time is over', async () => {
      const { watchMerge, clock, people, pull } = await opened();
      clock.meanwhile.push(
        () => {},
        () => people.close(pull),
      );
      expect(await watchMerge()).toEqual(ok({ is: 'closed', by: 'ada' }));
      expect(clock.nowMs).toBe(1_020_000);
      const other = await opened();
      expect(await other.watchMerge({ withinMs: 25_000 })).toEqual(ok({ is: 'timed-out' }));
      expect(other.clock.nowMs).toBe(1_025_000);
    });

    test('polls once after a restart, even if its time is over', async () => {
      const { watchMerge, clock } = await opened();
      clock.nowMs += 5_000_000;
      expect(await watchMerge()).toEqual(ok({ is: 'timed-out' }));
      expect(clock.nowMs).toBe(6_000_000);
    });

    test('ends at once if it is aborted', async () => {
      const { watchMerge, clock, signal } = await opened();
      clock.meanwhile.push(() => signal.abort(new Error('parked')));
      await expect(watchMerge()).rejects.toThrow('parked');
      expect(clock.nowMs).toBe(1_010_000);
    });
  });

  describe(`${name}: a merge`, () => {
    test('brings exactly this head into the base, once, and the commit names the effect', async () => {
      const { merge, people, head, repo, read, perform, pull } = await opened();
      const before = tipIn(people.bare, 'main');
      const first = unwrap<{ sha: string }>(await merge());
      expect(first).toMatchObject({ is: 'merged', sha: tipIn(people.bare, 'main') });
      expect(await merge()).toMatchObject(ok({ is: 'merged', sha: first.sha }));
      expect(await merge('9/other')).toMatchObject(ok({ is: 'merged', sha: first.sha }));
      expect(plainGit(people.bare, ['rev-parse', `${first.sha}^1`, `${first.sha}^2`])).toBe(`${before}\n${head}`);
      const trailer = '--format=%(trailers:key=Harness-Effect,valueonly)';
      expect(plainGit(people.bare, ['log', '-1', trailer, first.sha]).trim()).toBe('run-1/5/merge');
      expect(await read()).toMatchObject({ state: { is: 'merged', sha: first.sha } });
      unwrap(await perform(act(forge.fetchBase, { base: 'main' })));
      expect(repo.git('show', `${first.sha}:new.txt`)).toBe('task/x');
      expect(await perform(act(forge.listMerged, { base: 'main', most: 5 }))).toMatchObject(
        ok({ merged: [{ pull, branch: 'task/x', sha: first.sha }] }),
      );
    });

    test('rejects a head other than the validated one', async () => {
      const stage = await opened();
      const before = tipIn(stage.people.bare, 'main');
      const theirs = pushedByAnother(stage);
      expect(await stage.merge()).toEqual(ok({ is: 'changed', head: theirs }));
      expect(tipIn(stage.people.bare, 'main')).toBe(before);
    });

    test('rejects a closed, draft or conflicting pull request', async () => {
      const closed = await opened();
      closed.people.close(closed.pull);
      expect(await closed.merge()).toEqual(ok({ is: 'closed', by: 'ada' }));
      const draft = await opened();
      draft.people.draft(draft.pull);
      expect(await draft.merge()).toMatchObject(ok({ is: 'blocked' }));
      const clash = await opened('task/x', 'readme.md', 'ours\n');
      clash.people.moveBase('readme.md', 'theirs\n');
      expect(await clash.merge()).toMatchObject(ok({ is: 'conflict' }));
    });

    test('by a person counts as merged', async () => {
      const { merge, people, pull } = await opened();
      people.merge(pull);
      const sha = tipIn(people.bare, 'main');
      expect(await merge()).toMatchObject(ok({ is: 'merged', sha }));
    });
  });
}
