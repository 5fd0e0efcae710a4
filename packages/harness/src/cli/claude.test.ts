/** The command with the real program of the provider, and a model on loopback that says what is scripted. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessagesServer, messagesServer } from '@harness/effects/testing/messages-server/server';
import type { Answer } from '@harness/effects/testing/messages-server/turn';
import { expect, onTestFinished, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';

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
const rewriting = (text: string): Answer['turns'] => [{ tools: [read] }, { tools: [write(text)] }, { text: 'repaired' }];

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
  readonly status: string;
  readonly costUsd: number;
  readonly tokens: Readonly<Record<string, number>>;
  readonly calls: readonly { role: string; provider: string; outcome: string; usage: Readonly<Record<string, number>> }[];
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

  const billed = (kind: 'input' | 'output' | 'cacheRead' | 'cacheWrite') =>
    server.log.reduce((sum, { usage }) => sum + (usage?.[kind] ?? 0), 0);
  for (const kind of ['input', 'output', 'cacheRead', 'cacheWrite'] as const)
    expect([kind, shown.tokens[kind]]).toEqual([kind, billed(kind)]);
  expect(shown.costUsd).toBeGreaterThan(0);

  expect(server.log.every(({ headers }) => headers['x-api-key'] === key)).toBe(true);
  expect(holding(repo, key)).toEqual([]);
  expect(`${done.stdout}${done.stderr}`).not.toContain(key);
});
