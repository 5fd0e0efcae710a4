import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { honestClaim } from '../attacks/testing/command-liars.ts';
import { attackedWorkflows, claim } from '../attacks/testing/lie-by-command.ts';
import { type CommandResult, type Repository, repository } from '../testing/command.ts';
import { generating, personAnswer, rightSum, taskRepository } from '../testing/command-task.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';
import { planning, repositoryWithSpec, reviewing, validating, working } from '../workflows/mission/testing/script.ts';

const key = 'Zq7-not-a-word-4242';
const env = { SERVICE_API_KEY: key };

/** Files and names below `.harness` that contain the secret. */
function leaksIn({ path }: Repository, secret = key): readonly string[] {
  const folder = join(path, '.harness');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => {
    const file = join(folder, name);
    const holds = (text: string) => text.toLowerCase().includes(secret.toLowerCase());
    return holds(name) || (statSync(file).isFile() && holds(readFileSync(file, 'latin1')));
  });
}

const outputOf = ({ stdout, stderr }: CommandResult) => stdout + stderr;

test('a key in the task is in no file, no name, no commit and no line of output', async () => {
  const repo = repository();
  const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
  const done = await repo.start(['converge', `Use ${key} here`, '--check', 'true', '--script', agents], env).finished;
  expect(done.exitCode).toBe(0);
  expect(outputOf(done)).not.toContain(key);
  expect(outputOf(done)).toContain('[redacted]');
  expect(leaksIn(repo)).toEqual([]);
  expect(repo.git('log', '--all', '--format=%D %B').toLowerCase()).not.toContain(key.toLowerCase());
  const run = await repo.newest();
  for (const command of ['show', 'logs'])
    expect(outputOf(await repo.start([command, run], env).finished)).not.toContain(key);
});

test('a key in a reply, a finding and a path from an agent is in no file and no line of output', async () => {
  const repo = repository();
  const agents = script(repo, [
    implementerAnswer({
      steps: [{ write: { path: 'a.txt', text: 'a' } }, { delete: `${key}.txt` }],
      reply: `done with ${key}`,
    }),
    reviewerAnswer(`- [low] a.txt:1: the key ${key} is not used\nNo blocking findings.`),
  ]);
  const done = await repo.start(['converge', 'Reply', '--check', `echo ${key}`, '--script', agents], env).finished;
  expect(done.exitCode).toBe(0);
  expect(outputOf(done)).not.toContain(key);
  expect(leaksIn(repo)).toEqual([]);
});

test.each(['by the command', 'by a person of the script'])(
  'a key in a note that is given %s is in no file',
  async (how) => {
    const repo = repository();
    const note = `because of ${key}`;
    const people = how === 'by the command' ? [] : [{ when: { header: 'Passes' }, choose: 'stop', note }];
    const agents = script(repo, [implementerAnswer(), reviewerAnswer('- [high] a.txt:1: no')], people);
    const outputs = [
      await repo.start(['converge', 'Note', '--check', 'true', '--passes', '1', '--script', agents], env).finished,
    ];
    if (people.length === 0) {
      const { questions } = await repo.json<{ questions: { id: string }[] }>('questions');
      const id = questions[0]?.id ?? '';
      outputs.push(await repo.start(['answer', id, 'stop', '--note', note], env).finished);
      expect(leaksIn(repo)).toEqual([]); // before the inbox is read
      outputs.push(await repo.start(['resume'], env).finished);
    }
    expect(outputs.at(-1)?.exitCode).toBe(5);
    expect(outputs.map(outputOf).join('')).not.toContain(key);
    expect(leaksIn(repo)).toEqual([]);
    const { questions } = await repo.json<{ questions: { note: string }[] }>('show', await repo.newest());
    expect(questions[0]?.note).toBe('because of [redacted]');
  },
);

test('a typed key is not printed', async () => {
  const repo = repository();
  const { exitCode, stderr } = await repo.start(['show', key], env).finished;
  expect(exitCode).toBe(1);
  expect(stderr).not.toContain(key);
});

