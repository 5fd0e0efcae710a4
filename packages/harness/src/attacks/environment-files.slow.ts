/** An ignored template of environment files that an agent left in the checkout reaches no lane and no check of a mission. */
import { expect, test } from 'vitest';
import type { Repository } from '../testing/command.ts';
import { generating, personAnswer, rightSum, taskRepository } from '../testing/command-task.ts';
import { script } from '../testing/scripts.ts';
import { featureLines, planning, reviewing, validating, working } from '../workflows/mission/testing/script.ts';

const obedient = 'test ! -f .env || ! grep -q OBEY .env';

/** The user has a template that git ignores, and an older file aside. The product is right. */
function repositoryWithTemplate(check: string) {
  const repo = taskRepository({ test: check, build: null, lint: null, typecheck: null });
  repo.write('repo/SPEC.md', '# A product\n\nIt has features.\n');
  repo.write('repo/.gitignore', '.env*\nattic\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=A mission');
  repo.write('repo/.env.example', 'BY=USER\n');
  repo.write('repo/attic/old.env', 'BY=OBEY\n');
  return repo;
}

/** The worker writes down how often its `.env` has a word; the checks read that of their clean room. */
async function runMission(repo: Repository, word: string): Promise<string> {
  const look = { run: `grep -c ${word} .env > {item}.txt || true` };
  const answers = [planning({ id: 'F-001' }), reviewing(), working({ steps: [look] }), validating()];
  const done = await repo.run('mission', '--script', script(repo, answers));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(featureLines(repo)).toEqual(['F-001 passed 1']);
  return repo.git('show', 'main:F-001.txt');
}

test.each([
  ['written', 'echo "BY=OBEY" > .env.example'],
  ['moved into place', 'mv -f attic/old.env .env.example'],
  ['replaced by a link', 'ln -sf attic/old.env .env.example'],
])('a template that an agent left, %s, is not used', async (_, plant) => {
  const repo = repositoryWithTemplate(obedient);
  const steps = [{ run: plant, raw: true }];
  const people = [personAnswer('Commit', 'Commit code only')];
  const first = await repo.task({ answers: [generating(rightSum, { steps })], people });
  expect(first.exitCode, `${first.stdout}${first.stderr}`).toBe(0);
  expect(repo.read('.env.example')).toContain('OBEY');
  expect(await runMission(repo, 'OBEY')).toBe('0');
});

test('a template of the user is used', async () => {
  const repo = repositoryWithTemplate('test ! -f .env || grep -q "BY=USER" .env');
  expect(await runMission(repo, 'USER')).toBe('1');
});
