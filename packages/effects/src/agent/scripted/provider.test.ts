import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { describe, expect, test, vi } from 'vitest';
import { endOrphans } from '../../process/orphans.ts';
import { isAlive, startTimeOf } from '../../process/process-identity.ts';
import { testFolder } from '../../test-folder.ts';
import { type Behaviour, providerContract } from '../provider.contract.ts';
import type { AgentEvent, AgentRequest } from '../provider.ts';
import { scriptedProvider } from './provider.ts';
import { parseScript } from './script.ts';

const open = (answers: readonly unknown[]) =>
  scriptedProvider({ script: parseScript(JSON.stringify({ version: 1, answers }), 'x.json'), sha256: 'abc' });

const behaviours: Readonly<Record<Behaviour, unknown>> = {
  replies: { reply: 'hello', usage: { input: 10, output: 5, costUsd: 0.01 } },
  writes: { steps: [{ write: { path: 'made.txt', text: '' } }, { run: 'touch ran.txt' }] },
  fails: { steps: [{ fail: { kind: 'rate_limit', retryAfterMs: 200 } }] },
  hangs: { steps: [{ hang: true }] },
};

describe('a scripted provider', () => {
  providerContract(async (behaviour) => open([behaviours[behaviour]]));
});

const request = (cwd: string, more: Partial<AgentRequest> = {}): AgentRequest => ({
  role: 'mission.worker',
  item: 'F-001',
  attempt: 2,
  mode: 'exec',
  cwd,
  runFolder: cwd,
  family: [],
  mark: `test@${cwd}`,
  stable: 'Role: mission.worker',
  prompt: 'Do it.',
  variables: { item: 'F-001', attempt: '2', cwd },
  ...more,
});
const never = new AbortController().signal;
async function listen(events: AsyncIterable<AgentEvent>) {
  const heard: AgentEvent[] = [];
  for await (const event of events) heard.push(event);
  const last = heard.at(-1);
  const result = last?.type === 'result' ? last.result : undefined;
  return {
    heard,
    result,
    notes: heard.flatMap((event) => (event.type === 'noted' ? [[event.code, event.params]] : [])),
  };
}
async function play(steps: readonly unknown[], more: Partial<AgentRequest> = {}, answer: object = {}, signal = never) {
  const cwd = more.cwd ?? (await testFolder());
  const told = await listen(open([{ steps, reply: 'done', ...answer }]).run(request(cwd, more), signal));
  return { ...told, cwd, file: (name: string) => readFile(join(cwd, name), 'utf8') };
}

test.each(['exec', 'review'] as const)(
  'a role of mode %s writes its named paths, and no other below .harness',
  async (mode) => {
    const cwd = await testFolder();
    const place = {
      mode,
      cwd,
      runFolder: join(cwd, '.harness/runs/r'),
      writes: ['docs/plan.md', '.harness/s/', '.harness/a.json'],
    };
    const paths = [
      'docs/plan.md',
      '.harness/s/1/note.md',
      '.harness/a.json',
      '.harness/b.json',
      '.harness/s',
      '.harness/s/../x',
      '.git/x',
    ];
    const { notes } = await play(
      paths.map((path) => ({ write: { path, text: 'x' } })),
      place,
    );
    expect(notes.map(([, params]) => Object(params).path)).toEqual([
      '.harness/b.json',
      '.harness/s',
      '.harness/s/../x',
      '.git/x',
    ]);
    await rm(join(cwd, '.harness/s'), { recursive: true });
    await symlink('/tmp', join(cwd, '.harness/s'));
    const again = await play([{ write: { path: '.harness/s/1/note.md', text: 'x' } }], place);
    expect(again.notes).toEqual([['agent.denied', { path: '.harness/s/1/note.md', step: 'write', why: 'link' }]]);
  },
);

