/** Runs the command with a scripted agent of the Agent Client Protocol, as a real process. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeOf } from '@harness/effects/process/process-identity';
import type { Answer, Script } from '@harness/effects/testing/acp-agent/script';
import { type ScriptedAgent, scriptedAgent } from '@harness/effects/testing/acp-agent/start';
import { describeBoxed } from '@harness/effects/testing/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { type Repository, repository, until } from '../testing/command.ts';

const key = 'planted-key-4711-4711';

/** Creates its script and its log outside the repository. */
function agentFor(script: Script): ScriptedAgent {
  const folder = mkdtempSync(join(tmpdir(), 'harness-agent-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return scriptedAgent(folder, script);
}

interface Configured {
  readonly agent?: Readonly<Record<string, unknown>>;
  readonly [section: string]: unknown;
}

/** Without the sandbox, which would hide the agent's log, unless a test is about the sandbox. */
function configure(repo: Repository, { command }: ScriptedAgent, { agent, ...more }: Configured = {}): void {
  const acp = { command, modes: { exec: 'work', review: 'look' }, env: ['SCRIPTED_KEY'] };
  const config = { sandbox: 'off', agent: { provider: 'acp', acp, ...agent }, ...more };
  repo.write('repo/harness.config.json', JSON.stringify(config));
}

const usage = { totalTokens: 135, inputTokens: 100, outputTokens: 5, cachedReadTokens: 20, cachedWriteTokens: 10 };
const rewriting = (text: string): Answer['steps'] => [
  { run: `echo '${text}' > greeting.txt` },
  { cost: 0.5 },
  { say: 'repaired' },
];

const greeting: readonly Answer[] = [
  { role: 'converge.implementer', prompt: 'the review found', steps: rewriting('hello!'), usage },
  { role: 'converge.implementer', prompt: 'failures of these commands', steps: rewriting('hello'), usage },
  {
    role: 'converge.implementer',
    steps: [{ write: 'greeting.txt', text: 'helo\n' }, { cost: 0.25 }, { say: 'wrote greeting.txt' }],
    usage,
  },
  { role: 'converge.reviewer', prompt: '^\\+hello!$', steps: [{ say: ['No find', 'ings.'] }], usage },
  { role: 'converge.reviewer', steps: [{ say: '- [high] greeting.txt:1: it is not enthusiastic' }], usage },
];

interface Shown {
  readonly id: string;
  readonly costUsd: number;
  readonly tokens: Readonly<Record<string, number>>;
  readonly calls: readonly { role: string; provider: string; resumed?: boolean; outcome: string }[];
  readonly findings: readonly { status: string }[];
}

const converge = ['converge', 'Greet', '--check'];

/** Files of the repository, runs and lanes included, that contain the text. */
const holding = (repo: Repository, text: string) =>
  readdirSync(repo.path, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));

test('a red check, a blocking finding, a fix and a clean review over the protocol end in a commit', async () => {
  const repo = repository();
  const agent = agentFor({ answers: greeting, modes: ['ask', 'look', 'work'] });
  configure(repo, agent);
  const done = await repo.start([...converge, 'grep -q hello greeting.txt'], { SCRIPTED_KEY: key }).finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', 'harness/greet:greeting.txt')).toBe('hello!');

  const shown = await repo.json<Shown>('show', await repo.newest());
  const roles = shown.calls.map(({ role }) => role.replace('converge.', ''));
  expect(roles).toEqual(['implementer', 'implementer', 'reviewer', 'implementer', 'reviewer']);
  expect(shown.calls.every(({ provider, outcome }) => provider === 'acp' && outcome === 'ok')).toBe(true);
  expect(shown.findings.map(({ status }) => status)).toEqual(['fixed']);
  expect(shown.calls.map(({ resumed }) => resumed)).toEqual([undefined, true, undefined, true, undefined]);
  expect(agent.asked('session/load')).toHaveLength(2);
  const modes = agent.asked('session/set_mode').map((asked) => (asked as { modeId: string }).modeId);
  expect(modes).toEqual(['work', 'work', 'look', 'work', 'look']);

  expect(shown.tokens).toMatchObject({ input: 500, output: 25, cacheRead: 100, cacheWrite: 50 });
  expect(shown.costUsd).toBe(0.5); // a session reports its total cost; earlier amounts are not counted twice
  expect(existsSync(join(repo.path, '.harness', 'runs', shown.id, 'agents'))).toBe(false);
  const started = agent.log().flatMap((line) => (line.is === 'started' ? [line.env] : []));
  expect(started.map((env) => env['SCRIPTED_KEY'])).toEqual(started.map(() => key));
  expect(holding(repo, key)).toEqual([]);
});

test('a reviewer that writes without permission fails, and its change is undone', async () => {
  const repo = repository();
  const agent = agentFor({
    answers: [
      { role: 'converge.implementer', steps: [{ write: 'greeting.txt', text: 'hello\n' }, { say: 'wrote it' }] },
      {
        role: 'converge.reviewer',
        steps: [
          { write: 'greeting.txt', text: 'mine\n', ask: false },
          { run: 'touch planted.txt', ask: false },
          { say: 'No findings.' },
        ],
      },
    ],
  });
  configure(repo, agent, { agent: { retry: { calls: 0 } } });
  const failed = await repo.start([...converge, 'true']).finished;
  expect(failed.exitCode, `${failed.stdout}${failed.stderr}`).toBe(1);
  expect(`${failed.stdout}${failed.stderr}`).toMatch(/greeting\.txt, planted\.txt\. They were restored/);
  const lane = readdirSync(repo.path, { recursive: true, encoding: 'utf8' });
  expect(lane.filter((path) => path.endsWith('planted.txt'))).toEqual([]);
  const kept = repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept').split('\n');
  const trees = kept.map((ref) => repo.git('ls-tree', '-r', '--name-only', ref));
  expect(trees.some((names) => names.includes('planted.txt'))).toBe(true);
});

describeBoxed('in the sandbox', () => {
  test('an agent works in its lane, and a reviewer cannot change anything', async () => {
    const repo = repository();
    const folder = join(repo.path, 'agent');
    mkdirSync(folder);
    const touching = { run: 'touch planted.txt greeting.txt || true', ask: false };
    const answers: readonly Answer[] = [
      { role: 'converge.implementer', steps: [{ write: 'greeting.txt', text: 'hello\n' }, { say: 'wrote it' }] },
      { role: 'converge.reviewer', steps: [touching, { say: 'No findings.' }] },
    ];
    configure(repo, scriptedAgent(folder, { answers }, '/tmp/agent.log'), { sandbox: 'required' });
    const done = await repo.start([...converge, 'grep -q hello greeting.txt']).finished;
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(repo.git('ls-tree', '--name-only', 'harness/greet')).not.toContain('planted.txt');
    expect(repo.git('show', 'harness/greet:greeting.txt')).toBe('hello');
    expect(existsSync('/tmp/agent.log')).toBe(false);
  });

  test('a reviewer in its closed network connects to no socket below the checkout', async () => {
    const repo = repository();
    const folder = join(repo.path, 'agent');
    mkdirSync(folder);
    const heard: string[] = [];
    const path = join(repo.path, 'server.sock');
    const server = createServer((socket) => socket.on('data', (data) => heard.push(String(data)))).listen(path);
    onTestFinished(() => void server.close());
    const saying = (word: string) => ({
      run: `node -e "require('net').connect('${path}').on('error', () => {}).end('${word}')"`,
      ask: false,
    });
    const answers: readonly Answer[] = [
      { role: 'converge.implementer', steps: [{ write: 'a.txt', text: 'a\n' }, saying('worker'), { say: 'wrote it' }] },
      { role: 'converge.reviewer', steps: [saying('reviewer'), { say: 'No findings.' }] },
    ];
    configure(repo, scriptedAgent(folder, { answers }, '/tmp/agent.log'), { sandbox: 'required' });
    const done = await repo.start([...converge, 'true']).finished;
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(heard).toEqual(['worker']); // its network is open, so the socket can be reached
  });
});

test('one role uses another agent than the other roles', async () => {
  const repo = repository();
  const [worker, judge] = [
    agentFor({ answers: [{ steps: [{ write: 'greeting.txt', text: 'hello\n' }, { say: 'wrote it' }] }] }),
    agentFor({ answers: [{ role: 'converge.reviewer', steps: [{ say: 'No findings.' }] }] }),
  ];
  configure(repo, worker, { roles: { 'converge.reviewer': { acp: { command: judge.command } } } });
  const done = await repo.start([...converge, 'true']).finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect([worker, judge].map((agent) => agent.asked('session/prompt').length)).toEqual([1, 1]);
});

test('Ctrl-C cancels the agent and ends it with the command; a resume calls the same agent again', async () => {
  const repo = repository();
  const agent = agentFor({
    answers: [{ role: 'converge.implementer', prompt: 'Greet', steps: [{ say: 'a beginning' }, { hang: true }] }],
  });
  configure(repo, agent);
  const running = repo.start([...converge, 'true']);
  await until(() => agent.asked('session/prompt')[0]);
  running.child.kill('SIGINT');
  expect((await running.finished).exitCode).toBe(130);
  expect(agent.asked('session/cancel')).toHaveLength(1);
  const pids = agent.log().flatMap((line) => (line.is === 'started' ? [line.pid] : []));
  expect(pids.filter((pid) => startTimeOf(pid) !== undefined)).toEqual([]);

  repo.write('repo/harness.config.json', JSON.stringify({ agent: { provider: 'claude' } }));
  const again = repo.start(['resume']);
  await until(() => agent.asked('session/prompt')[1]);
  again.child.kill('SIGINT');
  expect((await again.finished).exitCode).toBe(130);
});

test.each([
  ['an agent that is not installed', ['--acp', 'gemini'], /npm install --global @google\/gemini-cli/],
  ['a missing agent name', ['--provider', 'acp'], /agent\.acp.*\n.*--acp/],
  ['an unknown agent', ['--acp', 'nobody'], /claude-agent-acp, codex-acp, gemini, opencode/],
])('%s is refused before a run starts', async (_, flags, sentence) => {
  const repo = repository();
  const environment = { PATH: '/usr/bin:/bin', HOME: repo.path };
  const refused = await repo.start([...converge, 'true', ...flags], environment).finished;
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringMatching(sentence)]);
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
});

test('an agent without key and login is refused before a run starts, with the command that logs in', async () => {
  const repo = repository();
  const program = repo.write('bin/opencode', '#!/bin/sh\n');
  chmodSync(program, 0o755);
  const environment = { PATH: `${join(repo.path, '..', 'bin')}:/usr/bin:/bin`, HOME: repo.path };
  const refused = await repo.start([...converge, 'true', '--acp', 'opencode'], environment).finished;
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('OPENROUTER_API_KEY');
  expect(refused.stderr).toContain('opencode auth login');
});

test('doctor prints the configured agent', async () => {
  const repo = repository();
  configure(repo, agentFor({ answers: [] }));
  const { checks } = await repo.json<{ checks: { id: string; ok: boolean; detail: string }[] }>('doctor');
  expect(checks.find(({ id }) => id === 'provider.acp')).toMatchObject({
    ok: true,
    detail: expect.stringContaining('node'),
  });
});
