/** A change that pretends to do something is neither done nor committed, through the real command. */
import { describe, expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';
import type { Files } from '../testing/prove.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';
import { liars } from './testing/liars.ts';
import { liarsByCommand, plantedLiars } from './testing/planted-liars.ts';
import { isRunnerMissing, type SmallRunner, smallRepositories } from './testing/small-repositories.ts';

type Step = Readonly<Record<string, unknown>>;

function smallRepository(runner: SmallRunner): Repository {
  const repo = repository();
  for (const [path, text] of Object.entries(smallRepositories[runner].base)) repo.write(`repo/${path}`, text ?? '');
  repo.write('repo/.gitignore', 'node_modules\n__pycache__\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Base');
  return repo;
}

const stepsOf = (change: Files): readonly Step[] =>
  Object.entries(change).map(([path, text]) =>
    text === null ? { delete: path } : { write: { path, text, raw: true } },
  );

/** The agent does the same again when it is sent back, its reviewer finds nothing, and no person answers. */
async function lie(repo: Repository, check: string, steps: readonly Step[], header: string): Promise<void> {
  const before = repo.git('rev-list', '--branches');
  const agents = script(repo, [implementerAnswer({ steps, times: 9 }), reviewerAnswer('No findings.', { times: 9 })]);
  const args = ['converge', 'Add discounts', '--check', check, '--passes', '3', '--script', agents];
  const ended = await repo.start(args, { HARNESS_TRUST_WITNESS: 'ask' }).finished;
  expect(ended, `${ended.stdout}${ended.stderr}`).toMatchObject({ exitCode: 8 });
  expect(repo.git('rev-list', '--branches')).toBe(before);
  const { questions } = await repo.json<{ questions: { header: string }[] }>('questions');
  expect(questions).toMatchObject([{ header }]);
}

describe('a liar ends without a commit', () => {
  const rows = liars.filter(({ name }) => liarsByCommand.includes(name));
  test('every named liar is in the table', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(liarsByCommand.toSorted());
  });
  test.each(rows)('$name', async ({ runner, change, reason }) => {
    if (isRunnerMissing(runner)) return;
    const [check = ''] = smallRepositories[runner].checks ?? [];
    await lie(smallRepository(runner), check, stepsOf(change), reason === 'promise' ? 'Promise' : 'Witness');
  });
});

describe('a change of what a check executes ends without a commit', () => {
  test.each(plantedLiars)('$name', async ({ runner, check, change, run, asked }) => {
    if (isRunnerMissing(runner)) return;
    const planting = run === undefined ? [] : [{ run }];
    await lie(smallRepository(runner), check, [...stepsOf(change), ...planting], asked);
  });
});