test('runs the steps in order in the working folder', async () => {
  const { file, cwd, notes, result } = await play([
    { write: { path: 'src/deep/a.js', text: 'one two one' } },
    { edit: { path: 'src/deep/a.js', find: 'one', replace: '$& 1' } },
    { run: 'cp src/deep/a.js b.js; mkdir c' },
    { write: { path: 'run.sh', text: '', mode: '755' } },
    { write: { path: 'bytes', base64: Buffer.from([0, 255]).toString('base64') } },
    { delete: 'src' },
  ]);
  expect(notes).toEqual([]);
  expect(result).toMatchObject({ outcome: 'ok', text: 'done' });
  expect(await file('b.js')).toBe('$& 1 two one');
  expect((await stat(join(cwd, 'run.sh'))).mode & 0o777).toBe(0o755);
  expect(await readFile(join(cwd, 'bytes'))).toEqual(Buffer.from([0, 255]));
  expect(existsSync(join(cwd, 'src'))).toBe(false);
});

test('replaces names in paths, texts, commands and replies; unknown names stay', async () => {
  const steps = [
    { write: { path: '{item}.txt', text: '{attempt} {nobody} {}' } },
    { run: 'echo {item} > "{cwd}/ran"' },
  ];
  const { file, result } = await play(steps, {}, { reply: 'WORKER {item}: {what}' });
  expect(await file('F-001.txt')).toBe('2 {nobody} {}');
  expect(await file('ran')).toBe('F-001\n');
  expect(result).toMatchObject({ text: 'WORKER F-001: {what}' });
});

test('accepts paths that start with the working folder', async () => {
  const { file } = await play([{ write: { path: '{cwd}/a', text: 'x' } }]);
  expect(await file('a')).toBe('x');
});

test('raw disables the replacement for a step or the whole answer', async () => {
  const step = { write: { path: 'a', text: '{item}', raw: true } };
  expect(await (await play([step, { write: { path: 'b', text: '{item}' } }])).file('a')).toBe('{item}');
  const { file, result } = await play([{ run: 'echo {item} > a' }], {}, { raw: true, reply: '{item}' });
  expect([await file('a'), result]).toEqual(['{item}\n', expect.objectContaining({ text: '{item}' })]);
});

describe('forbidden changes', () => {
  test.each([
    ['outside', '../out.txt'],
    ['outside', '/tmp/harness-outside.txt'],
    ['git', '.git/hooks/pre-commit'],
    ['git', 'sub/.GIT/config'],
    ['link', 'linked/out.txt'],
    ['link', 'dangling'],
  ])('%s: %s is denied and noted, and the answer continues', async (why, path) => {
    const outside = await testFolder();
    const cwd = join(outside, 'lane');
    await mkdir(cwd);
    await symlink(outside, join(cwd, 'linked'));
    await symlink(join(outside, 'out.txt'), join(cwd, 'dangling'));
    const steps = [{ write: { path, text: 'x' } }, { edit: { path, find: 'x', replace: 'y' } }, { delete: path }];
    const { notes, result } = await play([...steps, { write: { path: 'after', text: '' } }], { cwd });
    expect(notes).toEqual(['write', 'edit', 'delete'].map((step) => ['agent.denied', { path, step, why }]));
    expect(result?.outcome).toBe('ok');
    expect(existsSync(join(outside, 'out.txt'))).toBe(false);
    expect(existsSync(join(cwd, 'after'))).toBe(true);
  });

  test.each(['review', 'complete'] as const)('any change is denied in the mode %s', async (mode) => {
    const cwd = await testFolder();
    await writeFile(join(cwd, 'old'), 'x');
    const steps = [
      { write: { path: 'a', text: '' } },
      { edit: { path: 'old', find: 'x', replace: '' } },
      { delete: 'old' },
      { run: 'rm old' },
    ];
    const { notes, file } = await play(steps, { mode, cwd });
    expect(notes.map(([code, params]) => [code, params])).toEqual([
      ['agent.denied', { path: 'a', step: 'write', why: 'read-only' }],
      ['agent.denied', { path: 'old', step: 'edit', why: 'read-only' }],
      ['agent.denied', { path: 'old', step: 'delete', why: 'read-only' }],
      ['agent.denied', { path: '.', step: 'run', why: 'read-only' }],
    ]);
    expect(await file('old')).toBe('x');
  });
});

