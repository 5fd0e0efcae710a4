/** Records an agent in a real lane and replays the script in another lane: the files must be the same. */
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentInput, agentFailureKinds, type Workplace } from '@harness/core/effects/agent';
import { ok } from '@harness/core/failure/failure';
import type { Entry } from '@harness/core/journal/journal';
import { roles } from '@harness/core/workflows/loaded';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { snapshotLane } from '../../git/lane/lane-snapshot.ts';
import { readLaneTree } from '../../git/lane/lane-tree.ts';
import { clearScratch, openTestLane, type Scratch, scratch } from '../../git/scratch.ts';
import { agentPerformer } from '../performer.ts';
import type { AgentEvent, Provider } from '../provider.ts';
import { scriptedProvider } from '../scripted/provider.ts';
import { readScript } from '../scripted/script.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { readRecord } from './script-file.ts';

afterAll(clearScratch);

const spent = { usage: { input: 7, output: 5, cacheRead: 3, cacheWrite: 1 }, costUsd: 0.25 };
type Act = (cwd: string) => Promise<void> | void;

/** An agent that runs `act` and returns `result`. */
const providerThat = (act: Act, result: object = { outcome: 'ok', text: 'did it' }): Provider => ({
  id: 'claude',
  async *run({ cwd }): AsyncGenerator<AgentEvent> {
    await act(cwd);
    yield { type: 'result', result: { spent, ...result } as never };
  },
});

interface Lane {
  readonly repo: Scratch;
  readonly workplace: Workplace & { readonly checkpoint: string };
  readonly folder: string;
  tree(): Promise<string | null>;
}

async function createLane(repo: Scratch, prepare: Act = () => undefined): Promise<Lane> {
  await prepare(repo.root);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--allow-empty', '-m', 'prepared');
  const lane = await openTestLane(repo.work());
  const workplace = { cwd: lane.path, checkpoint: lane.base };
  return { repo, workplace, folder: join(repo.root, lane.path), tree: () => readLaneTree(repo.root, workplace) };
}

async function call(
  lane: Lane,
  provider: Provider,
  recorder?: Recorder,
  role = 'converge.implementer',
  idleMs = 60_000,
) {
  const { root } = lane.repo;
  const input: AgentInput = {
    role,
    item: null,
    workplace: lane.workplace,
    input: { task: 'x', checks: [], repair: null },
  };
  const asked: Entry = { type: 'asked', atMs: 0, key: '0/x', effect: { kind: 'agent', input } };
  const reviewer = { ...roles['converge.reviewer'], opening: () => [], prompt: () => 'Review.' } as never;
  const performer = agentPerformer({
    agentFor: () => ({ provider, model: undefined, insists: false, limits: { wallMs: 60_000, idleMs } }),
    roles: { ...roles, 'converge.reviewer': reviewer },
    repo: root,
    recorder,
    runFolder: () => join(root, '..', 'run'),
    family: async () => [{ run: 'r', entries: [asked] }],
    look: () => snapshotLane(root, lane.workplace),
    restore: async () => ok(null),
  });
  const { outcome } = await performer.perform(input, {
    run: 'r',
    key: '0/x',
    interrupted: false,
    earlier: undefined,
    signal: new AbortController().signal,
    allowances: () => [],
    note: async () => undefined,
    report: () => undefined,
  });
  return outcome;
}

const emptyRecord = { answers: [], people: [] };

async function record(lane: Lane, provider: Provider, role?: string, idleMs?: number) {
  const file = join(lane.repo.root, '..', 'record.yaml');
  const recorder = await createRecorder({ file, repo: lane.repo.root, before: emptyRecord, family: [] });
  const outcome = await call(lane, provider, recorder, role, idleMs);
  return { file, outcome, text: readFileSync(file, 'utf8'), ...(await readRecord(file)) };
}

/** Runs `act` in one lane, and replays the recording in another lane with the same start. */
async function recordAndReplay(prepare: Act, act: Act, result?: object) {
  const first = await createLane(scratch(), prepare);
  const { file, text, answers, outcome } = await record(first, providerThat(act, result));
  const second = await createLane(scratch(), prepare);
  const again = await call(second, scriptedProvider(await readScript(file)));
  return { first, second, text, answers, outcome, again };
}

const put = (folder: string, path: string, content: string | Uint8Array, mode = 0o644) => {
  const target = join(folder, path);
  mkdirSync(join(target, '..'), { recursive: true });
  writeFileSync(target, content, { mode });
  chmodSync(target, mode);
};

