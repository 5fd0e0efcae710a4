/** The command with the real program of the provider, and a model on loopback that says what is scripted. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@harness/effects/process/identity';
import { type MessagesServer, messagesServer } from '@harness/effects/testing/messages-server/server';
import type { Answer } from '@harness/effects/testing/messages-server/turn';
import { expect, onTestFinished, test } from 'vitest';
import { type Repository, repository, until } from '../testing/command.ts';

const key = 'planted-key-4711-4711';

async function serving(...answers: readonly Answer[]): Promise<MessagesServer> {
  const server = await messagesServer(answers);
  onTestFinished(() => server.close());
  return server;
}

const environment = ({ url }: MessagesServer) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key });

const write = (text: string) => ({ name: 'Write', input: { file_path: 'greeting.txt', content: text } });
const read = { name: 'Read', input: { file_path: 'greeting.txt' } };
/** A file that is there is read before it is written: the program insists on it. */
const rewriting = (text: string): Answer['turns'] => [
  { tools: [read] },
  { tools: [write(text)] },
  { text: 'repaired' },
];

const greeting: readonly Answer[] = [
  { role: 'converge.implementer', prompt: /the review found/, turns: rewriting('hello!\n') },
  { role: 'converge.implementer', prompt: /these commands showed/, turns: rewriting('hello\n') },
  {
    role: 'converge.implementer',
    turns: [{ tools: [write('helo\n'), { name: 'Bash', input: { command: 'env' } }] }, { text: 'wrote greeting.txt' }],
  },
  { role: 'converge.reviewer', prompt: /^\+hello!$/m, turns: [{ tools: [read] }, { text: 'No findings.' }] },
  { role: 'converge.reviewer', turns: [{ text: '- [high] greeting.txt:1: it is not enthusiastic' }] },
];

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly costUsd: number;
  readonly tokens: Readonly<Record<string, number>>;
  readonly calls: readonly {
    role: string;
    provider: string;
    resumed?: boolean;
    outcome: string;
    usage: Readonly<Record<string, number>>;
  }[];
  readonly findings: readonly { status: string }[];
  readonly timeline: readonly { type: string }[];
}

/** Every file below the run's folder and the lane that holds the text. */
const holding = (repo: Repository, text: string) =>
  readdirSync(repo.path, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));

test('a red check, a blocking finding, a fix and a clean review, by the real program', async () => {
  const repo = repository();
  const server = await serving(...greeting);
  const converge = ['converge', 'Greet', '--check', 'grep -q hello greeting.txt'];
  const done = await repo.start(converge, environment(server)).finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', 'harness/greet:greeting.txt')).toBe('hello!');

  const shown = await repo.json<Shown>('show', await repo.newest());
  const roles = shown.calls.map(({ role }) => role.replace('converge.', ''));
  expect(roles).toEqual(['implementer', 'implementer', 'reviewer', 'implementer', 'reviewer']);
  expect(shown.calls.every(({ provider, outcome }) => provider === 'claude' && outcome === 'ok')).toBe(true);
  expect(shown.findings.map(({ status }) => status)).toEqual(['fixed']);

  const fixes = server.log.filter(({ prompt, step }) => /the review found/.test(prompt) && step === 0);
  expect(JSON.stringify(fixes.map(({ request }) => request.messages))).toContain('wrote greeting.txt');
  expect(shown.calls.map(({ resumed }) => resumed)).toEqual([undefined, true, undefined, true, undefined]);
  expect(existsSync(join(repo.path, '.harness', 'runs', shown.id, 'agents'))).toBe(false);

  const billed = (kind: 'input' | 'output' | 'cacheRead' | 'cacheWrite') =>
    server.log.reduce((sum, { usage }) => sum + (usage?.[kind] ?? 0), 0);
  for (const kind of ['input', 'output', 'cacheRead', 'cacheWrite'] as const)
    expect([kind, shown.tokens[kind]]).toEqual([kind, billed(kind)]);
  expect(shown.costUsd).toBeGreaterThan(0);

  for (const role of ['converge.implementer', 'converge.reviewer']) {
    const stable = server.log.filter((one) => one.role === role);
    expect(new Set(stable.map(({ request }) => JSON.stringify([request.tools, request.system]))).size).toBe(1);
    expect(stable.slice(1).every(({ usage }) => (usage?.cacheRead ?? 0) > 0)).toBe(true);
  }

  expect(server.log.every(({ headers }) => headers['x-api-key'] === key)).toBe(true);
  expect(holding(repo, key)).toEqual([]);
  expect(`${done.stdout}${done.stderr}`).not.toContain(key);
}, 90_000);

test('without key and login nothing begins, and the command that logs in is named', async () => {
  const repo = repository();
  const refused = await repo.start(['converge', 'Greet', '--check', 'true'], { HOME: repo.path }).finished;
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('ANTHROPIC_API_KEY');
  expect(refused.stderr).toMatch(/claude auth login/);
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
});

test('an endpoint that is no address is refused by the name of its variable', async () => {
  const repo = repository();
  const env = { ANTHROPIC_BASE_URL: 'nowhere', ANTHROPIC_API_KEY: key };
  const refused = await repo.start(['converge', 'Greet', '--check', 'true'], env).finished;
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('ANTHROPIC_BASE_URL')]);
});

