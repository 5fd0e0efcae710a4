import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from '@harness/core/effects/operation';
import { trackerOperations as ops } from '@harness/core/effects/tracker';
import { ok } from '@harness/core/failure/failure';
import { describe, expect, test } from 'vitest';
import { trackerContract } from '../tracker.contract.ts';
import { localStage, localScope as scope } from './test-stage.ts';

trackerContract('local', { hasStatuses: false }, localStage);

const find = act(ops.findIssue, { scope, exclude: [] });
const claim = (issue: string) => act(ops.claimIssue, { scope, issue, comment: 'Iteration 1' });

describe('files that are not in order', () => {
  test('IF3 are named once each and skipped, and the others are read', async () => {
    const stage = await localStage();
    stage.write('README.md', 'text');
    stage.write('APP-1.md', '---\nid: APP-2\ntitle: x\nlabels: [ready]\n---\n');
    stage.write('APP-3.md', Buffer.from([0x2d, 0xff]).toString('latin1'));
    mkdirSync(join(stage.folder, 'APP-4.md'));
    writeFileSync(join(stage.repo, 'secret.md'), '---\nid: APP-5\ntitle: secret\nlabels: [ready]\npriority: 1\n---\n');
    symlinkSync('../../secret.md', join(stage.folder, 'APP-5.md'));
    execFileSync('mkfifo', [join(stage.folder, 'APP-6.md')]);
    stage.write('.APP-7.md.harness-draft', 'half');
    stage.write('APP-8.md', '---\nid: APP-8\ntitle: fine\nlabels: [READY]\nblockedBy: APP-77\npriority: 1\n---\n');
    stage.write('APP-9.md', '---\nid: APP-9\ntitle: fine\nlabels: [ready]\n---\n');
    expect(await stage.perform(find)).toMatchObject(ok({ is: 'found', issue: { id: 'APP-9' } }));
    await stage.perform(find, { key: '2/find' });
    expect(stage.skipped.map((line) => line.split(' ').slice(1, 3).join(' ')).sort()).toEqual([
      'APP-1.md other-id',
      'APP-3.md no-frontmatter',
      'APP-4.md unreachable',
      'APP-5.md unreachable',
      'APP-6.md unreachable',
      'APP-8.md missing-blocker',
      'README.md bad-name',
    ]);
  });

  test.each(['../../secret', 'APP-1/../APP-2', '/etc/passwd', '--help', ''])(
    'IF1 the id %j names no issue',
    async (issue) => {
      const stage = await localStage();
      writeFileSync(join(stage.repo, 'secret.md'), '---\nid: secret\ntitle: x\n---\n');
      expect(await stage.perform(claim(issue))).toEqual(ok({ is: 'changed', how: 'gone' }));
    },
  );

  test('skips an issue that a person has broken, and does not change it', async () => {
    const stage = await localStage();
    const id = await stage.people.add({ title: 'x' });
    stage.write(`${id}.md`, 'id: none');
    expect(await stage.perform(claim(id))).toEqual(ok({ is: 'changed', how: 'gone' }));
    expect(stage.file(id)).toBe('id: none');
  });

  test('a folder behind a link is refused, and a missing one has no issues', async () => {
    const stage = await localStage();
    rmSync(stage.folder, { recursive: true });
    expect(await stage.perform(find)).toEqual(ok({ is: 'none', blocked: [] }));
    const create = act(ops.createIssue, { scope, title: 'Spec gap: x', body: 'y' });
    expect(await stage.perform(create)).toEqual(ok({ issue: 'ISSUE-1', isNew: true }));
    rmSync(stage.folder, { recursive: true });
    mkdirSync(join(stage.repo, 'elsewhere'));
    symlinkSync('../elsewhere', stage.folder);
    expect(await stage.perform(find)).toMatchObject({ failure: { code: 'tracker.refused' } });
    expect(await stage.perform(create, { key: '2/x' })).toMatchObject({ failure: { code: 'tracker.refused' } });
    expect(readdirSync(join(stage.repo, 'elsewhere'))).toEqual([]);
  });
});

test('IF2 an edit by a person between reading and writing stays, and so do mode and line endings', async () => {
  const stage = await localStage();
  stage.write('APP-1.md', '---\r\nid: APP-1\r\ntitle: x\r\nlabels: [ready]\r\nextra: 1\r\n---\r\nBody\r\n');
  chmodSync(join(stage.folder, 'APP-1.md'), 0o640);
  let edits = 0;
  stage.ended.has = () => {
    // the claim asks for the other run after it has read the file
    if (edits++ === 0) void stage.people.edit('APP-1', { title: 'y' });
    return true;
  };
  await stage.perform(claim('APP-1'), { run: 'run-2' });
  expect(await stage.perform(claim('APP-1'), { key: '3/claim' })).toEqual(ok({ is: 'claimed' }));
  const text = stage.file('APP-1');
  expect([
    edits,
    text.includes('title: "y"\r\n'),
    text.includes('extra: 1\r\nstatus: In Progress\r\n---\r\nBody'),
  ]).toEqual([2, true, true]);
  expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  expect(statSync(join(stage.folder, 'APP-1.md')).mode & 0o777).toBe(0o640);
});

test('an issue without project and team belongs to all, and one of another team to none of them', async () => {
  const stage = await localStage();
  stage.write('APP-1.md', '---\nid: APP-1\ntitle: theirs\nlabels: [ready]\nteam: CORE\npriority: 1\n---\n');
  stage.write('APP-2.md', '---\nid: APP-2\ntitle: ours\nlabels: [ready]\n---\n');
  expect(await stage.perform(find)).toMatchObject(ok({ issue: { id: 'APP-2' } }));
  expect(await stage.perform(act(ops.openTracker, { scope }))).toEqual(ok({ project: 'app' }));
});

test('a new issue takes the next free number of the usual prefix', async () => {
  const stage = await localStage();
  for (let n = 0; n < 2; n++) await stage.people.add({ title: `${n}` });
  stage.write('OTHER-40.md', '---\nid: OTHER-40\ntitle: x\n---\n');
  stage.write('APP-3.md', 'broken');
  const create = act(ops.createIssue, { scope, title: 'Spec gap: x', body: 'y' });
  expect(await stage.perform(create)).toEqual(ok({ issue: 'APP-4', isNew: true }));
});