test('replays created, changed, executable, binary, deleted and linked files', async () => {
  const { first, second, answers, again } = await recordAndReplay(
    async (root) => {
      put(root, 'old/gone.txt', 'x');
      put(root, 'old/too.txt', 'x');
      put(root, 'was.sh', 'echo', 0o755);
      put(root, 'becomes/folder', 'x');
      put(root, 'kept.txt', 'x');
      await symlink('readme.md', join(root, 'link'));
      await symlink('readme.md', join(root, 'moves'));
      await symlink('src', join(root, 'file-to-be'));
    },
    async (cwd) => {
      put(cwd, 'made.txt', '{task} {attempt} stays\r\n');
      put(cwd, 'readme.md', 'changed\n');
      put(cwd, 'bin/run.sh', '#!/bin/sh\n', 0o755);
      put(cwd, 'bytes.bin', new Uint8Array([0, 255, 1, 254]));
      put(cwd, 'was.sh', 'echo', 0o644);
      put(cwd, 'empty', '');
      rmSync(join(cwd, 'old'), { recursive: true });
      rmSync(join(cwd, 'becomes'), { recursive: true });
      put(cwd, 'becomes', 'a file now');
      rmSync(join(cwd, 'kept.txt'));
      put(cwd, 'kept.txt/inside', 'a folder now');
      for (const name of ['link', 'moves', 'file-to-be']) rmSync(join(cwd, name));
      put(cwd, 'file-to-be', 'no link any more');
      await symlink('../outside', join(cwd, 'moves'));
      await symlink('made.txt', join(cwd, 'new-link'));
      put(cwd, 'ignored/cache', 'not recorded');
    },
  );
  expect(again.ok).toBe(true);
  expect(await second.tree()).toBe(await first.tree());
  expect(lstatSync(join(second.folder, 'bin/run.sh')).mode & 0o777).toBe(0o755);
  expect(await readlink(join(second.folder, 'moves'))).toBe('../outside');
  expect(existsSync(join(second.folder, 'old'))).toBe(false);
  expect(existsSync(join(second.folder, 'ignored'))).toBe(false);
  expect(answers).toHaveLength(1);
  expect(answers[0]).toMatchObject({
    when: { role: 'converge.implementer', attempt: 1 },
    times: 1,
    raw: true,
    reply: 'did it',
    usage: { ...spent.usage, costUsd: 0.25 },
  });
  expect(answers[0]?.steps).toContainEqual({ delete: 'old' });
  expect(answers[0]?.steps).toContainEqual({ unlink: 'link' });
  expect(answers[0]?.steps).toContainEqual({ link: { path: 'moves', to: '../outside' } });
  expect(answers[0]?.steps).toContainEqual({ write: { path: 'bytes.bin', base64: 'AP8B/g==' } });
  expect(answers[0]?.steps).toContainEqual({ write: { path: 'was.sh', mode: '644', text: 'echo' } });
});

test('a link to itself may replace a folder', async () => {
  const { first, second, outcome, again } = await recordAndReplay(
    (root) => put(root, 'b/c', 'x'),
    async (cwd) => {
      rmSync(join(cwd, 'b'), { recursive: true });
      await symlink('b/c', join(cwd, 'b'));
    },
  );
  expect([outcome.ok, again.ok]).toEqual([true, true]);
  expect(await second.tree()).toBe(await first.tree());
});

