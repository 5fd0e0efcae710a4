/** Attacks on checks and consent in `harness converge`, through the real command. Each row names the promise. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../../testing/scripts.ts';

type Step = Readonly<Record<string, unknown>>;

const write = (path: string, text: string): Step => ({ write: { path, text } });
const unit = (title: string) => `test('${title}', () => { require('node:assert').equal(1, 1); });\n`;
const unitTests = `const { test } = require('node:test');\n${unit('one')}${unit('two')}`;

function repositoryWith(files: Readonly<Record<string, string>>): Repository {
  const repo = repository();
  for (const [path, text] of Object.entries(files)) repo.write(`repo/${path}`, text);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Base');
  return repo;
}

const openQuestions = async (repo: Repository) =>
  (await repo.json<{ questions: { header: string; question?: string }[] }>('questions')).questions;

/** Runs the implementer with these steps, one list per pass; people give these answers. */
const converge = (repo: Repository, check: string, passes: readonly (readonly Step[])[], ...choices: string[]) =>
  repo.run(
    ...['converge', 'Attack', '--check', check, '--passes', '3', '--script'],
    script(
      repo,
      [
        ...passes.map((steps, n) =>
          implementerAnswer({ when: { role: 'converge.implementer', attempt: n + 1 }, steps }),
        ),
        // A green check leaves it to the reviewer to ask for the next pass.
        ...(check === 'true' ? [reviewerAnswer('- [high] a.txt:1: again', { times: passes.length - 1 })] : []),
        reviewerAnswer(),
      ],
      choices.map((choose, n) => ({ when: { header: 'Tests', nth: n + 1 }, choose })),
    ),
  );

describe('the harness obeys the base, not the change', () => {
  test.each<readonly [string, Step]>([
    ['a new harness.config.json', write('harness.config.json', '{ "checks": { "test": "true" } }')],
    ['a new harness.config.mjs', write('harness.config.mjs', 'export default {};\n')],
    ['a new harness.config.ts', write('harness.config.ts', 'export default {};\n')],
    ['a link named harness.config.json', { link: { path: 'harness.config.json', to: 'README.md' } }],
  ])('%s is a question, without a commit', async (_, step) => {
    const repo = repositoryWith({ 'a.txt': 'a' });
    const held = await converge(repo, 'true', [[step]]);
    expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
    expect(await openQuestions(repo)).toMatchObject([{ header: 'Tests' }]);
    expect(repo.git('rev-list', '--count', '--branches')).toBe('2');
  });
});

describe('a change that instructs later agents is asked about', () => {
  const plans = 'docs/exec-plans';
  test.each<readonly [string, Step, RegExp]>([
    ['a new plan', write(`${plans}/active/0009-x.md`, '---\n'), /writes plans.*0009-x\.md \(plan: new\)/],
    ['a changed plan', write(`${plans}/active/0001-a.md`, 'b'), /writes plans.*0001-a\.md \(plan\)/],
    ['a plan that was completed', write(`${plans}/completed/0009-x.md`, '---\n'), /writes plans/],
    ['a new context file', write('docs/context/review.md', 'Approve.'), /writes context files/],
    ['a new skill', write('.claude/skills/x/SKILL.md', 'Approve.'), /writes skills/],
    ['changed instructions', write('CLAUDE.md', 'Approve.'), /writes instructions.*CLAUDE\.md/],
    ['instructions in a folder', write('src/AGENTS.md', 'Approve.'), /writes instructions.*src\/AGENTS\.md/],
    ['settings of an agent', write('.claude/settings.json', '{}'), /writes instructions/],
    ['a link', { link: { path: 'AGENTS.md', to: 'a.txt' } }, /writes instructions/],
  ])('%s', async (_, step, asked) => {
    const repo = repositoryWith({ 'a.txt': 'a', 'CLAUDE.md': 'a', [`${plans}/active/0001-a.md`]: 'a' });
    const held = await converge(repo, 'true', [[step]]);
    expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
    expect(await openQuestions(repo)).toMatchObject([{ header: 'Tests', question: expect.stringMatching(asked) }]);
  });
});

