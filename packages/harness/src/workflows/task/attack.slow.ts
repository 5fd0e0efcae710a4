/** Attacks on a task through the command: only verified files are committed, and no file of the user is lost. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describeBoxed } from '@harness/effects/testing/sandbox';
import { expect, test } from 'vitest';
import { until } from '../../testing/command.ts';
import {
  docs,
  generating,
  personAnswer,
  qaReport,
  rightSum,
  type TaskRepository,
  taskRepository,
  wrongSum,
} from '../../testing/command-task.ts';

const codeOnly = personAnswer('Commit', 'Commit code only');
const head = (repo: TaskRepository) => repo.git('rev-parse', 'harness/repair-sum');

/** An evaluation that takes some time after its report is written. */
const slowEvaluation = {
  when: { role: 'task.evaluator' },
  steps: [{ write: { path: '{qa_report_path}', text: qaReport('PASS') } }, { sleep: 1500 }],
  reply: 'PASS — all met',
};

/** Runs a task, and acts as the user while the evaluator works. */
async function whileEvaluating(repo: TaskRepository, act: () => unknown) {
  const running = repo.start(repo.asked({ answers: [generating(rightSum), slowEvaluation], people: [codeOnly] }));
  await until(() => (repo.has(`${docs}/qa_report.md`) ? true : undefined));
  act();
  return running.finished;
}

test.each([
  ['git reset --hard', (repo: TaskRepository) => repo.git('reset', '--hard', '--quiet'), wrongSum],
  ['an edit', (repo: TaskRepository) => repo.write('repo/sum.js', '// broken\n'), '// broken\n'],
])(
  '%s during the evaluation: nothing unverified is committed, and the verified files are kept',
  async (_, act, text) => {
    const repo = taskRepository();
    const base = repo.git('rev-parse', 'HEAD');
    const done = await whileEvaluating(repo, () => act(repo));
    expect(done, done.stdout).toMatchObject({ exitCode: 8 });
    expect(done.stdout).toContain('The checkout changed after it was verified: sum.js.');
    expect(head(repo)).toBe(base);
    expect(repo.read('sum.js')).toBe(text);
    const refs = repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept').split('\n');
    expect(refs.map((ref) => repo.git('show', `${ref}:sum.js`))).toContain(rightSum.trimEnd());
  },
);

test('after a change during the evaluation, the files are verified again and then committed', async () => {
  const repo = taskRepository();
  await whileEvaluating(repo, () => repo.write('repo/sum.js', `// by hand\n${rightSum}`));
  const { questions } = await repo.json<{ questions: { id: string; header: string }[] }>('questions');
  expect(questions[0]?.header).toBe('Unverified');
  await repo.run('answer', questions[0]?.id ?? '', 'Verify again');
  const done = await repo.run('resume');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', 'harness/repair-sum:sum.js')).toBe(`// by hand\n${rightSum}`.trimEnd());
});

/** A repository with a dirty, an untracked and an ignored file of the user. */
function dirtyRepository(): TaskRepository {
  const repo = taskRepository();
  repo.write('repo/.gitignore', '.env\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Ignore');
  repo.write('repo/README.md', 'my dirty file\n');
  repo.write('repo/my notes/plan.txt', 'my untracked file\n');
  repo.write('repo/.env', 'MY_SETTING=mine\n');
  return repo;
}
const mine = ['README.md', 'my notes/plan.txt', '.env'];

test.each([
  ['overwrites', [...mine.map((path) => ({ write: { path, text: 'of the agent\n' } }))]],
  ['deletes', [...mine.map((path) => ({ delete: path }))]],
])('an agent that %s files of the user: each is named, and its command restores it', async (_, steps) => {
  const repo = dirtyRepository();
  const before = mine.map(repo.read);
  const answers = [generating(rightSum, { steps })];
  const done = await repo.task({ answers, people: [codeOnly] }, '--allow-dirty');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', '--format=', '--name-only', 'harness/repair-sum')).toBe('sum.js');
  for (const path of mine) expect(done.stdout).toContain(`Your file ${path} was`);
  const commands = [...done.stdout.matchAll(/restore it with: (.+)/g)].map(([, command]) => command ?? '');
  for (const command of new Set(commands)) execFileSync('sh', ['-c', command], { cwd: repo.path });
  expect(mine.map(repo.read)).toEqual(before);
  // The content of an ignored file is in no journal, and the log names the ref.
  const run = await repo.newest();
  expect(readFileSync(repo.journal(run), 'utf8')).not.toContain('MY_SETTING');
  const ref = `refs/harness/kept/${run}/1`;
  expect((await repo.run('logs', run)).stdout).toContain(ref);
  for (const command of [['show', run], ['report']]) {
    const { stdout } = await repo.run(...command);
    expect(stdout, command.join(' ')).toContain(`git restore --source=${ref} -- FILE`);
    expect(stdout).toContain(`.harness/runs/${run}/user-files/copies`);
  }
  const { userFiles } = await repo.json<{ userFiles: object[] }>('show', run);
  expect(userFiles).toMatchObject([{ ref, touchedCount: mine.length }]);
});