test('skips and notes a step with nothing to act on', async () => {
  const { notes, result } = await play([
    { write: { path: 'a', text: 'x' } },
    { edit: { path: 'a', find: 'absent', replace: '' } },
    { edit: { path: 'none', find: 'x', replace: '' } },
    { delete: 'none' },
    { write: { path: 'a/below-a-file', text: '' } },
    { run: 'exit 3' },
    { run: 'kill -9 $$' },
  ]);
  expect(notes).toEqual([
    ['agent.step-failed', { step: 'edit', path: 'a', detail: 'the text was not found' }],
    ['agent.step-failed', { step: 'edit', path: 'none', detail: 'there is no such file' }],
    ['agent.step-failed', { step: 'delete', path: 'none', detail: 'there is no such file' }],
    ['agent.step-failed', { step: 'write', path: 'a/below-a-file', detail: expect.stringMatching(/^E/) }],
    ['agent.step-failed', { step: 'run', exitCode: 3 }],
    ['agent.step-failed', { step: 'run', exitCode: 'SIGKILL' }],
  ]);
  expect(result?.outcome).toBe('ok');
});

test('a failure ends the answer with its kind, retry-after time and usage', async () => {
  const usage = { input: 7, costUsd: 0.5 };
  const steps = [{ fail: { kind: 'rate_limit', retryAfterMs: 200 } }, { write: { path: 'after', text: '' } }];
  const { result, cwd } = await play(steps, {}, { usage });
  expect(result).toEqual({
    outcome: 'rate_limit',
    error: { detail: 'scripted: rate_limit', retryAfterMs: 200 },
    spent: { usage: { input: 7, output: 0, cacheRead: 0, cacheWrite: 0 }, costUsd: 0.5 },
  });
  expect(existsSync(join(cwd, 'after'))).toBe(false);
});

test('a role with a schema gets the scripted JSON', async () => {
  expect((await play([], {}, { json: { features: [] } })).result).toMatchObject({ json: { features: [] } });
});

test('a call without an answer fails before it starts, and names role, item and attempt', async () => {
  const { heard } = await listen(open([{ when: { role: 'other' } }]).run(request('/tmp'), never));
  expect(heard).toEqual([
    {
      type: 'result',
      result: expect.objectContaining({
        outcome: 'unscripted',
        error: { detail: expect.stringMatching(/mission\.worker.*F-001.*2/) },
      }),
    },
  ]);
});

test('`started` names the script and the answer', async () => {
  const { heard } = await listen(open([{ when: { role: 'other' } }, {}]).run(request('/tmp'), never));
  expect(heard[0]).toEqual({
    type: 'started',
    params: { provider: 'scripted', model: '', script: 'abc', answer: expect.stringMatching(/^[0-9a-f]{12}$/) },
  });
});

