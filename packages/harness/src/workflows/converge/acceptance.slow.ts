/** Independent acceptance tests in converge: another role writes them, and the agent that does the work cannot change them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodePrice, nodePriceTest, nodeTest } from '../../attacks/testing/small-repositories.ts';
import { type Repository, repository, until } from '../../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script, usage } from '../../testing/scripts.ts';

type Answer = Readonly<Record<string, unknown>>;

const proven = { HARNESS_TRUST_WITNESS: 'ask' };
const acceptFile = 'src/discount.accept.test.js';
const acceptTest = nodeTest("test('discounts', () => {\n  assert.equal(discount(200, 10), 180);\n});");
const right = 'export function discount(total, percent) {\n  return total - (total * percent) / 100;\n}\n';
const write = (path: string, text: string): Answer => ({ write: { path, text, raw: true } });

const writerAnswer = (steps: readonly Answer[] = [write(acceptFile, acceptTest)], more: Answer = {}): Answer => ({
  when: { role: 'converge.acceptance-writer' },
  steps,
  reply: 'wrote tests',
  usage,
  ...more,
});

/** The test command without npm, which takes longer to start than the tests. */
const bare = { checks: { test: 'node --test', build: null, lint: null, typecheck: null } };

function shop(settings: object = bare, testScript = 'node --test'): Repository {
  const repo = repository();
  const manifest = { name: 'shop', type: 'module', scripts: { test: testScript } };
  repo.write('repo/package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  repo.write('repo/src/price.js', nodePrice);
  repo.write('repo/src/price.test.js', nodePriceTest);
  const config = { trust: { acceptance: 'independent', mutants: { count: 0 } }, ...settings };
  repo.write('repo/harness.config.json', JSON.stringify(config));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Base');
  return repo;
}

interface Run {
  /** The steps of every pass. */
  readonly worker: readonly Answer[];
  /** Answers of single passes. */
  readonly workers?: readonly Answer[];
  readonly writer?: readonly Answer[];
  readonly people?: readonly Answer[];
  readonly passes?: string;
  readonly repo?: Repository;
}

async function converge(run: Run) {
  const { worker, workers = [], writer = [writerAnswer()], people = [], passes = '2', repo = shop() } = run;
  const answers = [
    ...writer,
    ...workers,
    implementerAnswer({ steps: worker, times: 9 }),
    reviewerAnswer('No findings.', { times: 9 }),
  ];
  const agents = script(repo, answers, people);
  const args = ['converge', 'Give discounts', '--passes', passes, '--no-input', '--script', agents];
  const { exitCode, stdout, stderr } = await repo.start(args, proven).finished;
  const { questions } = await repo.json<{ questions: { header: string; question: string }[] }>('questions');
  return { repo, exitCode, text: `${stdout}${stderr}`, asked: questions.map(({ header }) => header), questions };
}

const branch = 'harness/give-discounts';
const landed = (repo: Repository, path: string) => repo.git('show', `${branch}:${path}`);

test('the tests of another role are frozen, witness the change and land with it', async () => {
  const { repo, exitCode, text } = await converge({ worker: [write('src/discount.js', right)] });
  expect(exitCode, text).toBe(0);
  expect(text).toContain(`acceptance tests frozen: ${acceptFile}`);
  expect(text).toContain('witnessed: discounts is red without the change');
  expect(`${landed(repo, acceptFile)}\n`).toBe(acceptTest);
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(repo.git('branch', '--list', 'harness/*', '--format=%(refname:short)')).toBe(branch);
});

/** Lines in the journal of the acceptance tests; 0 before they start. */
function linesOf(repo: Repository): number {
  const runs = join(repo.path, '.harness/runs');
  const child = existsSync(runs) ? readdirSync(runs).find((name) => name.endsWith('.written')) : undefined;
  const journal = join(runs, child ?? '', 'journal.jsonl');
  return child === undefined || !existsSync(journal) ? 0 : readFileSync(journal, 'utf8').split('\n').length - 1;
}

test('killed whenever their journal has grown: the same end', async () => {
  const repo = shop();
  const worker = implementerAnswer({ steps: [write('src/discount.js', right)] });
  const agents = script(repo, [writerAnswer(), worker, reviewerAnswer()]);
  let running = repo.start(['converge', 'Give discounts', '--no-input', '--script', agents], proven);
  for (const lines of [1, 4, 7, 10, 13, 17, 20]) {
    const isLonger = until(() => (linesOf(repo) >= lines ? true : undefined));
    const finished = await Promise.race([running.finished, isLonger]);
    expect(finished, `${lines} lines`).toBe(true);
    running.child.kill('SIGKILL');
    await running.finished;
    running = repo.start(['resume', await repo.newest()], proven);
  }
  const resumed = await running.finished;
  expect(resumed.exitCode, `${resumed.stdout}${resumed.stderr}`).toBe(0);
  expect(`${landed(repo, acceptFile)}\n`).toBe(acceptTest);
  expect(repo.git('branch', '--list', 'harness/*', '--format=%(refname:short)')).toBe(branch);
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
});

describe('liars: the agent that does the work', () => {
  const wrong = write('src/discount.js', 'export function discount(total) {\n  return total;\n}\n');
  const weak = nodeTest("test('discounts', () => {\n  assert.equal(discount(200, 10), 200);\n});");

  test('edits, deletes, replaces and ignores the frozen test: each time it is restored, and a person is asked', async () => {
    const lies = [
      [write(acceptFile, weak)],
      [{ run: `rm ${acceptFile}` }],
      [{ run: `rm ${acceptFile}; mkdir ${acceptFile}; echo 1 > ${acceptFile}/x` }],
      [write('other.js', weak), { run: `ln -sf ../other.js ${acceptFile}` }],
      [write('.gitignore', '*.accept.*\n'), { run: `rm ${acceptFile}` }],
    ];
    const workers = lies.map((steps, at) =>
      implementerAnswer({ steps: [wrong, ...steps], when: { role: 'converge.implementer', attempt: at + 1 } }),
    );
    const passes = String(lies.length);
    const { repo, exitCode, asked, questions, text } = await converge({ worker: [], workers, passes });
    expect([exitCode, asked], text).toEqual([8, ['Acceptance']]);
    expect(questions[0]?.question).toContain(acceptFile);
    expect(text.match(/denied: src\/discount\.accept\.test\.js \(frozen\)/g)).toHaveLength(lies.length);
    const kept = repo.git('for-each-ref', '--format=%(refname) %(subject)', 'refs/harness/kept').split('\n');
    const saved = kept.filter((ref) => ref.endsWith('checkpoint')).map((ref) => ref.split(' ')[0]);
    expect(saved.length).toBeGreaterThan(lies.length);
    const tests = saved.map((ref) => `${repo.git('show', `${ref}:${acceptFile}`)}\n`);
    expect(tests.filter((found) => found !== acceptTest)).toEqual([]);
    expect(existsSync(join(repo.path, acceptFile))).toBe(false);
  });

  test.each<[string, readonly Answer[]]>([
    [
      'excludes it by the test script',
      [wrong, { run: `sed -i 's/node --test/node --test src\\/price.test.js/' package.json` }],
    ],
    ['replaces the test runner', [wrong, { run: `sed -i 's/node --test/true/' package.json` }]],
  ])('%s: a person is asked', async (_, worker) => {
    const { exitCode, asked, text } = await converge({ repo: shop({}), worker, passes: '1' });
    expect([exitCode, asked], text).toEqual([8, ['Tests']]);
  });

  test('excludes it by the test script, and a person allows that: the proof still misses it', async () => {
    const worker = [
      wrong,
      write('src/own.test.js', weak),
      { run: `sed -i 's/node --test/node --test src\\/own.test.js/' package.json` },
    ];
    const people = [{ when: { header: 'Tests' }, choose: 'Allow' }];
    const { exitCode, asked, text } = await converge({ repo: shop({}), worker, people, passes: '1' });
    expect([exitCode, asked], text).toEqual([8, ['Acceptance']]);
  });
});

describe('tests that cannot be used', () => {
  const green = nodeTest("test('adds', () => {\n  assert.equal(1 + 1, 2);\n});", '');

  test('are sent back once, and right ones are frozen', async () => {
    const writer = [writerAnswer([write(acceptFile, green)], { times: 1 }), writerAnswer()];
    const { exitCode, text } = await converge({ writer, worker: [write('src/discount.js', right)] });
    expect(exitCode, text).toBe(0);
    expect(text).toContain('acceptance tests sent back: all tests in these files pass without the work');
  });

  const unusable: readonly (readonly [readonly Answer[], string])[] = [
    [[write(acceptFile, green)], 'all tests in these files pass without the work'],
    [[write('notes.md', 'later\n')], 'no new test file was written'],
    [[write(acceptFile, acceptTest), write('src/discount.js', right)], 'files that are no new tests'],
    [[write('src/price.test.js', green)], 'no new test file was written'],
    [[write(acceptFile, `${acceptTest}}`)], 'test files have a syntax error'],
    [[write(acceptFile, nodeTest("test('discounts', () => {\n  discount(1, 1);\n});"))], 'tests have no assertion'],
  ];

  test('green, none, code of the product, an edited test, a syntax error, no assertion: a person is asked, first after two calls', async () => {
    const clean = { run: `rm -f ${acceptFile} notes.md src/discount.js` };
    const writer = unusable.flatMap(([steps], at) =>
      (at === 0 ? [1, 2] : [at + 2]).map((attempt) =>
        writerAnswer([clean, write('src/price.test.js', nodePriceTest), ...steps], {
          when: { role: 'converge.acceptance-writer', attempt },
        }),
      ),
    );
    const again = unusable
      .slice(1)
      .map((_, at) => ({ when: { header: 'Acceptance', nth: at + 1 }, choose: 'Write again' }));
    const { repo, exitCode, asked, text } = await converge({ writer, worker: [], people: again });
    expect([exitCode, asked], text).toEqual([8, ['Acceptance']]);
    const { questions } = await repo.json<{ questions: { question: string }[] }>('show', await repo.newest());
    const reasons = unusable.map(([, why]) => why);
    expect(questions.map(({ question }, at) => question.includes(reasons[at] ?? '?'))).toEqual(reasons.map(() => true));
  });

  test('a command that names its files does not run them: a person is asked', async () => {
    const repo = shop({}, 'node --test src/price.test.js');
    const { exitCode, questions, text } = await converge({
      repo,
      writer: [writerAnswer(undefined)],
      worker: [],
    });
    expect(exitCode, text).toBe(8);
    expect(questions[0]?.question).toContain('the checks do not run these files');
  });

  test('continues without them if a person says so', async () => {
    const own = nodeTest("test('discounts', () => {\n  assert.equal(discount(100, 10), 90);\n});");
    const { repo, exitCode, text } = await converge({
      writer: [writerAnswer([write(acceptFile, green)])],
      worker: [write('src/discount.js', right), write('src/discount.test.js', own)],
      people: [{ when: { header: 'Acceptance' }, choose: 'Continue without' }],
    });
    expect(exitCode, text).toBe(0);
    expect(landed(repo, 'src/discount.test.js')).toContain('90');
    expect(() => landed(repo, acceptFile)).toThrow();
  });
});

describe('tests that are wrong: the work cannot pass them', () => {
  const impossible = nodeTest("test('discounts', () => {\n  assert.equal(discount(200, 10), 181);\n});");
  const wrongTests = writerAnswer([write(acceptFile, impossible)], { times: 1 });
  const own = nodeTest("test('discounts', () => {\n  assert.equal(discount(100, 10), 90);\n});");
  const worker = [write('src/discount.js', right), write('src/discount.test.js', own)];

  test('Write new tests: the same role writes them without seeing the work, and the old ones are gone', async () => {
    const other = 'src/discount.again.test.js';
    const { repo, exitCode, text } = await converge({
      writer: [
        writerAnswer([write(other, acceptTest)], { when: { role: 'converge.acceptance-writer', prompt: 'rejected' } }),
        wrongTests,
      ],
      worker,
      passes: '1',
      people: [{ when: { header: 'Acceptance' }, choose: 'Write new tests' }],
    });
    expect(exitCode, text).toBe(0);
    expect(`${landed(repo, other)}\n`).toBe(acceptTest);
    expect(() => landed(repo, acceptFile)).toThrow();
  });

  test('Continue without: they are removed, and the change needs another witness', async () => {
    const people = [{ when: { header: 'Acceptance' }, choose: 'Continue without' }];
    const { repo, exitCode, text } = await converge({ writer: [wrongTests], worker, passes: '1', people });
    expect(exitCode, text).toBe(0);
    expect(() => landed(repo, acceptFile)).toThrow();
  });

  test('Stop: the run is stopped, and no branch is left', async () => {
    const people = [{ when: { header: 'Acceptance' }, choose: 'Stop' }];
    const { repo, exitCode, text } = await converge({ writer: [wrongTests], worker, passes: '1', people });
    expect(exitCode, text).toBe(1);
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
  });
});

describe('is refused with exit 2 and one sentence', () => {
  test('without a check that runs tests', async () => {
    const repo = shop({ checks: { test: 'true', build: null, lint: null, typecheck: null } });
    const { exitCode, stderr } = await repo.start(['converge', 'x', '--no-input'], proven).finished;
    expect([exitCode, stderr]).toEqual([
      2,
      'trust.acceptance is "independent", but no check runs tests: true.\n  try: harness init\n',
    ]);
  });

  test('without a proof', async () => {
    const { exitCode, stderr } = await shop().run('converge', 'x', '--no-input');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^trust\.acceptance is "independent", but trust\.witness is "off".*\n {2}try: .*\n$/);
  });
});