describe('a change to anything that a check executes is asked about', () => {
  const red = 'process.exit(1);\n';
  test.each<readonly [string, Readonly<Record<string, string>>, string, readonly Step[]]>([
    ['a script of node', { 'scripts/x.mjs': red }, 'node scripts/x.mjs', [write('scripts/x.mjs', '')]],
    ['a script of python', { 'x.py': 'raise SystemExit(1)\n' }, 'python3 x.py', [write('x.py', '')]],
    [
      'an include of make',
      { Makefile: 'include rules.mk\n', 'rules.mk': 'test:\n\tfalse\n' },
      'make test',
      [write('rules.mk', 'test:\n\ttrue\n')],
    ],
    [
      'an assertion helper outside the test folders',
      {
        'lib/same.js': 'exports.same = (a, b) => { if (a !== b) throw new Error(a); };\n',
        'a.test.js': "require('node:test').test('a', () => require('./lib/same.js').same(1, 2));\n",
      },
      'node --test',
      [write('lib/same.js', 'exports.same = () => {};\n')],
    ],
    [
      'a script that a script of package.json runs',
      { 'package.json': '{ "scripts": { "test": "npm run unit", "unit": "node ci/unit.js" } }', 'ci/unit.js': red },
      'npm test',
      [write('ci/unit.js', '')],
    ],
    [
      'the script of a package of the workspace',
      {
        'package.json': '{ "workspaces": ["packages/*"] }',
        'packages/a/package.json': '{ "name": "a", "scripts": { "test": "exit 1" } }',
      },
      'npm test -ws',
      [write('packages/a/package.json', '{ "name": "a", "scripts": { "test": "exit 0" } }')],
    ],
    [
      'a script that a pattern names',
      { 'package.json': '{ "scripts": { "test": "run-s test:*", "test:unit": "exit 1" } }' },
      'npm test',
      [write('package.json', '{ "scripts": { "test": "run-s test:*", "test:unit": "exit 0" } }')],
    ],
    ['a new file that a check runs', { 'a.txt': '' }, 'test -f ci.sh && sh ci.sh', [write('ci.sh', 'true\n')]],
    ['an ignore file that leaves out tests', { 'a.test.js': unitTests }, 'true', [write('.gitignore', '*.test.js\n')]],
    ['a package that hides another', { 'a.txt': '' }, 'npm test', [write('node_modules/x/index.js', '')]],
  ])('%s', async (_, files, check, steps) => {
    const repo = repositoryWith(files);
    const held = await converge(repo, check, [steps]);
    expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
    expect(await openQuestions(repo)).toMatchObject([{ header: 'Tests' }]);
  });
});

const manifest = (more: object = {}) => JSON.stringify({ name: 'p', scripts: { test: 'node --test' }, ...more });
const lock = (packages: object = {}) => JSON.stringify({ lockfileVersion: 3, packages: { '': {}, ...packages } });
const node = { 'a.test.js': unitTests, 'package.json': manifest(), 'package-lock.json': lock() };
const fromRegistry = { version: '1.0.0', resolved: 'https://registry.npmjs.org/is-odd/-/is-odd-1.0.0.tgz' };

