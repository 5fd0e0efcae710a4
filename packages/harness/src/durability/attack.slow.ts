/** Hostile agents and unusual repositories: each test is a real process in a real repository. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CommandResult, type Repository, repository } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

type Answer = Parameters<typeof script>[1][number];

const launcher = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'cli', 'harness.mjs');
const converge = (repo: Repository, answers: readonly Answer[], people: readonly Answer[] = [], check = 'true') => [
  ...['converge', 'Do it', '--check', check, '--script', script(repo, answers, people)],
];
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
const steps = (...list: readonly Answer[]): Answer => implementerAnswer({ steps: list });
const write = (path: string, text: string): Answer => ({ write: { path, text } });

describe('an agent that answers', () => {
  test('ten megabytes: they become an artifact, and the journal stays small', async () => {
    const repo = repository();
    const long = 'blah blah\n'.repeat(1_000_000);
    const answers = [implementerAnswer({ reply: `${long}wrote it` }), reviewerAnswer(`${long}No findings.`)];
    expect((await repo.run(...converge(repo, answers))).exitCode).toBe(0);
    expect(statSync(repo.journal(await repo.newest())).size).toBeLessThan(50_000);
  });

  test.each([
    ['nothing', ''],
    ['half a line of JSON', '{"findings": [{"sever'],
    ['control characters', '\u0000\u0007\u001b]0;title\u0007\u001b[2J\u009b31m\r\b\u202e'],
    ['half a character', Buffer.from([0x2d, 0x20, 0xed, 0x95]).toString('latin1')],
  ])(
    '%s as a review: one repair turn, then exit 4, never clean, and no raw control character on the terminal',
    async (_, reply) => {
      const repo = repository();
      const { exitCode, stdout, stderr } = await repo.run(
        ...converge(repo, [implementerAnswer(), reviewerAnswer(reply)]),
      );
      expect(exitCode).toBe(4);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(stdout + stderr).not.toMatch(/[\u0000\u0007\u001b\u009b\u202e\b]/);
      expect(repo.git('branch', '--list', 'harness/*')).toBe('');
    },
  );

  test('control characters in a file name: the run completes, and the file is committed under its name', async () => {
    const repo = repository();
    const answers = [steps(write('a\u001b[31m\nb.txt', 'x')), reviewerAnswer()];
    const { exitCode, stdout } = await repo.run(...converge(repo, answers));
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('\u001b');
    expect(repo.git('ls-tree', '-z', '--name-only', 'harness/do-it')).toContain('a\u001b[31m\nb.txt');
  });
});

describe('a planted key', () => {
  const known = 'a planted key, 17';
  const shaped = 'sk-ant-api03-planted0123456789abcdef';
  const env = { ANTHROPIC_API_KEY: known };
  const leaks = (repo: Repository) =>
    filesBelow(join(repo.path, '.harness')).filter((path) => {
      const text = readFileSync(path, 'latin1');
      return text.includes(known) || text.includes(shaped);
    });

  test('in the output of a check, a reply, a denied path and a failure is in no file and no output', async () => {
    const repo = repository();
    repo.write('repo/say.txt', 'x'); // so that the key is in no command line
    const saying = `printf '%s %s\\n' 'a planted' 'key, 17'; printf 'sk-ant-api03-'; sleep 0.1; echo planted0123456789abcdef`;
    const answers = [
      implementerAnswer({
        steps: [write(`../${shaped}`, 'x'), write('work.txt', 'x')],
        reply: `${known} and ${shaped}`,
      }),
      reviewerAnswer(`- [low] work.txt: it says ${known} ${shaped}\nNo blocking findings.`, { times: 1 }),
    ];
    const done = await repo.start(converge(repo, answers, [], saying), env).finished;
    expect(done.exitCode).toBe(0);
    const failing = [implementerAnswer({ steps: [{ fail: { kind: 'auth', detail: `401 ${known} ${shaped}` } }] })];
    const failed = await repo.start(converge(repo, failing), env).finished;
    expect(failed.exitCode).toBe(1);
    expect(leaks(repo)).toEqual([]);
    expect(done.stdout + done.stderr + failed.stdout + failed.stderr).not.toMatch(`${known}|${shaped}`);
    expect(
      filesBelow(join(repo.path, '.harness')).some((path) => readFileSync(path, 'utf8').includes('[redacted]')),
    ).toBe(true);
  });

  test('in a change is not committed, and the files are named', async () => {
    const repo = repository();
    const answers = [steps(write('src/key.js', `export default '${known}';\n`)), reviewerAnswer()];
    const { exitCode, stdout } = await repo.start(converge(repo, answers), env).finished;
    expect(exitCode).toBe(1);
    expect(stdout).toContain('src/key.js');
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
    expect(leaks(repo)).toEqual([]);
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept')).not.toBe('');
  });
});

describe('an agent that weakens the checks', () => {
  const unit = "import test from 'node:test';\ntest('adds', () => {});\n";
  const manifest = (command: string) => JSON.stringify({ scripts: { test: command } });
  function guarded(): Repository {
    const repo = repository();
    repo.write('repo/add.test.mjs', unit);
    repo.write('repo/package.json', manifest('node --test'));
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=Tests');
    return repo;
  }
  const person = (choose: string) => [{ when: { header: 'Tests' }, choose }];
  const deleting = implementerAnswer({ times: 1, steps: [{ delete: 'add.test.mjs' }, write('work.txt', 'x')] });
  const restoring = implementerAnswer({ steps: [write('add.test.mjs', unit)] });

  test('deletes the tests: the run asks with exit 8, and shows the files and the diff', async () => {
    const repo = guarded();
    const { exitCode } = await repo.run(...converge(repo, [deleting, reviewerAnswer()], [], 'npm test'));
    expect(exitCode).toBe(8);
    const { questions } = await repo.json<{ questions: Record<string, unknown>[] }>('questions');
    expect(questions).toMatchObject([{ header: 'Tests', question: expect.stringContaining('add.test.mjs (deleted)') }]);
    expect(questions[0]?.['options']).toMatchObject([{ label: 'Allow' }, { label: 'Send back' }, { label: 'Stop' }]);
    expect(questions[0]?.['evidence']).toHaveLength(1);
  });

  test('deletes them and is sent back: it restores them, and the commit has them', async () => {
    const repo = guarded();
    const answers = [deleting, restoring, reviewerAnswer()];
    expect((await repo.run(...converge(repo, answers, person('Send back'), 'npm test'))).exitCode).toBe(0);
    expect(repo.git('diff', '--name-status', 'main', 'harness/do-it')).toBe('A\twork.txt');
  });

  test('deletes them and is stopped: exit 1, status stopped, no commit, the work is kept', async () => {
    const repo = guarded();
    expect((await repo.run(...converge(repo, [deleting], person('Stop'), 'npm test'))).exitCode).toBe(1);
    expect(await repo.json('show', await repo.newest())).toMatchObject({ status: 'stopped', state: 'stopped' });
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept')).not.toBe('');
  });

  test('deletes them and is allowed to: a test command that runs no test is red', async () => {
    const repo = guarded();
    const { exitCode } = await repo.run(
      ...converge(repo, [deleting, reviewerAnswer()], person('Allow'), 'npm test'),
      '--passes',
      '1',
    );
    expect(exitCode).toBe(8); // the passes are spent
    const { checks } = await repo.json<{ checks: object[] }>('show', await repo.newest());
    expect(checks).toMatchObject([{ green: false, exitCode: 0 }]);
  });

  test('edits the test command: the question names the script', async () => {
    const repo = guarded();
    const answers = [steps(write('package.json', manifest('true')), write('work.txt', 'x')), reviewerAnswer()];
    expect((await repo.run(...converge(repo, answers, [], 'npm test'))).exitCode).toBe(8);
    const { questions } = await repo.json<{ questions: object[] }>('questions');
    expect(questions).toMatchObject([{ question: expect.stringContaining('package.json (script: test)') }]);
  });

  test.each([
    [
      'changes the configuration of the type checker',
      [write('tsconfig.json', '{"exclude":["**"]}')],
      'tsconfig.json (configuration: TypeScript)',
    ],
    ['deletes it', [{ delete: 'tsconfig.json' }], 'tsconfig.json (configuration: TypeScript, gone)'],
    [
      'adds a configuration that overrides the runner',
      [write('.mocharc.json', '{"grep":"none"}')],
      '.mocharc.json (configuration: mocha, new)',
    ],
  ])('%s: the run asks, with the diff', async (_, made, named) => {
    const repo = guarded();
    repo.write('repo/tsconfig.json', '{}');
    repo.write('repo/package.json', manifest('mocha'));
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=Types');
    const answers = [steps(...made, write('work.txt', 'x')), reviewerAnswer()];
    expect((await repo.run(...converge(repo, answers, [], 'npm test'))).exitCode).toBe(8);
    const { questions } = await repo.json<{ questions: { evidence: string[] }[] }>('questions');
    expect(questions).toMatchObject([{ header: 'Tests', question: expect.stringContaining(named) }]);
    expect(readFileSync(join(repo.path, questions[0]?.evidence[0] ?? ''), 'utf8')).toContain(named.split(' ')[0]);
  });

  test('writes ordinary files beside them: the run does not ask', async () => {
    const repo = guarded();
    const answers = [
      steps(write('src/config.ts', 'x'), write('tsconfig.md', 'x'), write('jest.config.js', 'x')),
      reviewerAnswer(),
    ];
    expect((await repo.run(...converge(repo, answers, [], 'npm test'))).exitCode).toBe(0);
  });

  test('plants hooks, filters and settings in .git: none of them runs when the harness commits', async () => {
    const repo = repository();
    const witness = join(repo.path, '..', 'witness');
    const plant = [
      `g=$(git rev-parse --git-common-dir); mkdir -p "$g/hooks"`,
      `for h in pre-commit post-commit reference-transaction post-checkout; do printf '#!/bin/sh\\ntouch ${witness}\\n' > "$g/hooks/$h"; chmod +x "$g/hooks/$h"; done`,
      `git config core.fsmonitor 'touch ${witness}'`,
      `git config diff.external 'touch ${witness}'`,
    ].join('; ');
    const answers = [steps({ run: plant }, { run: `rm -f ${witness}` }, write('work.txt', 'x')), reviewerAnswer()];
    expect((await repo.run(...converge(repo, answers))).exitCode).toBe(0);
    expect(existsSync(witness)).toBe(false);
    expect(repo.git('show', 'harness/do-it:work.txt')).toBe('x');
  });
});

describe('a full disk', () => {
  /** Limits the size of files, for the command and its child processes. */
  const limited = (repo: Repository, kilobytes: number, args: readonly string[]): Promise<CommandResult> =>
    new Promise((resolve) => {
      const limit = `ulimit -f ${kilobytes * 2}; exec "$@"`; // in blocks of 512 bytes
      const child = spawn('/bin/sh', ['-c', limit, 'sh', process.execPath, launcher, ...args], { cwd: repo.path });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
    });

  test('because of an agent: its file is missing, and the run continues', async () => {
    const repo = repository();
    const answers = [
      steps({ run: 'head -c 9000000 /dev/zero > big; rm -f big' }, write('work.txt', 'x')),
      reviewerAnswer(),
    ];
    expect((await limited(repo, 1_000, converge(repo, answers))).exitCode).toBe(0);
    expect(repo.git('diff', '--name-status', 'main', 'harness/do-it')).toBe('A\twork.txt');
  });

  test("because of a check's output: exit 1 with a message, an intact journal, and a resume continues when there is room", async () => {
    const repo = repository();
    const check = `test -f ${join(repo.path, '..', 'room')} || head -c 9000000 /dev/zero`;
    const full = await limited(repo, 1_000, converge(repo, [implementerAnswer(), reviewerAnswer()], [], check));
    expect(full.exitCode).toBe(1);
    expect(full.stdout + full.stderr).toMatch(/cannot be written/);
    repo.write('room', '');
    const run = await repo.newest();
    expect((await repo.run('resume', run)).exitCode).toBe(0);
    expect(repo.git('show', 'harness/do-it:work.txt')).toBe('pass 1');
  });
});

