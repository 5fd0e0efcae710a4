import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Params } from '@harness/core/codes';
import type { AgentInput } from '@harness/core/effects/agent';
import type { PerformContext } from '@harness/core/effects/performer';
import { type Failure, fail, ok } from '@harness/core/failure/failure';
import type { Entry } from '@harness/core/journal/journal';
import type { LiveEvent } from '@harness/core/journal/live';
import type { Role } from '@harness/core/role/role';
import { roles } from '@harness/core/workflows/loaded';
import { describe, expect, test, vi } from 'vitest';
import { writeArtifact } from '../artifact/store.ts';
import { startTimeOf } from '../process/process-identity.ts';
import type { OpenBox } from '../sandbox/box.ts';
import type { Canary } from '../sandbox/canary.ts';
import { testFolder } from '../test-folder.ts';
import type { AgentOptions } from './options.ts';
import { agentPerformer } from './performer.ts';
import type { AgentRequest, Provider } from './provider.ts';
import { scriptedProvider } from './scripted/provider.ts';
import { parseScript } from './scripted/script.ts';

const workplace = { cwd: '.', checkpoint: 'c0' };
const implementing: AgentInput = {
  role: 'converge.implementer',
  item: null,
  workplace,
  input: { task: 'Add a page', checks: [], repair: null },
};

const tightCanary: Canary = { write: 'denied', secret: 'hidden', process: 'gone' };
const emptyBox: OpenBox = { around: (command) => command, bringOut: async () => {}, close: async () => {} };

/** Adds a value to a list and returns it. */
function pushTo<T>(list: T[], value: T): T {
  list.push(value);
  return value;
}

/** An ended process stays in the process table for a moment. */
const isGone = (pid: number) => expect.poll(() => startTimeOf(pid), { timeout: 5_000 }).toBeUndefined();

interface World {
  readonly answers?: readonly unknown[];
  readonly provider?: Provider;
  readonly limits?: { wallMs: number; idleMs: number };
  readonly model?: string;
  readonly kept?: string | null;
  /** Files that differ after the call. */
  readonly changes?: readonly string[];
  readonly role?: Role<never, unknown>;
  /** Adds a box that passes its canary. */
  readonly isBoxed?: boolean;
  readonly sandbox?: AgentOptions['sandbox'];
  readonly asked?: readonly (readonly [run: string, key: string, call: AgentInput])[];
}

async function setUp({
  answers = [{ reply: 'made a page' }],
  limits = { wallMs: 9_000, idleMs: 9_000 },
  ...world
}: World = {}) {
  const repo = await testFolder();
  const runFolder = (run: string) => join(repo, 'runs', run);
  const requests: AgentRequest[] = [];
  const inner =
    world.provider ??
    scriptedProvider({ script: parseScript(JSON.stringify({ version: 1, answers }), 'x.json'), sha256: 's' });
  const journal: Entry[] = (world.asked ?? [['r', '0/change', implementing]]).map(([, key, input], atMs) => ({
    type: 'asked',
    atMs,
    key,
    effect: { kind: 'agent', input },
  }));
  const [restored, undone]: [unknown[], unknown[]] = [[], []];
  const provider: Provider = {
    id: inner.id,
    run: (request, signal) => inner.run(pushTo(requests, request), signal),
  };
  const performer = agentPerformer({
    agentFor: () => ({ provider, model: world.model, insists: false, limits }),
    roles: world.role ? { [world.role.id]: world.role } : roles,
    sandbox: world.sandbox,
    repo,
    runFolder,
    family: async () => [{ run: 'r', entries: journal }],
    ...(world.isBoxed ? { sandbox: { canary: tightCanary, forAgent: async () => emptyBox } } : {}),
    look: async () => ({
      changes: async () => world.changes ?? [],
      undo: async (...given) => {
        undone.push(given);
        return ok(world.kept ?? null);
      },
    }),
    restore: async (...given) => {
      restored.push(given);
      return ok(world.kept ?? null);
    },
  });
  const notes: (readonly [code: string, params: Params])[] = [];
  const live: LiveEvent[] = [];
  const perform = (input: AgentInput = implementing, more: Partial<PerformContext<AbortSignal>> = {}) =>
    performer.perform(input, {
      run: 'r',
      key: '0/change',
      interrupted: false,
      earlier: undefined,
      signal: new AbortController().signal,
      allowances: () => [],
      note: async (code, params) => {
        notes.push([code, params]);
        journal.push({ type: 'noted', atMs: journal.length, key: '0/change', code, params });
      },
      report: (event) => live.push(event),
      ...more,
    });
  return { repo, runFolder, perform, requests, notes, live, restored, undone };
}

