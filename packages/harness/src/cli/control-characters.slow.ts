/** Names and keys with control characters and bidi marks never reach the terminal as they are, in refusals too. */
import { describe, expect, test } from 'vitest';
import { type CommandResult, type Repository, repository } from '../testing/command.ts';
import { product } from '../testing/product.ts';
import { script } from '../testing/scripts.ts';
import { repositoryWithSpec } from '../workflows/mission/testing/script.ts';

/** Clears the screen, sets the title, starts a sequence in one byte, reverses the text, and starts a new line. */
const hostile = 'x\u001b[2J\u001b]0;t\u0007\u009b31m\u202e\u2066\u200f\u061c\r\n  try: rm';
const plans = 'repo/docs/exec-plans/active';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

function expectPrintable({ exitCode, stdout, stderr }: CommandResult, code: number): void {
  expect(exitCode, stdout + stderr).toBe(code);
  expect(stdout + stderr).not.toMatch(raw);
  expect(stdout + stderr).not.toMatch(/^ *try: rm/m); // no line of its own
}

const inPlan = (text: string) => {
  const repo = product();
  repo.write(`${plans}/0009-x.md`, text);
  return repo;
};
const withConfig = (config: object) => {
  const repo = repository();
  repo.write('repo/harness.config.json', JSON.stringify(config));
  return repo;
};
const withFeatures = (features: readonly object[]) => {
  const repo = repositoryWithSpec();
  repo.write('repo/.harness/features.json', JSON.stringify({ features }));
  return repo;
};
const feature = (id: string) => ({ id, title: id, claims: ['VAL-CORE-001'] });

type Case = readonly [string, () => Repository, readonly string[], number];
const cases: readonly Case[] = [
  ['a configuration key', () => withConfig({ [hostile]: 1 }), ['converge', 'Do it'], 2],
  ['a configuration value', () => withConfig({ sandbox: hostile }), ['converge', 'Do it'], 2],
  [
    'a key of a plan',
    () => inPlan(`---\n"${JSON.stringify(hostile).slice(1, -1)}": 1\n---\n# X\n`),
    ['run', '0001'],
    2,
  ],
  ['a value of a plan', () => inPlan(`---\nid: ${JSON.stringify(hostile)}\n---\n# X\n`), ['run', '0001'], 2],
  ['an id of a feature', () => withFeatures([feature(hostile), feature(hostile)]), ['mission'], 2],
  ['a word of the command line', repository, ['show', hostile], 1],
  ['a command', repository, [hostile], 2],
  ['an option', repository, ['runs', `--${hostile}`], 2],
];

describe.each(cases)('%s', (_, repo, args, code) => {
  test('is made printable in a refusal', async () => expectPrintable(await repo().run(...args), code));

  test('is escaped in the JSON of a refusal', async () => {
    const { stdout } = await repo().run(...args, '--json');
    expect(stdout).not.toMatch(raw);
    expect(JSON.parse(stdout)).toHaveProperty('error.code');
  });
});

test('the name of a plan file is made printable in a refusal', async () => {
  const repo = product();
  repo.write(`${plans}/0009-${hostile.replace('/', '')}.md`, 'no plan');
  expectPrintable(await repo.run('run', '0001'), 2);
});

test('the name of a script file is made printable in a refusal', async () => {
  const repo = repository();
  script(repo, []);
  expectPrintable(await repo.run('converge', 'Do it', '--check', 'true', '--script', `${hostile}.yaml`), 2);
});
