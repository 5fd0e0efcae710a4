/** Tests the arguments and exit codes of `harness issues start`, and how one start continues another. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';

const writeIssue = (repo: Repository, id: string, text = '') =>
  repo.write(`repo/.harness/issues/${id}.md`, `---\nid: ${id}\ntitle: ${id}\nlabels: [ready]\n---\n${text}\n`);

const plan = (id: string, more: object = {}) => ({
  goal: 'x',
  subsystems: [],
  criteria: [],
  constraints: [],
  files: [`${id}.txt`],
  groups: [{ title: `add ${id}`, type: 'feat', files: [`${id}.txt`], changes: '', invariants: [] }],
  risks: [],
  blocked: null,
  ...more,
});
const planner = (id: string, more: object = {}) => ({
  when: { role: 'issues.planner', item: id },
  json: plan(id, more),
});
const worker = {
  when: { role: 'issues.worker' },
  steps: [{ write: { path: '{item}.txt', text: 'x\n' } }],
  reply: 'FRICTION: no docs\ndone',
};
const reviewer = (json: object = {}, when: object = {}) => ({
  when: { role: 'issues.reviewer', ...when },
  json: { verdict: 'PASS', invariants: [], warnings: [], gaps: [], ...json },
});

const markers = (stdout: string) => stdout.match(/^\[[A-Z_]+(?:: .*)?\]$/gm) ?? [];
const commentsOf = (repo: Repository, id: string) => readFileSync(join(repo.path, `.harness/issues/${id}.md`), 'utf8');

function checked(): Repository {
  const repo = repository();
  repo.write('repo/harness.config.json', JSON.stringify({ checks: { lint: 'true' } }));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Settings');
  return repo;
}

test('I-01 I-02 I-69 start is the default, the maximum ends it with 5, and the next start asks how to continue', async () => {
  const repo = checked();
  for (const id of ['APP-1', 'APP-2', 'APP-3']) writeIssue(repo, id);
  const ids = ['APP-1', 'APP-2', 'APP-3'];
  const agents = script(repo, [...ids.map((id) => planner(id)), worker, reviewer()]);
  repo.write('repo/README.md', 'mine\n');
  const dirty = await repo.run('issues', '--project', 'app', '--script', agents);
  expect([dirty.exitCode, dirty.stderr]).toEqual([2, expect.stringContaining('README.md')]);
  const start = ['issues', '--project', 'app', '--script', agents, '--allow-dirty'];
  const first = await repo.run(...start, '--max', '1');
  expect([first.exitCode, markers(first.stdout)], first.stdout).toEqual([5, ['[ISSUE_COMPLETE: APP-1]']]);
  expect(await repo.json('issues', 'status')).toMatchObject({
    active: false,
    iteration: 1,
    maxIterations: 1,
    completed: ['APP-1'],
    friction: [{ issue: 'APP-1', iteration: 1, points: ['no docs'] }],
  });
  const asking = await repo.run(...start, '--max', '1');
  expect([asking.exitCode, markers(asking.stdout)], 'I-13').toEqual([8, []]);
  expect(asking.stdout).toContain('Loop: The issue loop is not active.');
  const { questions } = await repo.json<{ questions: { id: string }[] }>('questions');
  expect((await repo.run('answer', questions[0]?.id ?? '', 'restart')).exitCode).toBe(0);
  const second = await repo.run('issues', 'start', '--max', '2');
  expect([second.exitCode, markers(second.stdout)], second.stdout).toEqual([
    5,
    ['[ISSUE_COMPLETE: APP-2]', '[ISSUE_COMPLETE: APP-3]'],
  ]);
  expect(repo.git('status', '--porcelain'), 'what a person changed stays, and is not committed').toBe(' M README.md');
  const other = await repo.run('issues', 'restart');
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('Unknown action "restart"')]);
});

test('IO-03 a blocked issue is skipped with its questions, and three failures in a row, also of unreadable answers, end the loop with 3', async () => {
  const repo = checked();
  const ids = ['APP-1', 'APP-2', 'APP-3', 'APP-4', 'APP-5'];
  for (const id of ids) writeIssue(repo, id);
  const agents = script(repo, [
    planner('APP-1', { groups: [], blocked: { questions: ['Which file?'] } }),
    { when: { role: 'issues.planner', item: 'APP-2' }, reply: 'I will think about it.' },
    ...ids.slice(2).map((id) => planner(id)),
    worker,
    { when: { role: 'issues.reviewer', item: 'APP-3' }, reply: 'It looks fine to me.' },
    reviewer({ verdict: 'FAIL' }),
  ]);
  const base = repo.git('rev-parse', 'HEAD');
  const { exitCode, stdout } = await repo.run('issues', '--project', 'app', '--script', agents);
  expect([exitCode, markers(stdout)], stdout).toEqual([
    3,
    ['[ISSUE_FAILED: APP-2]', '[ISSUE_FAILED: APP-3]', '[ISSUE_FAILED: APP-4]', '[HARNESS_STOP]'],
  ]);
  expect(commentsOf(repo, 'APP-1')).toContain('1. Which file?');
  const unread = (who: string) => new RegExp(`type: retryable\nReason: .*answer of the ${who} could not be read`);
  expect(commentsOf(repo, 'APP-2'), 'IO-02').toMatch(unread('planner'));
  expect(commentsOf(repo, 'APP-3'), 'IO-02').toMatch(unread('reviewer'));
  expect(await repo.json('issues', 'status')).toMatchObject({
    skipped: ['APP-1'],
    failed: ['APP-2', 'APP-3', 'APP-4'],
    consecutiveFailures: 3,
  });
  expect([repo.git('rev-parse', 'HEAD'), repo.git('status', '--porcelain')], 'I-47, I-68').toEqual([base, '']);
});

test('I-63 a question that waits and a full context pause the issue; the next start continues it', async () => {
  const repo = checked();
  writeIssue(repo, 'APP-1');
  const two = plan('APP-1').groups.flatMap((group) => [group, { ...group, title: 'add more', files: ['more.txt'] }]);
  const warnings = ['a', 'b', 'c'];
  const agents = script(repo, [
    planner('APP-1', { files: ['*.txt'], groups: two }),
    { ...worker, times: 1 },
    { when: { role: 'issues.worker' }, times: 1, steps: [{ fail: { kind: 'context' } }] },
    { when: { role: 'issues.worker' }, steps: [{ write: { path: 'more.txt', text: 'x\n' } }], reply: 'done' },
    reviewer({ verdict: 'PASS_WITH_WARNINGS', warnings }),
  ]);
  const first = await repo.run('issues', '--project', 'app', '--script', agents);
  expect([first.exitCode, markers(first.stdout)], first.stdout).toEqual([8, ['[HARNESS_PAUSE: APP-1]']]);
  expect(commentsOf(repo, 'APP-1')).toMatch(
    /Change groups completed: 1\/2\nCommits: [0-9a-f]{12}\nRemaining: add more/,
  );
  expect((await repo.run('issues', '--label', 'other')).exitCode).toBe(2);
  const second = await repo.run('issues');
  expect([second.exitCode, markers(second.stdout)], second.stdout).toEqual([8, ['[HARNESS_PAUSE: APP-1]']]);
  expect(second.stdout).toContain('Warnings: APP-1 passed its review with 3 warnings');
  const { questions } = await repo.json<{ questions: { id: string }[] }>('questions');
  await repo.run('answer', questions[0]?.id ?? '', 'accept');
  const third = await repo.run('issues');
  expect([third.exitCode, markers(third.stdout)], third.stdout).toEqual([
    0,
    ['[ISSUE_COMPLETE: APP-1]', '[HARNESS_DONE]'],
  ]);
  const subjects = repo.git('log', '--format=%s', '-2').split('\n');
  expect(subjects, 'Id-03').toEqual(['feat: add more', 'feat: add APP-1']);
});

test('I-70 IO-06 a question of the proof without an answer is explained in the tracker, once', async () => {
  const repo = checked();
  writeIssue(repo, 'APP-1');
  const broke = script(repo, [{ when: {}, steps: [{ fail: { kind: 'billing' } }] }]);
  const failed = await repo.run('issues', '--project', 'app', '--script', broke);
  expect([failed.exitCode, failed.stdout]).toEqual([1, expect.stringContaining('The next start continues here')]);
  const files = ['src/sum.js'];
  const groups = [{ title: 'add a sum', type: 'feat', files, changes: '', invariants: [] }];
  const write = { path: 'src/sum.js', text: 'export const sum = (a, b) => a + b;\n' };
  const agents = script(repo, [planner('APP-1', { files, groups }), { ...worker, steps: [{ write }] }, reviewer()]);
  const start = ['issues', '--script', agents]; // a failure is no wish to stop: nothing is asked
  const first = await repo.start(start, { HARNESS_TRUST_WITNESS: 'ask' }).finished;
  expect([first.exitCode, markers(first.stdout)], first.stdout).toEqual([8, ['[HARNESS_PAUSE: APP-1]']]);
  const again = await repo.run('issues');
  expect([again.exitCode, markers(again.stdout)], again.stdout).toEqual([8, ['[HARNESS_PAUSE: APP-1]']]);
  const paused = commentsOf(repo, 'APP-1').match(/^Paused in .*\n.*completed: 0\/1\n.*none\n.*: add a sum$/gm);
  expect(paused, commentsOf(repo, 'APP-1')).toHaveLength(1);
  const { questions } = await repo.json<{ questions: { id: string; header: string }[] }>('questions');
  expect(questions.map(({ header }) => header)).toEqual(['Witness']);
  await repo.run('answer', questions[0]?.id ?? '', 'accept without');
  const last = await repo.run('issues');
  expect(markers(last.stdout), last.stdout).toEqual(['[ISSUE_COMPLETE: APP-1]', '[HARNESS_DONE]']);
});

test.each([
  ['no project', [], /needs a project/],
  ['a maximum below 1', ['--project', 'app', '--max', '0'], /--max/],
  ['an unknown tracker', ['--project', 'app', '--tracker', 'jira'], /jira/],
  ['a tracker without its key', ['--project', 'app', '--tracker', 'linear'], /LINEAR_API_KEY/],
])('I-02 %s is refused before anything begins', async (_, args, message) => {
  const repo = checked();
  const { exitCode, stderr } = await repo.run('issues', ...args, '--script', script(repo, []));
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(repo.git('status', '--porcelain', '--ignored')).not.toContain('.claude');
});