test('reads the answer by its role, keeps it as an artifact, and reports the cost', async () => {
  const { perform, notes, live, runFolder } = await setUp({
    answers: [{ reply: 'x\nmade a page', usage: { output: 5, costUsd: 0.2 } }],
  });
  expect(await perform()).toEqual({
    outcome: ok('made a page'),
    spent: { usage: { input: 0, output: 5, cacheRead: 0, cacheWrite: 0 }, costUsd: 0.2 },
  });
  expect(notes).toEqual([
    ['agent.started', { provider: 'scripted', model: '', script: 's', answer: expect.any(String) }],
  ]);
  expect(live).toContainEqual({ type: 'text', text: 'x\nmade a page' });
  expect(await readFile(join(runFolder('r'), 'artifacts/0-change.1.reply.txt'), 'utf8')).toBe('x\nmade a page');
});

test('puts the stable part first and derives the variables from the plain fields of the input', async () => {
  const { perform, requests, repo } = await setUp();
  await perform({ ...implementing, item: 'F-001', workplace: { cwd: 'lane', checkpoint: 'c' } });
  expect(requests[0]?.stable).toMatch(/^Role: converge\.implementer\n\nImplement one task/);
  expect(requests[0]?.prompt).toContain('Add a page');
  expect(requests[0]).toMatchObject({ mode: 'exec', cwd: join(repo, 'lane'), mark: `r/0/change@${repo}` });
  expect(requests[0]?.variables).toEqual({ task: 'Add a page', item: 'F-001', attempt: '1', cwd: join(repo, 'lane') });
});

test('a script fills in every field of the input by its name, whatever the role calls it', async () => {
  const input = {
    session_dir: '.harness/sessions/s/',
    handoff_path: '.harness/sessions/s/handoff.json',
    scratchpad: '.harness/sessions/s/scratchpad/2/',
    phase: 2,
    phase_name: 'Cart $& total',
    issue: 'MB-7',
    workspace: '/work/MB-7',
  };
  const reply = Object.keys(input)
    .map((name) => `{${name}}`)
    .join(' ');
  const { perform, runFolder } = await setUp({ role: reading, answers: [{ reply }] });
  await perform({ ...implementing, role: 'x.reader', input });
  const text = await readFile(join(runFolder('r'), 'artifacts/0-change.1.reply.txt'), 'utf8');
  expect(text).toBe(Object.values(input).join(' '));
});

test('truncates the middle of a long artifact in the prompt', async () => {
  const reviewing = (diff: unknown) => ({ ...implementing, role: 'converge.reviewer', input: { task: 't', diff } });
  const { perform, requests, runFolder } = await setUp({ answers: [{ reply: 'No findings.' }] });
  const diff = await writeArtifact(runFolder('r'), 'diff', `first${'x'.repeat(300_000)}last`);
  expect(await perform(reviewing(diff))).toMatchObject({ outcome: ok([]) });
  expect(requests[0]?.prompt).toMatch(/first[\s\S]*\[… 100009 bytes left out …\][\s\S]*last/);
});

test('counts attempts by the calls that the workflow asked for', async () => {
  const asked = [['r', '0/change', implementing] as const, ['r', '4/change', implementing] as const];
  const { perform, requests } = await setUp({ asked });
  await perform(implementing, { key: '4/change' });
  await perform(implementing, { key: '0/change' });
  expect(requests.map(({ attempt }) => attempt)).toEqual([2, 1]);
});

test('an unreadable reply fails with the code of its role and keeps its cost', async () => {
  const reviewing = {
    ...implementing,
    role: 'converge.reviewer',
    input: { task: 't', diff: { path: 'artifacts/d', sha256: '', bytes: 0 } },
  };
  const { perform, runFolder } = await setUp({
    answers: [{ reply: '\0garbage\ufffd', usage: { input: 3 } }],
    asked: [['r', '0/change', reviewing]],
  });
  reviewing.input.diff = await writeArtifact(runFolder('r'), 'd', 'diff');
  expect(await perform(reviewing)).toMatchObject({
    outcome: fail('agent.schema', { reason: 'no-verdict', role: 'converge.reviewer', attempt: 1 }),
    spent: { usage: { input: 3 } },
  });
});