/** Few names, so that files, folders and links replace each other. */
const name = fc.constantFrom('a', 'b', 'a/b', 'a/c', 'b/c', 'c/d/e');
const act = fc.oneof(
  fc.record({ is: fc.constant('write' as const), name, text: fc.string({ maxLength: 5 }), exec: fc.boolean() }),
  fc.record({ is: fc.constant('link' as const), name, to: fc.constantFrom('a', '../x', '/tmp', 'b/c') }),
  fc.record({ is: fc.constant('remove' as const), name }),
);
type Done = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** Removes everything in the way, including parents. */
function perform(folder: string, done: Done): void {
  const parts = done.name.split('/');
  for (let at = 1; at < parts.length; at++) {
    const above = join(folder, ...parts.slice(0, at));
    if (lstatSync(above, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(above);
  }
  rmSync(join(folder, done.name), { recursive: true, force: true });
  if (done.is === 'write') put(folder, done.name, done.text, done.exec ? 0o755 : 0o644);
  if (done.is !== 'link') return;
  mkdirSync(join(folder, done.name, '..'), { recursive: true });
  symlinkSync(done.to, join(folder, done.name));
}

const replyText = fc.oneof(
  fc.record({ outcome: fc.constant('ok'), text: fc.string({ unit: 'grapheme' }) }),
  fc.record({ outcome: fc.constant('ok'), text: fc.constant('{task}'), json: fc.jsonValue() }),
  fc.record({
    outcome: fc.constantFrom(...agentFailureKinds.filter((kind) => kind !== 'unscripted')),
    error: fc.record(
      { detail: fc.string(), status: fc.integer(), retryAfterMs: fc.nat() },
      { requiredKeys: ['detail'] },
    ),
  }),
);

test('replays any sequence of file changes and any reply', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 6 }),
      fc.array(act, { maxLength: 6 }),
      replyText,
      async (there, then, result) => {
        const doAll = (all: readonly Done[]) => (folder: string) => {
          for (const one of all) perform(folder, one);
        };
        const { first, second, outcome, again } = await recordAndReplay(doAll(there), doAll(then), result);
        expect(again).toEqual(outcome);
        expect(await second.tree()).toBe(await first.tree());
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);

describe('a failed call', () => {
  test('is recorded with its files, and fails the same way again', async () => {
    const error = { detail: 'try later', status: 429, retryAfterMs: 1500.2 };
    const failed = { outcome: 'rate_limit', error };
    const { first, second, answers, outcome, again } = await recordAndReplay(
      () => undefined,
      (cwd) => put(cwd, 'half.txt', 'half'),
      failed,
    );
    expect(answers[0]?.steps).toEqual([
      { write: { path: 'half.txt', text: 'half' } },
      { fail: { kind: 'rate_limit', retryAfterMs: 1501, detail: 'try later', status: 429 } },
    ]);
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'agent.rate-limit' } });
    expect(again).toMatchObject({ ok: false, failure: { code: 'agent.rate-limit', params: { status: 429 } } });
    expect(await second.tree()).toBe(await first.tree());
  });

  test('that exceeds a cost limit names the limit again', async () => {
    const failed = { outcome: 'budget', error: { detail: 'over', limit: 'capUsd', of: 1, spent: 2 } };
    const { outcome, again } = await recordAndReplay(
      () => undefined,
      () => undefined,
      failed,
    );
    expect(again).toEqual(outcome);
  });

  test('that wrote although it may only read fails again without writing', async () => {
    const lane = await createLane(scratch());
    const provider = providerThat((cwd) => put(cwd, 'sneaked.txt', 'x'), { outcome: 'ok', text: 'No findings.' });
    const { answers, outcome } = await record(lane, provider, 'converge.reviewer');
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'agent.unknown' } });
    expect(answers[0]?.steps).toEqual([{ fail: { kind: 'unknown', detail: expect.stringContaining('only read') } }]);
  });

  test('that was idle is recorded with the result of the watchdog', async () => {
    const lane = await createLane(scratch());
    const silent: Provider = {
      id: 'claude',
      async *run(_, signal): AsyncGenerator<AgentEvent> {
        yield { type: 'usage', usage: spent.usage, costUsd: 0.25 };
        if (!signal.aborted) await once(signal, 'abort');
      },
    };
    const { answers, outcome } = await record(lane, silent, 'converge.implementer', 50);
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'agent.timeout' } });
    expect(answers[0]?.steps).toMatchObject([{ fail: { kind: 'timeout' } }]);
    expect(answers[0]?.usage).toEqual({ ...spent.usage, costUsd: 0.25 });
  });

  test('without a scripted answer is not recorded, so that a replay fails the same way', async () => {
    const lane = await createLane(scratch());
    const empty = scriptedProvider({ script: { version: 1, answers: [], people: [] }, sha256: 's' });
    const { answers, outcome } = await record(lane, empty);
    expect([answers, outcome.ok]).toEqual([[], false]);
  });
});

test('the recording holds no local path: replies lose it before they are read, files are base64', async () => {
  const lane = await createLane(scratch());
  const { root, home } = lane.repo;
  const text = `- [high] ${lane.folder}/src/main.ts:1: wrong, as in ${root}/readme.md`;
  const act: Act = async (cwd) => {
    put(cwd, 'paths.txt', `${cwd}\n`);
    await symlink(join(cwd, 'src'), join(cwd, 'absolute'));
  };
  const { text: source, answers } = await record(lane, providerThat(act, { outcome: 'ok', text, json: { at: root } }));
  expect(answers[0]?.reply).toBe('- [high] src/main.ts:1: wrong, as in readme.md');
  expect(answers[0]?.json).toEqual({ at: '.' });
  expect(source).not.toContain(root);
  expect(source).not.toContain(home);
  const again = await createLane(scratch());
  await call(again, scriptedProvider(await readScript(join(root, '..', 'record.yaml'))));
  expect(readFileSync(join(again.folder, 'paths.txt'), 'utf8')).toBe(`${lane.folder}\n`);
  const reviewed = await createLane(scratch());
  const { outcome } = await record(
    reviewed,
    providerThat(() => undefined, { outcome: 'ok', text: `- [high] ${reviewed.folder}/a.ts:2: bad` }),
    'converge.reviewer',
  );
  expect(outcome).toMatchObject({ ok: true, value: [{ file: 'a.ts', line: 2 }] });
});

