/** Attacks on the promise "a run can always be resumed": its lane is destroyed while a role works in it. */
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Repository, repository, until } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

type Attack = (lane: string, repo: Repository) => void;

const attacks: readonly (readonly [string, Attack])[] = [
  ['deleted', (lane) => rmSync(lane, { recursive: true })],
  [
    'replaced by a file',
    (lane) => {
      rmSync(lane, { recursive: true });
      writeFileSync(lane, 'no folder\n');
    },
  ],
  [
    'replaced by a link',
    (lane, repo) => {
      const elsewhere = join(repo.path, '..', 'elsewhere');
      mkdirSync(elsewhere);
      writeFileSync(join(elsewhere, 'theirs.txt'), 'theirs\n');
      rmSync(lane, { recursive: true });
      symlinkSync(elsewhere, lane);
    },
  ],
  ['moved away', (lane) => renameSync(lane, `${lane}-moved`)],
  ['without its .git', (lane) => rmSync(join(lane, '.git'))],
  ['with another .git', (lane) => writeFileSync(join(lane, '.git'), 'gitdir: /nowhere\n')],
  ['without its branch', (_, repo) => repo.git('update-ref', '-d', 'refs/heads/harness/attack')],
  [
    'without its packed branch',
    (_, repo) => {
      repo.git('pack-refs', '--all');
      const packed = join(repo.path, '.git/packed-refs');
      writeFileSync(packed, readFileSync(packed, 'utf8').replace(/.* refs\/heads\/harness\/attack\n/, ''));
    },
  ],
];

/** Waits until the call of a role has started. */
const calling = (repo: Repository, role: string) =>
  until(async () => {
    const run = await repo.newest();
    if (run === '') return undefined;
    const lines = readFileSync(repo.journal(run), 'utf8').split('\n');
    const at = lines.findLastIndex((line) => line.includes(`"role":"${role}"`) && line.includes('"asked"'));
    return at >= 0 ? run : undefined;
  });

const laneOf = (repo: Repository, run: string) => join(repo.path, '.harness/worktrees', run);

async function attackDuring(role: string, answers: readonly Record<string, unknown>[], attack: Attack) {
  const repo = repository();
  const agents = script(repo, answers);
  const args = [
    'converge',
    'Attack',
    '--check',
    'test -f README.md',
    '--passes',
    '4',
    '--script',
    agents,
    '--no-input',
  ];
  const running = repo.start(args);
  const run = await calling(repo, role);
  await delay(300);
  attack(laneOf(repo, run), repo);
  const results = [await running.finished];
  if (results[0]?.exitCode !== 0) results.push(await repo.run('resume', run, '--no-input'));
  return { repo, results };
}

describe.each(attacks)('a lane that is %s', (name, attack) => {
  test('E1 while the reviewer works is restored from its checkpoint', async () => {
    const answers = [implementerAnswer(), reviewerAnswer('No findings.', { steps: [{ sleep: 1500 }] })];
    const { repo, results } = await attackDuring('converge.reviewer', answers, attack);
    const said = results.map(({ stderr }) => stderr).join('\n');
    expect(said, name).not.toContain('defect');
    expect(results.at(-1)?.exitCode, said).toBe(0);
    expect(repo.git('ls-tree', '--name-only', 'harness/attack')).toBe('README.md\nwork.txt');
  });

  test('E1 while the implementer works ends without a defect', async () => {
    const slow = implementerAnswer({
      steps: [{ sleep: 1500 }, { write: { path: 'work.txt', text: 'pass {attempt}\n' } }],
    });
    const { results } = await attackDuring('converge.implementer', [slow, reviewerAnswer()], attack);
    const said = results.map(({ stderr }) => stderr).join('\n');
    expect(said, name).not.toContain('defect');
    expect([0, 5, 8], said).toContain(results.at(-1)?.exitCode);
  });
});

test('a sparse file of 30 GB in a lane is named before git reads it, and the run continues without it', async () => {
  const repo = repository();
  const steps = [{ write: { path: 'work.txt', text: 'x\n' } }, { run: 'truncate -s 30G big.bin' }];
  const agents = script(repo, [implementerAnswer({ steps }), reviewerAnswer()]);
  const args = ['converge', 'Attack', '--check', 'test -f work.txt', '--script', agents, '--no-input'];
  const asked = await repo.run(...args);
  expect([asked.exitCode, asked.stdout]).toEqual([8, expect.stringContaining('big.bin (30.0 GB) exceeds the limit')]);
  const run = await repo.newest();
  rmSync(join(laneOf(repo, run), 'big.bin'));
  await repo.run('answer', `${run}.2.saved.ask1`, 'Repeat');
  expect(await repo.run('resume', run, '--no-input')).toMatchObject({ exitCode: 0 });
  expect(repo.git('ls-tree', '--name-only', 'harness/attack')).toBe('README.md\nwork.txt');
});