test('a password that is an ordinary word changes neither the task nor the stored run', async () => {
  const repo = repository();
  const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
  const words = { DB_PASSWORD: 'converge', OTHER_PASSWORD: 'reviewing' };
  const { exitCode } = await repo.start(['converge', 'Let it converge', '--check', 'true', '--script', agents], words)
    .finished;
  expect(exitCode).toBe(0);
  const { runs } = await repo.json<{ runs: { title: string }[] }>('runs');
  expect(runs[0]?.title).toBe('Let it converge');
});

test('a change with a key is not committed; the kept ref has the work, and no other file of the run has the key', async () => {
  const repo = repository();
  const agents = script(repo, [
    implementerAnswer({ steps: [{ write: { path: 'a.env', text: key } }] }),
    reviewerAnswer(),
  ]);
  const done = await repo.start(['converge', 'Leak', '--check', 'true', '--script', agents], env).finished;
  expect(done.exitCode).toBe(1);
  expect(outputOf(done)).toContain('a.env');
  expect(outputOf(done)).not.toContain(key);
  expect(leaksIn(repo)).toEqual([]);
  expect(repo.git('branch', '--list', 'harness/*')).toBe('');
  const [ref = ''] = repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept').split('\n');
  expect(repo.git('show', `${ref}:a.env`)).toBe(key);
});

const url = `postgres://app:${key}@db.example.com/app`;
const letters = 'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gI3kM5oQ7sU9';
const named: readonly (readonly [string, string, string])[] = [
  ['PGPASSWORD', key, key],
  ['DB_PASS', key, key],
  ['TOKEN_PROD', key, key],
  ['ACCESS_TOKEN_V2', key, key],
  ['MYAPIKEY', key, key],
  ['DATABASE_URL', url, key],
];
/** Values that are secret by their form, in a variable whose name says nothing. */
const shaped = [
  `sk_live_${letters.slice(0, 24)}`,
  `hf_${letters.slice(0, 34)}`,
  `SG.${letters.slice(0, 22)}.${letters}`,
  `pypi-AgEIcHlwaS5vcmc${letters}`,
  `lin_api_${letters.slice(0, 40)}`,
].map((secret) => ['SERVICE', secret, secret] as const);
const bearer = ['HEADERS', `Authorization: Bearer ${letters}`, letters] as const;

test.each([...named, ...shaped, bearer])(
  'the secret in %s is neither committed nor in a file of the run: %s',
  async (name, value, secret) => {
    const repo = repository();
    const agents = script(repo, [
      implementerAnswer({ steps: [{ write: { path: 'a.env', text: secret } }], reply: `done with ${secret}` }),
      reviewerAnswer(`- [low] a.env:1: holds ${secret}\nNo blocking findings.`),
    ]);
    const args = ['converge', 'Leak', '--check', `cat a.env`, '--script', agents];
    const done = await repo.start(args, { [name]: value }).finished;
    expect(done.exitCode).toBe(1);
    expect(outputOf(done)).toContain('a.env');
    expect(outputOf(done)).not.toContain(secret);
    expect(leaksIn(repo, secret)).toEqual([]);
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
  },
);

test.each(shaped)(
  'a text with the form of a key is in no file of the run, and is not committed unasked, also if no variable (%s) holds it: %s',
  async (_, secret) => {
    const repo = repository();
    const agents = script(repo, [
      implementerAnswer({ steps: [{ write: { path: 'a.env', text: secret } }], reply: `done with ${secret}` }),
      reviewerAnswer(`- [low] a.env:1: holds ${secret}\nNo blocking findings.`),
    ]);
    const done = await repo.start(['converge', 'Leak', '--check', 'cat a.env', '--script', agents]).finished;
    expect([done.exitCode, outputOf(done).includes(secret)]).toEqual([8, false]);
    expect(outputOf(done)).toContain('a.env');
    expect(leaksIn(repo, secret).filter((file) => !file.startsWith('worktrees/'))).toEqual([]); // the lane itself has it
    expect(repo.git('rev-list', '--count', 'main..harness/leak')).toBe('0');
  },
);

