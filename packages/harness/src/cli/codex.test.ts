/** The command with the real program of the provider, and a model on loopback that says what is scripted. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@harness/effects/process/identity';
import { type ResponsesServer, responsesServer } from '@harness/effects/testing/responses-server/server';
import { type Answer, patchAdding, shell } from '@harness/effects/testing/responses-server/turn';
import { expect, onTestFinished, test } from 'vitest';
import { type Repository, repository, until } from '../testing/command.ts';

const key = 'planted-key-4711-4711';

async function serving(...answers: readonly Answer[]): Promise<ResponsesServer> {
  const server = await responsesServer(answers);
  onTestFinished(() => server.close());
  return server;
}

const environment = ({ url }: ResponsesServer) => ({ OPENAI_BASE_URL: url, OPENAI_API_KEY: key });
const rewriting = (text: string): Answer['turns'] => [
  { tools: [shell(`echo '${text}' > greeting.txt`)] },
  { text: 'repaired' },
];

const greeting: readonly Answer[] = [
  { role: 'converge.implementer', prompt: /the review found/, turns: rewriting('hello!') },
  { role: 'converge.implementer', prompt: /these commands showed/, turns: rewriting('hello') },
  {
    role: 'converge.implementer',
    turns: [{ tools: [patchAdding('greeting.txt', 'helo'), shell('env')] }, { text: 'wrote greeting.txt' }],
  },
  {
    role: 'converge.reviewer',
    prompt: /^\+hello!$/m,
    turns: [{ tools: [shell('cat greeting.txt')] }, { text: 'No findings.' }],
  },
  { role: 'converge.reviewer', turns: [{ text: '- [high] greeting.txt:1: it is not enthusiastic' }] },
];

interface Shown {
  readonly id: string;
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
}

const codex = ['converge', 'Greet', '--provider', 'codex', '--model', 'gpt-5.5', '--check'];

/** Every file below the run's folder and the lane that holds the text. */
const holding = (repo: Repository, text: string) =>
  readdirSync(repo.path, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));

test('a red check, a blocking finding, a fix and a clean review, by the real program', async () => {
  const repo = repository();
  const server = await serving(...greeting);
  const done = await repo.start([...codex, 'grep -q hello greeting.txt'], environment(server)).finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', 'harness/greet:greeting.txt')).toBe('hello!');

  const shown = await repo.json<Shown>('show', await repo.newest());
  const roles = shown.calls.map(({ role }) => role.replace('converge.', ''));
  expect(roles).toEqual(['implementer', 'implementer', 'reviewer', 'implementer', 'reviewer']);
  expect(shown.calls.every(({ provider, outcome }) => provider === 'codex' && outcome === 'ok')).toBe(true);
  expect(shown.findings.map(({ status }) => status)).toEqual(['fixed']);

  const fixes = server.log.filter(({ prompt, step }) => /the review found/.test(prompt) && step === 0);
  expect(JSON.stringify(fixes.map(({ request }) => request.input))).toContain('wrote greeting.txt');
  expect(shown.calls.map(({ resumed }) => resumed)).toEqual([undefined, true, undefined, true, undefined]);
  expect(existsSync(join(repo.path, '.harness', 'runs', shown.id, 'agents'))).toBe(false);

  for (const kind of ['input', 'output', 'cacheRead'] as const) {
    const billed = server.log.reduce((sum, { usage }) => sum + (usage?.[kind] ?? 0), 0);
    expect([kind, shown.tokens[kind]]).toEqual([kind, billed]);
  }
  expect(shown.costUsd).toBeGreaterThan(0);
  expect(server.log.every(({ headers }) => headers['authorization'] === `Bearer ${key}`)).toBe(true);
  expect(JSON.stringify(server.log.map(({ outputs }) => outputs))).not.toContain(key);
  expect(holding(repo, key)).toEqual([]);
  expect(`${done.stdout}${done.stderr}`).not.toContain(key);
});

test('without key and login nothing begins, and the command that logs in is named', async () => {
  const repo = repository();
  const refused = await repo.start([...codex, 'true'], { HOME: repo.path }).finished;
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('OPENAI_API_KEY');
  expect(refused.stderr).toMatch(/codex login/);
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
});

test('a rate limit for an hour parks the run', async () => {
  const repo = repository();
  const limited = await serving({ turns: [{ fault: { is: 'rate-limit', retryAfterS: 3600 } }] });
  const parked = await repo.start([...codex, 'true'], environment(limited)).finished;
  expect([parked.exitCode, limited.log.length], parked.stderr).toEqual([9, 1]);
});

test('a cap on tokens stops a call between two answers of the model', async () => {
  const repo = repository();
  const config = { budget: { capTokens: 2_000 }, agent: { reserveTokens: 0 } };
  repo.write('repo/harness.config.json', JSON.stringify(config));
  const server = await serving({ turns: [{ tools: [shell('true')] }, { fault: { is: 'silence' } }] });
  const capped = await repo.start([...codex, 'true'], environment(server)).finished;
  expect(capped.exitCode, `${capped.stdout}${capped.stderr}`).toBe(6);
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  expect(calls).toMatchObject([{ outcome: 'budget', usage: { input: expect.any(Number) } }]);
});

test('Ctrl-C ends the program with the command, and what it had used is on the bill', async () => {
  const repo = repository();
  const server = await serving({ turns: [{ tools: [shell('true')] }, { fault: { is: 'silence' } }] });
  const running = repo.start([...codex, 'true'], environment(server));
  await until(() => server.log[1]);
  const run = await repo.newest();
  const live = join(repo.path, '.harness', 'runs', run, 'live.jsonl');
  await until(() => (existsSync(live) && readFileSync(live, 'utf8').includes('cacheRead')) || undefined);
  running.child.kill('SIGINT');
  const left = await running.finished;
  expect(left.exitCode).toBe(130);
  const { tokens } = await repo.json<Shown>('show', run);
  expect(tokens['input']).toBeGreaterThan(0);
  expect(holding(repo, key)).toEqual([]);
});

test('a command that is killed leaves no program behind, and a resume asks again in a session of its own', async () => {
  const repo = repository();
  const silent = await serving({ turns: [{ text: 'a beginning', fault: { is: 'silence' } }] });
  const running = repo.start([...codex, 'true'], environment(silent));
  await until(() => silent.log[0]);
  const run = await repo.newest();
  running.child.kill('SIGKILL');
  await running.finished;

  const server = await serving(
    {
      role: 'converge.implementer',
      turns: [{ tools: [patchAdding('greeting.txt', 'hello')] }, { text: 'wrote greeting.txt' }],
    },
    { role: 'converge.reviewer', turns: [{ text: 'No findings.' }] },
  );
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
  expect(sessions[1]).not.toBe(sessions[0]);
  expect(holding(repo, key)).toEqual([]);
}, 90_000);