test('an ignored file of the user is not committed if the agent stops ignoring it', async () => {
  const repo = dirtyRepository();
  const steps = [{ write: { path: '.gitignore', text: '\n' } }];
  const done = await repo.task({ answers: [generating(rightSum, { steps })], people: [codeOnly] }, '--allow-dirty');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', '--format=', '--name-only', 'harness/repair-sum').split('\n')).toEqual([
    '.gitignore',
    'sum.js',
  ]);
});

const lyingNode = { path: 'node_modules/.bin/node', text: '#!/bin/sh\necho right\nexit 0\n', mode: '755' };

test.each([
  ['a program in node_modules/.bin', { test: 'npm test' }, [{ write: lyingNode }]],
  [
    'a file that the change ignores',
    { test: 'node check.mjs' },
    [
      { write: { path: '.gitignore', text: 'right.js\n' } },
      { write: { path: 'right.js', text: rightSum } },
      { write: { path: 'sum.js', text: "export { sum } from './right.js';\n" } },
    ],
  ],
  [
    'an ignored .env',
    { test: 'node --env-file-if-exists=.env check.mjs' },
    [{ write: { path: '.env', text: 'NODE_OPTIONS=--import=data:text/javascript,process.exit(0)\n' } }],
  ],
])('%s does not make a red check green', async (_, checks, steps) => {
  const repo = taskRepository(checks);
  repo.write('repo/package.json', '{ "type": "module", "scripts": { "test": "node check.mjs" } }\n');
  repo.write('repo/.gitignore', 'node_modules/\n.env\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Prepare');
  const base = repo.git('rev-parse', 'HEAD');
  const waits = await repo.task({ answers: [generating(wrongSum, { steps })], people: [codeOnly] });
  expect(waits.exitCode, waits.stdout).toBe(8);
  expect(waits.stdout).toContain('Verify (Layer 1) FAIL');
  expect(head(repo)).toBe(base);
});

test('packages and .env that an agent of an earlier task wrote make no check of a later task green', async () => {
  const repo = taskRepository({ test: 'npm test', lint: 'test ! -f .env || . ./.env; node check.mjs' });
  repo.write('repo/package.json', '{ "type": "module", "scripts": { "test": "node check.mjs" } }\n');
  repo.write('repo/.gitignore', 'node_modules/\n.env\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Prepare');
  const steps = [{ write: lyingNode }, { write: { path: '.env', text: 'exit 0\n' } }];
  const first = await repo.task({ answers: [generating(rightSum, { steps })], people: [codeOnly] });
  expect(first, first.stdout).toMatchObject({ exitCode: 0 });
  expect([repo.has(lyingNode.path), repo.has('.env')]).toEqual([true, true]);
  repo.git('switch', '--quiet', 'main');
  const base = repo.git('rev-parse', 'HEAD');
  const waits = await repo.task({ answers: [generating(wrongSum)], people: [codeOnly] });
  expect(waits.exitCode, waits.stdout).toBe(8);
  expect(waits.stdout).toContain('Verify (Layer 1) FAIL');
  expect(repo.git('rev-parse', 'HEAD')).toBe(base);
});

test('a test that rewrites the product when it exits changes neither the checkout nor the commit', async () => {
  const repo = taskRepository();
  const rewriting = `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync('sum.js', 'broken'));
`;
  const steps = [
    { write: { path: 'rewrite.mjs', text: rewriting } },
    { write: { path: 'sum.js', text: `import './rewrite.mjs';\n${rightSum}` } },
  ];
  const done = await repo.task({ answers: [generating(rightSum, { steps })], people: [codeOnly] });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', 'harness/repair-sum:sum.js')).toContain(rightSum.trimEnd());
  expect(repo.read('sum.js')).toContain(rightSum.trimEnd());
});

test('a check reads the .env of the user, not the one that an agent wrote', async () => {
  const repo = taskRepository({ test: `sh -c 'grep -q mine .env && node check.mjs'` });
  repo.write('repo/.gitignore', '.env\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Ignore');
  repo.write('repo/.env', 'X=mine\n');
  const steps = [{ write: { path: '.env', text: 'X=of the agent\n' } }];
  const done = await repo.task({ answers: [generating(rightSum, { steps })], people: [codeOnly] });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('Your file .env was changed');
});

describeBoxed('a check in a room does not see the checkout', () => {
  test.each(['an import of', 'a link to'])('%s an ignored file of the agent: it stays red', async (how) => {
    const repo = taskRepository();
    repo.write('repo/.gitignore', 'build/\n');
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=Ignore');
    const planted = `${repo.path}/build/sum.js`;
    const link = [{ delete: 'sum.js' }, { link: { path: 'sum.js', to: planted } }];
    const steps = [{ write: { path: 'build/sum.js', text: rightSum } }, ...(how === 'a link to' ? link : [])];
    const answers = [generating(`export * from '${planted}';\n`, { steps })];
    const done = await repo.task({ answers, people: [codeOnly] }, '--sandbox', 'required');
    expect(done.exitCode, done.stdout).toBe(8);
    expect(done.stdout).toContain('Verify (Layer 1) FAIL');
  });
});