test('the repair turn states the problem and leaves the folder unchanged', async () => {
  const { perform, requests, restored } = await setUp();
  await perform(implementing, { earlier: { code: 'agent.schema', params: { reason: 'no-verdict' } } });
  expect(requests[0]?.prompt).toMatch(
    /could not be read: it contains no verdict\.\nFollow the instructions above, and answer again in exactly the required form\.$/,
  );
  expect(restored).toEqual([]);
});

const crash: Failure = { code: 'agent.crash', params: {} };
test.each([
  ['was interrupted', { interrupted: true }],
  ['failed', { earlier: crash }],
  [
    'was interrupted in its repair turn',
    { interrupted: true, earlier: { code: 'agent.schema', params: {} } as Failure },
  ],
  ['found leftovers of a check in its folder', {}],
])('a try that %s is undone before the next, and its changes are kept', async (_, more) => {
  const { perform, restored, notes } = await setUp({ kept: 'refs/harness/kept/r/1' });
  await perform(implementing, more);
  expect(restored).toEqual([[workplace, { run: 'r', key: '0/change' }]]);
  expect(notes[0]).toEqual(['work.kept', { ref: 'refs/harness/kept/r/1' }]);
});

const reading: Role<never, unknown> = {
  id: 'x.reader',
  mode: 'review',
  instructions: '',
  prompt: () => '',
  read: ok,
  samples: [],
};

test('a read-only role that changed files fails; its changes are kept and undone', async () => {
  const calls = { ...implementing, role: 'x.reader' };
  const changed = await setUp({ role: reading, kept: 'refs/harness/kept/r/1', changes: ['a.ts', 'b.ts'] });
  const { outcome, spent } = await changed.perform(calls);
  expect(outcome).toMatchObject({
    failure: { code: 'agent.unknown', params: { role: 'x.reader', detail: expect.stringContaining('a.ts, b.ts') } },
  });
  expect(spent).toBeDefined();
  expect(changed.undone).toEqual([[['a.ts', 'b.ts'], { run: 'r', key: '0/change' }]]);
  expect(changed.notes).toContainEqual(['work.kept', { ref: 'refs/harness/kept/r/1' }]);

  const same = await setUp({ role: reading });
  expect((await same.perform(calls)).outcome.ok).toBe(true);
  expect(same.undone).toEqual([]);
});

test("in a box it takes no snapshot of the user's checkout: changes there are the user's own", async () => {
  const call = { ...implementing, role: 'x.reader' };
  const inCheckout = await setUp({ role: reading, changes: ['mine.ts'], isBoxed: true });
  expect((await inCheckout.perform(call)).outcome.ok).toBe(true);
  expect(inCheckout.undone).toEqual([]);

  const inLane = await setUp({ role: reading, changes: ['a.ts'], isBoxed: true });
  const lane = { cwd: 'lane', checkpoint: 'c0' };
  expect((await inLane.perform({ ...call, workplace: lane })).outcome.ok).toBe(false);
  expect(inLane.undone).toHaveLength(1);
});

test('a file that another read-only role may write is not counted as a change of this one', async () => {
  const writing = { ...reading, output: { path: () => 'report.md', whenMissing: 'leave-missing' as const } };
  const { perform, undone } = await setUp({ role: writing, changes: ['report.md'] });
  expect((await perform({ ...implementing, role: 'x.reader' })).outcome.ok).toBe(true);
  expect(undone).toEqual([]);
});

test('a path that an earlier call was allowed to write is not allowed to a later one', async () => {
  const named = { ...reading, writes: ({ to }: { to: string }) => [to] } as unknown as Role<never, unknown>;
  const { perform, undone } = await setUp({ role: named, changes: ['plan.md'] });
  const call = (to: string) => perform({ ...implementing, role: 'x.reader', input: { to } });
  expect((await call('plan.md')).outcome.ok).toBe(true);
  expect((await call('review.json')).outcome).toMatchObject({ ok: false, failure: { code: 'agent.unknown' } });
  expect(undone).toHaveLength(1);
});

