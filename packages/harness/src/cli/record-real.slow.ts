/** Records a run with the real program of a provider and replays it without: no model is called, and the result is equal. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { messagesServer } from '@harness/effects/testing/messages-server/server';
import type { Answer as ClaudeAnswer } from '@harness/effects/testing/messages-server/turn';
import { responsesServer } from '@harness/effects/testing/responses-server/server';
import { type Answer as CodexAnswer, shell } from '@harness/effects/testing/responses-server/turn';
import { expect, onTestFinished, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';
import { expectReplay, showNewest } from '../testing/replay.ts';

const key = 'planted-key-4711-4711';

/** Every kind of file change, as a command of the agent. */
const work = [
  ...["printf 'hello {attempt}\\n' > made.txt", "printf 'changed\\n' > kept.txt", 'chmod +x tool.sh'],
  ...["printf '\\000\\377\\001' > data.bin", 'rm gone.txt', 'rm -r old', 'ln -s made.txt link', 'rm was-link'],
  ...['mkdir -p deep/er', 'echo x > deep/er/file', 'pwd > where.txt'],
].join(' && ');
const repair = "printf 'hello!\\n' > made.txt; chmod -x run.sh";

/** A repository that is equal each time. */
function prepared(): Repository {
  const repo = repository();
  const config = { agent: { retry: { binary: 0, backoffMs: 10 } } };
  repo.write('repo/harness.config.json', JSON.stringify(config));
  for (const name of ['kept.txt', 'gone.txt', 'tool.sh', 'run.sh', 'old/a', 'old/b']) repo.write(`repo/${name}`, 'x\n');
  repo.git('add', '--all');
  repo.git('update-index', '--chmod=+x', 'run.sh');
  const target = repo.write('target', 'kept.txt');
  const link = repo.git('hash-object', '-w', target);
  repo.git('update-index', '--add', '--cacheinfo', `120000,${link},was-link`);
  repo.git('commit', '--quiet', '--message=Prepared');
  repo.git('reset', '--quiet', '--hard');
  return repo;
}

const converge = ['converge', 'Greet', '--check', 'test -f made.txt'];

async function recordedAndReplayed(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  asked: () => number,
) {
  const repo = prepared();
  const done = await repo.start([...converge, ...args, '--record', '../record.yaml'], env).finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const shown = await showNewest(repo);
  expect(shown.calls.map(({ tries }) => tries.map(({ outcome }) => outcome))).toEqual([
    ['overloaded', 'ok'],
    ['ok'],
    ['ok'],
    ['ok'],
  ]);
  expect(shown.rehearsedUsd).toBe(0);
  const source = readFileSync(join(dirname(repo.path), 'record.yaml'), 'utf8');
  for (const secret of [key, repo.path, homedir()]) expect(source).not.toContain(secret);

  const before = asked();
  const again = prepared();
  const replay = [...converge, '--script', again.write('record.yaml', source)];
  await expectReplay(repo, again, { args: replay, branch: 'harness/greet' });
  expect(asked()).toBe(before);
  const modes = again.git('ls-tree', '-r', '--format=%(objectmode) %(path)', 'harness/greet').split('\n');
  expect(modes).toEqual(expect.arrayContaining(['100755 tool.sh', '100644 run.sh', '120000 link', '100644 data.bin']));
  expect(modes.filter((line) => / (old\/|gone|was-link)/.test(line))).toEqual([]);
}

const review = '- [high] made.txt:1: it is not enthusiastic\n- [low] kept.txt:1: a nit';

test('claude', async () => {
  const bash = (command: string) => ({ name: 'Bash', input: { command } });
  const answers: readonly ClaudeAnswer[] = [
    { role: 'converge.implementer', times: 1, turns: [{ fault: { is: 'overloaded' } }] },
    {
      role: 'converge.implementer',
      prompt: /the review found/,
      turns: [{ tools: [bash(repair)] }, { text: 'repaired' }],
    },
    { role: 'converge.implementer', turns: [{ tools: [bash(work)] }, { text: 'did {it}' }] },
    { role: 'converge.reviewer', prompt: /^\+hello!$/m, turns: [{ text: 'No blocking findings.' }] },
    { role: 'converge.reviewer', turns: [{ text: review }] },
  ];
  const server = await messagesServer(answers);
  onTestFinished(() => server.close());
  const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: key };
  await recordedAndReplayed([], env, () => server.log.length);
}, 120_000);

test('codex', async () => {
  const answers: readonly CodexAnswer[] = [
    { role: 'converge.implementer', times: 1, turns: [{ fault: { is: 'slow-down' } }] },
    {
      role: 'converge.implementer',
      prompt: /the review found/,
      turns: [{ tools: [shell(repair)] }, { text: 'repaired' }],
    },
    { role: 'converge.implementer', turns: [{ tools: [shell(work)] }, { text: 'did {it}' }] },
    { role: 'converge.reviewer', prompt: /^\+hello!$/m, turns: [{ text: 'No blocking findings.' }] },
    { role: 'converge.reviewer', turns: [{ text: review }] },
  ];
  const server = await responsesServer(answers);
  onTestFinished(() => server.close());
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: key };
  await recordedAndReplayed(['--provider', 'codex', '--model', 'gpt-5.5'], env, () => server.log.length);
}, 120_000);