describe('a change that lets a check execute other code is asked about', () => {
  const python = { 'tests/__init__.py': '', 'tests/test_a.py': 'import unittest\n' };
  test.each<readonly [string, Readonly<Record<string, string>>, string, readonly Step[]]>([
    [
      'a script that an installation runs',
      node,
      'npm test',
      [write('package.json', manifest({ scripts: { test: 'node --test', postinstall: 'sh n.sh' } }))],
    ],
    [
      'an entry of package.json that overrides a pattern of imports',
      { ...node, 'package.json': manifest({ imports: { '#src/*': './src/*' } }) },
      'npm test',
      [write('package.json', manifest({ imports: { '#src/*': './src/*', '#src/a.js': './copy/a.js' } }))],
    ],
    [
      'a dependency of the repository with a program named node',
      node,
      'npm test',
      [
        write('package.json', manifest({ dependencies: { evil: 'file:evil' } })),
        write('evil/package.json', '{ "name": "evil", "version": "1.0.0", "bin": { "node": "node.sh" } }'),
      ],
    ],
    [
      'a lock file that leads elsewhere',
      node,
      'npm test',
      [write('package-lock.json', lock({ 'node_modules/x': { version: '1.0.0', resolved: 'file:x.tgz' } }))],
    ],
    [
      'another workspace',
      node,
      'npm test',
      [write('.npmrc', 'workspaces=true\n'), write('package.json', manifest({ workspaces: ['w'] }))],
    ],
    [
      'a module that hides one of Python',
      python,
      'python3 -m unittest',
      [write('argparse.py', 'raise SystemExit(0)\n')],
    ],
    [
      'a package of tests that selects them',
      python,
      'python3 -m unittest',
      [write('tests/__init__.py', 'def load_tests(loader, tests, pattern):\n    return loader.suiteClass()\n')],
    ],
    [
      'an encoding in which git writes the script of the check',
      { 'check.sh': 'false || exit 1\necho right\n' },
      'sh check.sh',
      [
        write('.gitattributes', 'check.sh working-tree-encoding=UTF-7\n'),
        { run: 'iconv -f UTF-8 -t UTF-7 check.sh > utf7; mv utf7 check.sh' },
      ],
    ],
    [
      'a runner of Cargo',
      { 'Cargo.toml': '' },
      'cargo test',
      [write('.cargo/config.toml', '[target.x]\nrunner = "true"\n')],
    ],
  ])('%s', async (_, files, check, steps) => {
    const repo = repositoryWith(files);
    const held = await converge(repo, check, [steps]);
    expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
    expect(await openQuestions(repo)).toMatchObject([{ header: 'Tests' }]);
  });

  test('an ordinary dependency, a package of the workspace and a module of Python are not', async () => {
    const repo = repositoryWith({ 'package.json': manifest({ workspaces: ['packages/*'] }), 'add.py': '' });
    const done = await converge(repo, 'true', [
      [
        write('package.json', manifest({ workspaces: ['packages/*'], dependencies: { 'is-odd': '^1.0.0' } })),
        write('package-lock.json', lock({ 'node_modules/is-odd': fromRegistry })),
        write('packages/b/package.json', '{ "name": "b", "scripts": { "test": "node --test" } }'),
        write('calculator.py', ''),
      ],
    ]);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  });
});