describe('a command', () => {
  test('is reported before it runs', async () => {
    const cwd = await testFolder();
    const seen: boolean[] = [];
    for await (const event of open([{ steps: [{ run: 'touch ran' }] }]).run(request(cwd), never))
      if (event.type === 'process') {
        await new Promise((resolve) => setTimeout(resolve, 50));
        seen.push(existsSync(join(cwd, 'ran')));
      }
    expect([seen, existsSync(join(cwd, 'ran'))]).toEqual([[false], true]);
  });

  test('never runs if the caller stops reading after its report', async () => {
    const cwd = await testFolder();
    let name = { pid: 0, startedAt: '' };
    for await (const event of open([{ steps: [{ run: 'touch ran' }] }]).run(request(cwd), never))
      if (event.type === 'process') {
        name = event;
        break;
      }
    expect([existsSync(join(cwd, 'ran')), isAlive(name)]).toEqual([false, false]);
  });

  test('ends with all its processes when the call is aborted', async () => {
    const stop = new AbortController();
    const steps = [{ run: 'sleep 20 & echo $! > a; setsid sh -c "echo \\$\\$ > c; mv c b; exec sleep 20" & sleep 20' }];
    const cwd = await testFolder();
    void vi.waitUntil(() => existsSync(join(cwd, 'b')), { timeout: 30_000 }).then(() => stop.abort());
    const { result, file } = await play(steps, { cwd }, {}, stop.signal);
    expect(result?.outcome).toBe('aborted');
    expect([startTimeOf(Number(await file('a'))), startTimeOf(Number(await file('b')))]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('may leave a background process for later steps, until the call ends', async () => {
    const { file, cwd, notes } = await play([{ run: 'sleep 20 & echo $! > pid' }, { run: 'kill -0 $(cat pid)' }]);
    expect(notes).toEqual([]);
    await endOrphans(`test@${cwd}`, []);
    expect(startTimeOf(Number(await file('pid')))).toBeUndefined();
  });
});

describe('times', () => {
  const once = [
    { times: 1, reply: 'first' },
    { times: 1, reply: 'second' },
  ];
  const ask = async (provider: ReturnType<typeof open>, family: readonly RunJournal[]) =>
    (await listen(provider.run(request('/tmp', { family }), never))).result;
  /** The notes of an earlier process that used these answers of this script. */
  const noted = async (script: readonly object[], ...answers: readonly number[]): Promise<readonly Entry[]> => {
    const said = await Promise.all(
      answers.map(async (at) => {
        const only = script.map((answer, n) => (n === at ? answer : { ...answer, when: { role: 'nobody' } }));
        return (await listen(open(only).run(request('/tmp'), never))).heard[0];
      }),
    );
    return said.map((event) => ({
      type: 'noted',
      atMs: 0,
      key: 'k',
      code: 'agent.started',
      params: event?.type === 'started' ? event.params : {},
    }));
  };

  test('counts uses, and then the next answer matches', async () => {
    const provider = open(once);
    const family = [{ run: 'r', entries: [] }];
    const outcomes = [await ask(provider, family), await ask(provider, family), await ask(provider, family)];
    expect(outcomes).toMatchObject([{ text: 'first' }, { text: 'second' }, { outcome: 'unscripted' }]);
  });

  test('counts uses before a restart, also in a child run', async () => {
    const family = [
      { run: 'r', entries: await noted(once, 0) },
      { run: 'r.1.lane', entries: await noted(once, 1) },
    ];
    expect(await ask(open(once), family)).toMatchObject({ outcome: 'unscripted' });
  });

  test('keeps counting if other answers of the script were edited', async () => {
    const family = [{ run: 'r', entries: await noted(once, 0) }];
    const edited = [{ when: { role: 'new' }, reply: 'new' }, ...once];
    expect(await ask(open(edited), family)).toMatchObject({ text: 'second' });
  });

  test('counts a use once, although it is in memory and in the journal', async () => {
    const provider = open([{ times: 2 }]);
    await ask(provider, [{ run: 'r', entries: [] }]);
    const family = [{ run: 'r', entries: await noted([{ times: 2 }], 0) }];
    expect([await ask(provider, family), await ask(provider, family)]).toMatchObject([
      { outcome: 'ok' },
      { outcome: 'unscripted' },
    ]);
  });

  test('two concurrent calls do not take the same last use', async () => {
    const provider = open(once);
    const family = [{ run: 'r', entries: [] }];
    const answers = await Promise.all([ask(provider, family), ask(provider, family), ask(provider, family)]);
    expect(answers.map((answer) => (answer?.outcome === 'ok' ? answer.text : answer?.outcome)).sort()).toEqual([
      'first',
      'second',
      'unscripted',
    ]);
  });

  test('counts per run', async () => {
    const provider = open([{ times: 1 }]);
    await ask(provider, [{ run: 'r', entries: [] }]);
    expect(await ask(provider, [{ run: 's', entries: [] }])).toMatchObject({ outcome: 'ok' });
  });
});