test('a link that an agent leaves at a named path is removed and reported', async () => {
  const named = { ...reading, mode: 'exec', writes: () => ['notes/'] } as unknown as Role<never, unknown>;
  const answers = [{ steps: [{ link: { path: 'notes/out', to: '/etc' } }], reply: 'made a page' }];
  const { perform, repo, notes, live } = await setUp({ role: named, answers });
  expect((await perform({ ...implementing, role: 'x.reader' })).outcome.ok).toBe(true);
  expect(readdirSync(join(repo, 'notes'))).toEqual([]);
  expect(notes).toContainEqual(['agent.denied', { path: 'notes/out', step: 'write', why: 'link' }]);
  expect(live).toContainEqual({ type: 'denied', tool: 'write', path: 'notes/out' });
});

test('a link where the output of a role belongs fails the call; the agent is not asked', async () => {
  const writing = { ...reading, output: { path: () => 'report.md', whenMissing: 'leave-missing' as const } };
  const { perform, repo, requests } = await setUp({ role: writing });
  symlinkSync('elsewhere.md', join(repo, 'report.md'));
  const { outcome } = await perform({ ...implementing, role: 'x.reader' });
  expect(outcome).toEqual(fail('path.outside', { path: 'report.md' }));
  expect(requests).toEqual([]);
});

test('writes no note for an unchanged folder and does not restore for a read-only role', async () => {
  const unchanged = await setUp({ kept: null });
  await unchanged.perform(implementing, { earlier: crash });
  expect(unchanged.notes.map(([code]) => code)).toEqual(['agent.started']);
  const reader = await setUp({ role: reading, kept: 'refs/x' });
  await reader.perform({ ...implementing, role: 'x.reader' }, { earlier: crash });
  expect(reader.restored).toEqual([]);
});

test('a failure has its code and all known parameters', async () => {
  const { perform } = await setUp({
    answers: [{ steps: [{ fail: { kind: 'rate_limit', retryAfterMs: 200, status: 429, detail: 'slow down' } }] }],
  });
  const { outcome } = await perform({ ...implementing, item: 'F-001' });
  const params = {
    role: 'converge.implementer',
    item: 'F-001',
    attempt: 1,
    detail: 'slow down',
    status: 429,
    retryAfterMs: 200,
  };
  expect(outcome).toEqual(fail('agent.rate-limit', params));
});

test('a call without a scripted answer fails as unscripted and never starts', async () => {
  const { perform, notes } = await setUp({ answers: [] });
  const { outcome } = await perform();
  expect(outcome).toMatchObject({
    failure: { code: 'agent.unscripted', params: { detail: expect.stringContaining('converge.implementer') } },
  });
  expect(notes).toEqual([]);
});

test('the idle watchdog ends a hanging agent with its processes and reports the cost', async () => {
  const steps = [{ run: 'sleep 20 & echo $! > pid' }, { hang: true }];
  const { perform, repo } = await setUp({
    answers: [{ steps, usage: { output: 2, costUsd: 1 } }],
    limits: { wallMs: 9_000, idleMs: 400 },
  });
  const { outcome, spent } = await perform();
  expect(outcome).toMatchObject({
    failure: { code: 'agent.timeout', params: { detail: expect.stringContaining('idle limit') } },
  });
  expect(spent).toMatchObject({ usage: { output: 2 }, costUsd: 1 });
  await isGone(Number(await readFile(join(repo, 'pid'), 'utf8')));
});

test('ends the background processes of a command with the call', async () => {
  const { perform, repo, notes } = await setUp({
    answers: [{ steps: [{ run: 'setsid sleep 20 & echo $! > pid' }], reply: 'x' }],
  });
  expect(await perform()).toMatchObject({ outcome: { ok: true } });
  expect(notes.map(([code]) => code)).toEqual(['agent.started', 'process.started']);
  await isGone(Number(await readFile(join(repo, 'pid'), 'utf8')));
});

test('an exception of a provider is a failure and does not end the run', async () => {
  const provider: Provider = {
    id: 'broken',
    run() {
      throw new Error('no such binary');
    },
  };
  expect((await (await setUp({ provider })).perform()).outcome).toMatchObject({
    failure: { code: 'agent.unknown', params: { detail: 'no such binary' } },
  });
});