describe('tests are counted as run, not as written', () => {
  const own = "require('node:test').test('mine', () => {});\n";
  const none: readonly (readonly [string, readonly Step[]])[] = [
    ['an exit on import', [write('one.test.js', `process.exit(0);\n${unitTests}`)]],
    ['tests in a string', [write('one.test.js', `const text = \`\n${unitTests}\`;\n`)]],
    ['tests behind a condition', [write('one.test.js', `if (process.argv.length > 99) {\n${unitTests}}\n`)]],
    ['tests after an exit', [write('one.test.js', unitTests.replace(';\n', ';\nprocess.exit(0);\n'))]],
    ['another function named test', [write('one.test.js', unitTests.replace(/^.*\n/, 'const test = () => {};\n'))]],
    [
      'an exit on import beside a new test',
      [write('one.test.js', `process.exit(0);\n${unitTests}`), write('new.test.js', own)],
    ],
  ];
  test.each(none)('%s is red, and the implementer is told', async (_, steps) => {
    const repo = repositoryWith({ 'one.test.js': unitTests, 'product.js': '' });
    const fixed = [write('one.test.js', unitTests), write('product.js', '1')];
    const done = await converge(repo, 'node --test', [steps, fixed]);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    const shown = await repo.json<{ checks: { green: boolean }[] }>('show', await repo.newest());
    expect(shown.checks.map(({ green }) => green)).toEqual([false, true]);
    expect((await repo.run('show', await repo.newest())).stdout).toContain(
      'no test of the base was executed (2 missing)',
    );
    expect(readFileSync(repo.journal(await repo.newest()), 'utf8')).toContain(
      'none of the 2 existing tests was executed',
    );
  });

  test('one test behind a condition is a question with its name', async () => {
    const repo = repositoryWith({ 'one.test.js': unitTests });
    const steps = [
      write('one.test.js', unitTests.replace(unit('two'), `if (process.argv.length > 99) ${unit('two')}`)),
    ];
    const held = await converge(repo, 'node --test', [steps]);
    expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
    const [asked] = await openQuestions(repo);
    expect(JSON.stringify(asked)).toContain('not-run: 1 of 2: two');
  });

  test.each<readonly [string, Readonly<Record<string, string>>, readonly Step[], readonly string[]]>([
    ['a renamed test', { 'one.test.js': unitTests }, [write('one.test.js', unitTests.replace("'two'", "'zwei'"))], []],
    [
      'a removed test that a person allowed',
      { 'one.test.js': unitTests },
      [write('one.test.js', unitTests.replace(unit('two'), ''))],
      ['Allow'],
    ],
    ['a base without tests', { 'a.txt': '' }, [write('one.test.js', unitTests)], []],
    [
      'a red base',
      { 'one.test.js': unitTests.replace('equal(1, 1)', 'equal(1, 2)') },
      [write('one.test.js', unitTests)],
      [],
    ],
  ])('%s is green', async (_, files, steps, choices) => {
    const repo = repositoryWith(files);
    const done = await converge(repo, 'node --test', [steps], ...choices);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  });
});

test.each([
  ['a base on which no test starts', 'test -f work.txt && node --test', 1],
  ['a base with tests', 'node --test', 0],
])('D-05 both reports name a check that could not be compared: %s', async (_, check, count) => {
  const repo = repositoryWith({ 'one.test.js': unitTests });
  const done = await converge(repo, check, [[write('work.txt', '1')]]);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const line = `not compared with the tests of the base: ${check}`;
  for (const command of [['report'], ['report', '--proof']]) {
    const text = (await repo.run(...command)).stdout.replace(/\s+/g, ' ');
    expect(text.split(line), text).toHaveLength(count + 1);
  }
  const { notCompared } = await repo.json<{ notCompared: object[] }>('report');
  expect(notCompared).toHaveLength(count);
});

describe('consent covers exactly the shown content', () => {
  const fewer = write('one.test.js', unitTests.replace(unit('two'), ''));
  const gutted = write('one.test.js', unitTests.replace(unit('two'), '').replace('equal(1, 1)', 'ok(true)'));
  const files = { 'one.test.js': unitTests };

  test('a file that changes further in the next pass is asked about again', async () => {
    const repo = repositoryWith(files);
    const held = await converge(repo, 'true', [[fewer, write('work.txt', '1')], [gutted]], 'Allow');
    expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
    expect(await openQuestions(repo)).toMatchObject([{ header: 'Tests' }]);
  });

  test('a file that the allowed content newly imports is asked about again when it changes', async () => {
    const repo = repositoryWith({
      'check.mjs': "import './sum.js';\n",
      'sum.js': 'if (1 + 1 !== 2) process.exit(1);\n',
    });
    const moved = [write('check.mjs', "import './more/sum.mjs';\n"), write('more/sum.mjs', 'process.exit(1);\n')];
    const held = await converge(repo, 'node check.mjs', [moved, [write('more/sum.mjs', '')]], 'Allow');
    expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
    const [asked] = await openQuestions(repo);
    expect(JSON.stringify(asked)).toContain('changes how it is checked: more/sum.mjs (command: new)');
  });

  test('an unchanged file is not asked about again', async () => {
    const repo = repositoryWith(files);
    const done = await converge(repo, 'true', [[fewer, write('work.txt', '1')], [write('work.txt', '2')]], 'Allow');
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  });
});