describe('a repository', () => {
  const answers = [implementerAnswer(), reviewerAnswer()];
  /** Runs in `path`; returns the changes on the branch. */
  async function convergeIn(repo: Repository, path: string) {
    const { exitCode, stdout, stderr } = await repo.run(
      ...converge(repo, answers, [], 'test -f work.txt'),
      '--repo',
      path,
    );
    expect(exitCode, stdout + stderr).toBe(0);
    return repo.git('-C', path, 'diff', '--name-status', 'HEAD', 'harness/do-it');
  }
  const beside = (repo: Repository, name: string) => join(repo.path, '..', name);

  test.each(['with spaces', '한국어 저장소', '-n', 'quo\'te"s', '$(touch x)', 'line\nbreak'])(
    'whose folder is called %j',
    async (name) => {
      const repo = repository();
      repo.git('clone', '--quiet', '.', beside(repo, name));
      expect(await convergeIn(repo, beside(repo, name))).toBe('A\twork.txt');
    },
  );

  test('whose HEAD is detached', async () => {
    const repo = repository();
    repo.git('checkout', '--quiet', '--detach');
    expect(await convergeIn(repo, repo.path)).toBe('A\twork.txt');
    expect(repo.git('branch', '--show-current')).toBe('');
  });

  test('that is a linked worktree', async () => {
    const repo = repository();
    repo.git('worktree', 'add', '--quiet', beside(repo, 'linked'), '-b', 'elsewhere');
    expect(await convergeIn(repo, beside(repo, 'linked'))).toBe('A\twork.txt');
    expect(existsSync(join(repo.path, '.harness'))).toBe(false);
  });

  test('that is a shallow clone', async () => {
    const repo = repository();
    repo.git('commit', '--quiet', '--allow-empty', '--message=Second');
    repo.git('clone', '--quiet', '--depth=1', `file://${repo.path}`, beside(repo, 'shallow'));
    expect(await convergeIn(repo, beside(repo, 'shallow'))).toBe('A\twork.txt');
  });

  test('with a submodule, and one that is a submodule', async () => {
    const repo = repository();
    const allow = ['-c', 'protocol.file.allow=always'];
    repo.git('clone', '--quiet', '.', beside(repo, 'outer'));
    repo.git('-C', beside(repo, 'outer'), ...allow, 'submodule', '--quiet', 'add', repo.path, 'inner');
    repo.git('-C', beside(repo, 'outer'), 'commit', '--quiet', '--message=Inner');
    expect(await convergeIn(repo, beside(repo, 'outer'))).toBe('A\twork.txt');
    expect(await convergeIn(repo, beside(repo, 'outer/inner'))).toBe('A\twork.txt');
  });

  test.each(['true', 'false', 'input'])(
    'with CRLF files and core.autocrlf=%s: only the written file changes',
    async (autocrlf) => {
      const repo = repository();
      repo.git('config', 'core.autocrlf', 'false');
      repo.write('repo/dos.txt', 'one\r\ntwo\r\n');
      repo.git('add', '--all');
      repo.git('commit', '--quiet', '--message=CRLF');
      repo.git('config', 'core.autocrlf', autocrlf);
      expect(await convergeIn(repo, repo.path)).toBe('A\twork.txt');
    },
  );

  test('whose .harness is a file: refused with a message, and nothing else is written', async () => {
    const repo = repository();
    repo.write('repo/.harness', 'mine');
    const { exitCode, stdout, stderr } = await repo.run(...converge(repo, answers));
    expect([1, 2]).toContain(exitCode);
    expect(stdout + stderr).not.toMatch(/\bat .*\.m?[jt]s:\d+/);
    expect(readFileSync(join(repo.path, '.harness'), 'utf8')).toBe('mine');
    expect(repo.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  });
});

describe('a clock that jumps', () => {
  /** Shifts the clock of the command by some hours, until `untilMs` after its start. */
  const shifted = (hours: number, untilMs: number) => ({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
      `const real = Date.now; let shift = ${hours * 3_600_000}; Date.now = () => real() + shift; setTimeout(() => { shift = 0; }, ${untilMs}).unref();`,
    )}`,
  });
  const spending = [implementerAnswer(), reviewerAnswer('- [high] work.txt: no')];

  test('back between two processes: the run continues, and is listed', async () => {
    const repo = repository();
    const args = [...converge(repo, spending), '--passes', '1'];
    expect((await repo.start(args, shifted(48, 600_000)).finished).exitCode).toBe(8);
    const { questions } = await repo.json<{ questions: { id: string }[] }>('questions');
    expect((await repo.run('answer', questions[0]?.id ?? '', 'stop')).exitCode).toBe(0);
    expect((await repo.run('resume')).exitCode).toBe(5);
    const { runs } = await repo.json<{ runs: { status: string }[] }>('runs');
    expect(runs.map(({ status }) => status)).toEqual(['stopped']);
  });

  test.each([
    ['ahead', -48],
    ['back', 48],
  ])('%s, during a call and a check: neither times out', async (_, hours) => {
    const repo = repository();
    const answers = [implementerAnswer({ steps: [{ sleep: 1_500 }, write('work.txt', 'x')] }), reviewerAnswer()];
    const args = [...converge(repo, answers, [], 'sleep 1'), '--wall-ms', '60000', '--idle-ms', '30000'];
    expect((await repo.start(args, shifted(hours, 1_000)).finished).exitCode).toBe(0);
  });
});