test('a cancelled call has no outcome and all its processes end', async () => {
  const { perform, repo } = await setUp({ answers: [{ steps: [{ run: 'echo $$ > part; mv part pid; sleep 20' }] }] });
  const stop = new AbortController();
  void vi
    .waitUntil(() => existsSync(join(repo, 'pid')), { timeout: 30_000 })
    .then(() => stop.abort(new Error('a person said stop')));
  await expect(perform(implementing, { signal: stop.signal })).rejects.toThrow('a person said stop');
  await isGone(Number(await readFile(join(repo, 'pid'), 'utf8')));
});

test('records the cost of a call that is cancelled while its answer is stored', async () => {
  const stop = new AbortController();
  const usage = { input: 3, output: 5, cacheRead: 0, cacheWrite: 0 };
  const role: Role<never, unknown> = {
    id: 'x.talker',
    mode: 'complete',
    instructions: '',
    prompt: () => '',
    samples: [],
    read(reply) {
      stop.abort(new Error('a person said stop'));
      return ok(reply);
    },
  };
  const { perform, notes } = await setUp({ role, answers: [{ reply: 'x', usage: { ...usage, costUsd: 0.2 } }] });
  const call = { ...implementing, role: 'x.talker' };
  await expect(perform(call, { signal: stop.signal })).rejects.toThrow('a person said stop');
  expect(notes).toContainEqual(['agent.spent', { ...usage, costUsd: 0.2 }]);
});

test('starts a process only after its note is in the journal', async () => {
  const { perform, repo } = await setUp({ answers: [{ steps: [{ run: 'touch ran' }] }] });
  const note: PerformContext<AbortSignal>['note'] = async (code) => {
    if (code === 'process.started') throw new Error('deposed');
  };
  await expect(perform(implementing, { note })).rejects.toThrow('deposed');
  expect(await readdir(repo)).toEqual([]);
});

test('reads and keeps a huge reply whole, because the end may hold a blocking finding', async () => {
  const seen: string[] = [];
  const role: Role<never, unknown> = {
    id: 'x.talker',
    mode: 'complete',
    instructions: '',
    prompt: () => '',
    samples: [],
    read: ({ text }) => ok(pushTo(seen, text)),
  };
  const reply = `first${'x'.repeat(3_000_000)}last`;
  const { perform, runFolder } = await setUp({ role, answers: [{ reply }] });
  await perform({ ...implementing, role: 'x.talker' });
  expect(seen[0]).toBe(reply);
  expect(await readFile(join(runFolder('r'), 'artifacts/0-change.1.reply.txt'), 'utf8')).toBe(reply);
});

test('throws for an unknown role', async () => {
  const { perform } = await setUp();
  await expect(perform({ ...implementing, role: 'nobody' })).rejects.toThrow('No role nobody');
});

describe('a sandbox', () => {
  const held = { write: 'denied', secret: 'hidden', process: 'gone' } as const;

  test('G6 makes no call if the canary fails', async () => {
    const forAgent = () => Promise.reject(new Error('not opened'));
    const sandbox = { canary: { ...held, secret: 'visible' } as const, forAgent };
    const { perform, requests } = await setUp({ sandbox });
    const { outcome } = await perform();
    expect(outcome).toEqual(fail('sandbox.leaks', { ...held, secret: 'visible' }));
    expect(requests).toEqual([]);
  });

  test('reports denied hosts and copies written files out before the box closes', async () => {
    const done: string[] = [];
    const sandbox: AgentOptions['sandbox'] = {
      canary: held,
      async forAgent({ mode, onDenied }) {
        onDenied('example.com:443');
        return {
          around: (command) => command,
          bringOut: async () => void done.push(`out ${mode}`),
          close: async () => void done.push('closed'),
        };
      },
    };
    const { perform, requests, live } = await setUp({ sandbox });
    expect((await perform()).outcome.ok).toBe(true);
    expect([requests[0]?.box !== undefined, done]).toEqual([true, ['out exec', 'closed']]);
    expect(live).toContainEqual({ type: 'denied', tool: 'network', path: 'example.com:443' });
  });
});