test('doctor tells whether claude can be asked, and what of the repository is ignored; never the key', async () => {
  const repo = repository();
  repo.write('repo/.claude/settings.json', '{}');
  repo.write('repo/.mcp.json', '{}');
  const doctor = async (env: Readonly<Record<string, string>>) => {
    const { stdout } = await repo.start(['doctor', '--json'], { HOME: repo.path, ...env }).finished;
    expect(stdout).not.toContain(key);
    const { checks } = JSON.parse(stdout) as { checks: { id: string; ok: boolean; detail: string; fix: string }[] };
    return Object.fromEntries(checks.map((check) => [check.id, check]));
  };
  const without = await doctor({});
  expect(without['provider.claude']).toMatchObject({ ok: false, fix: expect.stringMatching(/claude auth login$/) });
  expect(without['agent.settings']?.detail).toBe('ignored: .claude, .mcp.json');
  const { 'provider.claude': claude } = await doctor({ ANTHROPIC_API_KEY: key });
  expect(claude).toMatchObject({ ok: true, detail: expect.stringContaining('ANTHROPIC_API_KEY is set') });
});

const once: readonly Answer[] = [
  { role: 'converge.implementer', turns: [{ tools: [write('hello\n')] }, { text: 'wrote greeting.txt' }] },
  { role: 'converge.reviewer', prompt: /could not be read/, turns: [{ text: 'No findings.' }] },
  { role: 'converge.reviewer', turns: [{ text: 'I rather like it.' }] },
];

test("a rate limit for an hour parks the run; a resume goes on, hears the repository's words as data, and repairs where it spoke", async () => {
  const repo = repository();
  repo.write('repo/CLAUDE.md', 'Greet politely.');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Words');
  const limited = await serving({ turns: [{ fault: { is: 'rate-limit', retryAfterS: 3600 } }] });
  const parked = await repo.start(['converge', 'Greet', '--check', 'true'], environment(limited)).finished;
  expect([parked.exitCode, limited.log.length]).toEqual([9, 1]);

  const server = await serving(...once);
  const done = await repo.start(['resume'], environment(server)).finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const repaired = JSON.stringify(server.log.at(-1)?.request.messages);
  expect([server.log.length, repaired.includes('I rather like it.')]).toEqual([4, true]);
  expect(server.log[0]?.prompt).toContain('<file path="CLAUDE.md" trust="data">\nGreet politely.\n</file>');
  expect(JSON.stringify(server.log[0]?.request.system)).not.toContain('politely');
  expect(repaired.split('Greet politely.').length - 1).toBe(1); // a conversation that goes on has heard them
}, 90_000);

test('a cap on tokens stops a call while it streams', async () => {
  const repo = repository();
  const server = await serving({ turns: [{ text: 'a beginning', fault: { is: 'silence' } }] });
  const config = { budget: { capTokens: 2_000 }, agent: { reserveTokens: 0, baseUrl: server.url } };
  repo.write('repo/harness.config.json', JSON.stringify(config));
  const env = { ANTHROPIC_API_KEY: key };
  const capped = await repo.start(['converge', 'Greet', '--check', 'true'], env).finished;
  expect(capped.exitCode, `${capped.stdout}${capped.stderr}`).toBe(6);
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  expect(calls).toMatchObject([{ outcome: 'budget', usage: { cacheWrite: expect.any(Number) } }]);
});

test('Ctrl-C ends the program with the command, and what it had streamed is on the bill', async () => {
  const repo = repository();
  const server = await serving({ turns: [{ text: 'a beginning', fault: { is: 'silence' } }] });
  const running = repo.start(['converge', 'Greet', '--check', 'true'], environment(server));
  await until(() => server.log[0]);
  const run = await repo.newest();
  const live = join(repo.path, '.harness', 'runs', run, 'live.jsonl');
  await until(() => (existsSync(live) && readFileSync(live, 'utf8').includes('cacheWrite')) || undefined);
  running.child.kill('SIGINT');
  const left = await running.finished;
  expect(left.exitCode).toBe(130);
  const { tokens } = await repo.json<Shown>('show', run);
  expect(tokens['cacheWrite']).toBeGreaterThan(0);
  expect(holding(repo, key)).toEqual([]);
});

test('a command that is killed leaves no program behind, and a resume asks again in a session of its own', async () => {
  const repo = repository();
  const silent = await serving({ turns: [{ text: 'a beginning', fault: { is: 'silence' } }] });
  const running = repo.start(['converge', 'Greet', '--check', 'true'], environment(silent));
  await until(() => silent.log[0]);
  const run = await repo.newest();
  running.child.kill('SIGKILL');
  await running.finished;

  const server = await serving(...once);
  const done = await repo.start(['resume'], environment(server)).finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const notes = readFileSync(repo.journal(run), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { code?: string; params?: Readonly<Record<string, string | number>> });
  const started = notes.flatMap(({ code, params }) =>
    code === 'process.started' ? [{ pid: Number(params?.['pid']), startedAt: String(params?.['startedAt']) }] : [],
  );
  expect(started.length).toBeGreaterThan(1);
  expect(started.filter(isAlive)).toEqual([]); // what has ended and was not yet fetched by its parent is gone
  const sessions = notes.flatMap(({ code, params }) => (code === 'agent.started' ? [params?.['session']] : []));
  expect(sessions.slice(0, 2)).toEqual([expect.any(String), expect.any(String)]);
  expect(sessions[1]).not.toBe(sessions[0]);
  expect(holding(repo, key)).toEqual([]);
}, 90_000);