test.each(attackedWorkflows)('%s commits no text with the form of a key unasked', async (workflow) => {
  const [, secret = ''] = shaped[0] ?? [];
  const change = { ...honestClaim.change, 'src/settings.js': `export const live = '${secret}';\n` };
  const held = await claim(workflow, { ...honestClaim, change });
  expect(held, outputOf(held)).toMatchObject({ exitCode: 8, asked: ['Interrupted'], landed: [] });
  expect(outputOf(held)).toContain('src/settings.js:1');
  expect(outputOf(held)).not.toContain(secret);
});

test('a mission in the checkout commits no text with the form of a key unasked', async () => {
  const [, secret = ''] = shaped[0] ?? [];
  const repo = repositoryWithSpec({ branchIsolation: { enabled: false } });
  const steps = [{ write: { path: 'settings.js', text: `export const live = '${secret}';\n` } }];
  const answers = [planning({ id: 'F-001' }), reviewing(), working({ steps }), validating()];
  const held = await repo.run('mission', '--script', script(repo, answers));
  expect(held, outputOf(held)).toMatchObject({ exitCode: 8 });
  expect(outputOf(held)).toContain('settings.js:1 contains text with the form of a key');
  expect(onBranches(repo)).not.toContain('settings.js');
});

test.each([`${key}.txt`, `${key}/a.txt`, `a/${Buffer.from(key).toString('base64')}`])(
  'a file with a key in its name is not committed: %s',
  async (path) => {
    const repo = repository();
    const agents = script(repo, [implementerAnswer({ steps: [{ write: { path, text: '' } }] }), reviewerAnswer()]);
    const done = await repo.start(['converge', 'Leak', '--check', 'true', '--script', agents], env).finished;
    expect(done.exitCode).toBe(1);
    expect(outputOf(done)).toContain('[redacted]');
    expect(outputOf(done)).not.toContain(key);
    expect(leaksIn(repo)).toEqual([]);
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
  },
);

test.each([
  ['hexadecimal digits', Buffer.from(key).toString('hex')],
  ['UTF-16', [...key].join('\0')],
  ['base64 behind a prefix', Buffer.from(`user:${key}`).toString('base64')],
])('a key in %s is neither committed nor printed', async (_, encoded) => {
  const repo = repository();
  const base64 = Buffer.from(encoded).toString('base64');
  const steps = [{ write: { path: 'a.txt', base64 } }];
  const agents = script(repo, [implementerAnswer({ steps }), reviewerAnswer()]);
  const done = await repo.start(['converge', 'Leak', '--check', 'cat a.txt', '--script', agents], env).finished;
  expect(done.exitCode, outputOf(done)).toBe(1);
  expect(outputOf(done)).toContain('a.txt');
  expect(leaksIn(repo, encoded).filter((file) => !file.startsWith('worktrees/'))).toEqual([]);
  expect(repo.git('branch', '--list', 'harness/*')).toBe('');
});

const writingKeyName = { write: { path: `${key}.txt`, text: 'x' } };
const onBranches = (repo: Repository) => repo.git('log', '--branches', '--name-only', '--format=%B');

test.each(['Commit code only (Recommended)', 'Commit all'])(
  'a task does not commit a file with a key in its name: %s',
  async (choice) => {
    const repo = taskRepository();
    const answers = [generating(rightSum, { steps: [writingKeyName] })];
    const args = repo.asked({ answers, people: [personAnswer('Commit', choice)] });
    const done = await repo.start(args, env).finished;
    expect(done.exitCode).toBe(1);
    expect(outputOf(done)).toContain('The secret is in [redacted].txt');
    expect(leaksIn(repo)).toEqual([]);
    expect(onBranches(repo)).not.toContain(key);
  },
);

test('a mission does not merge a file with a key in its name', async () => {
  const repo = repositoryWithSpec();
  const answers = [planning({ id: 'F-001' }), reviewing(), working({ steps: [writingKeyName] }), validating()];
  const done = await repo.start(['mission', '--script', script(repo, answers)], env).finished;
  expect(done.exitCode).toBe(1);
  expect(outputOf(done)).toContain('The secret is in [redacted].txt');
  expect(outputOf(done)).not.toContain(key);
  expect(leaksIn(repo)).toEqual([]);
  expect(onBranches(repo)).not.toContain(key);
});