test('the recording holds no key, neither in files nor in their names', async () => {
  process.env['PLANTED_API_KEY'] = 'planted-4711-key';
  try {
    const lane = await createLane(scratch());
    const act: Act = (cwd) => {
      put(cwd, 'key.txt', 'it is planted-4711-key\n');
      put(cwd, 'planted-4711-key.bin', Buffer.from('\0planted-4711-key'));
    };
    const { text, answers } = await record(lane, providerThat(act, { outcome: 'ok', text: 'planted-4711-key' }));
    expect(text).not.toContain('planted-4711-key');
    const bytes = JSON.stringify(answers[0]?.steps).match(/"base64":"([^"]+)"/)?.[1] ?? '';
    expect(Buffer.from(bytes, 'base64').toString()).toBe('\0[redacted]');
    expect(answers[0]?.reply).toBe('[redacted]');
  } finally {
    delete process.env['PLANTED_API_KEY'];
  }
});

test('records the answers of users from the journal, without local paths and keys', async () => {
  const { root } = scratch();
  const file = join(root, '..', 'record.yaml');
  const recorder = await createRecorder({ file, repo: root, before: emptyRecord, family: [] });
  const effect = { kind: 'question', input: { code: 'passes', choices: [], params: {}, evidence: [], item: '0007' } };
  const value = { choice: 'stop', note: `see ${root}/notes.md`, by: 'ann', channel: 'command' };
  await recorder.catchUp([
    {
      run: 'r',
      entries: [
        { type: 'asked', atMs: 1, key: '0/answer', effect },
        { type: 'answered', atMs: 2, key: '0/answer', outcome: ok(value) },
      ],
    },
  ]);
  expect((await readRecord(file)).people).toEqual([
    { when: { header: 'Passes', item: '0007', nth: 1 }, choose: 'stop', note: 'see notes.md' },
  ]);
});

describe('when the run resumes', () => {
  const answer = (attempt: number, reply: string) => ({
    when: { role: 'converge.implementer', attempt },
    times: 1 as const,
    raw: true as const,
    reply,
  });
  const asked = (key: string, atMs: number, cwd = '.harness/worktrees/r'): Entry => ({
    type: 'asked',
    atMs,
    key,
    effect: { kind: 'agent', input: { role: 'converge.implementer', item: null, workplace: { cwd }, input: {} } },
  });
  const failed = (key: string, atMs: number): Entry => ({
    type: 'failed',
    atMs,
    key,
    againAtMs: 0,
    parks: false,
    spent,
    failure: { code: 'agent.network', params: {} },
  });

  test('keeps the recording and removes tries that are not in the journal', async () => {
    const { root } = scratch();
    const file = join(root, '..', 'record.yaml');
    const entries = [asked('1/x', 1), failed('1/x', 2), asked('2/x', 3)];
    const answers = [answer(1, 'first try'), answer(1, 'cut off'), answer(2, 'cut off too'), answer(3, 'never asked')];
    await createRecorder({ file, repo: root, before: { answers, people: [] }, family: [{ run: 'r', entries }] });
    expect((await readRecord(file)).answers).toEqual([answer(1, 'first try')]);
  });

  test('MO-28 each of several lanes of one feature keeps its own answers, whichever called first', async () => {
    const { root } = scratch();
    const file = join(root, '..', 'record.yaml');
    const inLane = (number: number, reply: string) => ({
      when: { role: 'converge.implementer', prompt: `/F-001-lane-${number}$` },
      times: 1 as const,
      raw: true as const,
      reply,
    });
    const entries = [asked('1/x', 1, '.harness/worktrees/F-001-lane-2'), failed('1/x', 2), asked('2/x', 3)];
    const answers = [inLane(1, 'cut off'), inLane(2, 'first try'), inLane(2, 'cut off too')];
    await createRecorder({ file, repo: root, before: { answers, people: [] }, family: [{ run: 'r', entries }] });
    expect((await readRecord(file)).answers).toEqual([inLane(2, 'first try')]);
  });
});
