import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { livingOf, repository } from '../testing/command.ts';
import { failing, implementing, reviewing, script } from '../testing/scripts.ts';

interface Shown {
  status: string;
  state: string;
  costUsd: number;
  tokens: Record<string, number>;
  calls: {
    key: string;
    role: string;
    item: null;
    attempt: number;
    mode: string;
    provider: string;
    outcome: string | null;
    usage: Record<string, number>;
    costUsd: number;
    error?: { kind: string; detail: string };
    tries: { outcome: string | null }[];
  }[];
  checks: { command: string; green: boolean; exitCode: number; log: string }[];
  questions: Record<string, unknown>[];
  commits: { sha: string; branch: string; subject: string }[];
  findings: { severity: string; file: string; line: number | null; text: string; status: string }[];
  timeline: { seq: number; at: string; type: string; path?: string; why?: string }[];
}

const converged = [implementing(), reviewing()];

describe('a run that converges', () => {
  test("leaves one commit on its own branch, and the user's checkout as it was", async () => {
    const repo = repository();
    repo.write('repo/mine.txt', 'not committed\n');
    const { exitCode, stdout } = await repo.run(
      'converge',
      'Do it',
      '--check',
      'test -f work.txt',
      '--script',
      script(repo, converged),
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain('git merge harness/do-it');
    expect(repo.git('log', '--format=%s', 'main..harness/do-it')).toBe('Do it');
    expect(repo.git('show', 'harness/do-it:work.txt')).toBe('pass 1');
    expect(repo.git('status', '--porcelain')).toBe('?? mine.txt');
    expect(repo.git('branch', '--show-current')).toBe('main');
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
    const shown = await repo.json<Shown>('show', await repo.newest());
    expect(shown).toMatchObject({ status: 'done', state: 'converged', costUsd: 0.02 });
    expect(shown.tokens).toEqual({ input: 200, output: 20, cacheRead: 10, cacheWrite: 2 });
    expect(shown.commits).toEqual([
      { sha: repo.git('rev-parse', 'harness/do-it'), branch: 'harness/do-it', subject: 'Do it' },
    ]);
    expect(
      shown.calls.map(({ role, attempt, mode, provider, outcome, item }) => ({
        role,
        attempt,
        mode,
        provider,
        outcome,
        item,
      })),
    ).toEqual([
      { role: 'converge.implementer', attempt: 1, mode: 'exec', provider: 'scripted', outcome: 'ok', item: null },
      { role: 'converge.reviewer', attempt: 1, mode: 'review', provider: 'scripted', outcome: 'ok', item: null },
    ]);
    const [check] = shown.checks;
    expect(check).toMatchObject({ command: 'test -f work.txt', green: true, exitCode: 0 });
    expect(existsSync(join(repo.path, check?.log ?? 'none'))).toBe(true);
  });

  test('with the same name twice has a second branch', async () => {
    const repo = repository();
    const agents = script(repo, converged);
    await repo.run('converge', 'Do it', '--check', 'true', '--script', agents);
    await repo.run('converge', 'Do it', '--check', 'true', '--script', agents);
    expect(repo.git('branch', '--format=%(refname:short)')).toBe('harness/do-it\nharness/do-it-2\nmain');
  });

  test('D-32 goes through red checks and findings: a High that is fixed, a Low that is left as a follow-up', async () => {
    const repo = repository();
    const found = '- [high] work.txt:1: too short\n- [low] work.txt: could be nicer\n';
    const agents = script(repo, [
      implementing(),
      reviewing(found, { times: 1 }),
      reviewing('- [low] work.txt: could be nicer\nNo blocking findings.'),
    ]);
    const { exitCode } = await repo.run(
      'converge',
      'Do it',
      '--check',
      'grep -v "pass 1" work.txt',
      '--script',
      agents,
    );
    expect(exitCode).toBe(0);
    const shown = await repo.json<Shown>('show', await repo.newest());
    expect(shown.checks.map(({ green }) => green)).toEqual([false, true, true]);
    expect(shown.calls.filter(({ role }) => role === 'converge.implementer')).toHaveLength(3);
    expect(shown.findings.map(({ text, status }) => `${status}: ${text}`).sort()).toEqual([
      'fixed: too short',
      'follow-up: could be nicer',
    ]);
    expect(repo.git('show', 'harness/do-it:work.txt')).toBe('pass 3');
  });

  test('without a change makes no commit and says so', async () => {
    const repo = repository();
    const agents = script(repo, [implementing({ steps: [] }), reviewing()]);
    const { exitCode, stdout } = await repo.run('converge', 'Nothing', '--check', 'true', '--script', agents);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('No file was changed');
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
  });

  test('under --json prints one document, and everything else on standard error', async () => {
    const repo = repository();
    const { stdout, stderr } = await repo.run(
      'converge',
      'Do it',
      '--check',
      'true',
      '--script',
      script(repo, converged),
      '--json',
    );
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, status: 'done', workflow: 'converge', title: 'Do it' });
    expect(stderr).toContain('committed');
  });
});

describe('spent passes', () => {
  const red = ['converge', 'Do it', '--check', 'false', '--passes', '2'];

  test('ask: the command exits 8, and the question can be answered from another process', async () => {
    const repo = repository();
    const { exitCode, stdout } = await repo.run(...red, '--script', script(repo, converged));
    expect(exitCode).toBe(8);
    const { questions } = await repo.json<{ questions: Record<string, unknown>[] }>('questions');
    expect(questions).toMatchObject([
      {
        header: 'Passes',
        options: [{ label: 'one more pass' }, { label: 'stop' }],
        evidence: [expect.stringMatching(/report\.1\.log$/)],
      },
    ]);
    expect(stdout).toContain(`harness answer ${questions[0]?.['id']} "one more pass"`);
    expect((await repo.json<{ runs: { status: string; openQuestions: number }[] }>('runs')).runs).toMatchObject([
      { status: 'waiting', openQuestions: 1 },
    ]);
  });

  test('`one more pass` allows exactly one, and then asks again', async () => {
    const repo = repository();
    await repo.run(...red, '--script', script(repo, converged));
    const id = await repo.newest();
    await repo.run('answer', id, 'ONE MORE PASS');
    expect((await repo.run('resume')).exitCode).toBe(8);
    const shown = await repo.json<Shown>('show', id);
    expect(shown.calls).toHaveLength(3);
    expect(shown.questions).toHaveLength(2);
  });

  test('`stop` exits 5, and what was written stays reachable', async () => {
    const repo = repository();
    const people = [{ when: { header: 'Passes' }, choose: 'stop', note: 'enough', after: 10 }];
    const { exitCode } = await repo.run(...red, '--script', script(repo, converged, people));
    expect(exitCode).toBe(5);
    const id = await repo.newest();
    const shown = await repo.json<Shown>('show', id);
    expect(shown).toMatchObject({ status: 'stopped', state: 'spent' });
    expect(shown.questions).toMatchObject([{ answer: 'stop', answeredBy: 'script', note: 'enough' }]);
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
    expect(repo.git('for-each-ref', '--format=%(refname)', `refs/harness/kept/${id}`)).not.toBe('');
    expect(repo.git('show', `refs/harness/kept/${id}/1:work.txt`)).toBe('pass 1');
  });

  test('fewer than one pass is refused, and nothing is written', async () => {
    const repo = repository();
    const { exitCode, stderr } = await repo.run('converge', 'x', '--passes', '0', '--script', script(repo, converged));
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--passes');
    expect(existsSync(join(repo.path, '.harness'))).toBe(false);
  });
});

describe('an agent that misbehaves', () => {
  const check = ['--check', 'true'];

  test('hangs: the idle watchdog ends it, once more, then the run fails and nothing is left running', async () => {
    const repo = repository();
    const hanging = implementing({ steps: [{ run: 'sleep 300 & date +%N > begun' }, { hang: true }] });
    const { exitCode, stdout } = await repo.run(
      'converge',
      'Hang',
      ...check,
      '--idle-ms',
      '1500',
      '--script',
      script(repo, [hanging]),
    );
    expect(exitCode).toBe(1);
    expect(stdout).toContain('watchdog');
    const id = await repo.newest();
    const shown = await repo.json<Shown>('show', id);
    expect(shown.calls).toMatchObject([
      { outcome: 'timeout', tries: [{ outcome: 'timeout' }, { outcome: 'timeout' }] },
    ]);
    for (const n of [1, 2]) expect(repo.git('show', `refs/harness/kept/${id}/${n}:begun`)).not.toBe('');
    expect(livingOf(id)).toEqual([]);
  });

  test('answers garbage: one repair turn, then exit 4, never clean', async () => {
    const repo = repository();
    const agents = script(repo, [implementing(), reviewing('All good, ship it!')]);
    const { exitCode } = await repo.run('converge', 'Garbage', ...check, '--script', agents);
    expect(exitCode).toBe(4);
    const shown = await repo.json<Shown>('show', await repo.newest());
    expect(shown.calls.at(-1)).toMatchObject({
      outcome: 'schema',
      attempt: 1,
      tries: [{ outcome: 'schema' }, { outcome: 'schema' }],
    });
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
  });

  test('answers garbage once: the repair turn counts for the same call', async () => {
    const repo = repository();
    const agents = script(repo, [implementing(), reviewing('hm', { times: 1 }), reviewing()]);
    expect((await repo.run('converge', 'Garbage', ...check, '--script', agents)).exitCode).toBe(0);
    const shown = await repo.json<Shown>('show', await repo.newest());
    expect(shown.calls.at(-1)).toMatchObject({ outcome: 'ok', attempt: 1, costUsd: 0.02 });
  });

  test('is not scripted: the call fails and names role, item and attempt', async () => {
    const repo = repository();
    const { exitCode, stdout } = await repo.run(
      'converge',
      'Unscripted',
      ...check,
      '--script',
      script(repo, [implementing()]),
    );
    expect(exitCode).toBe(1);
    expect(stdout).toContain('role converge.reviewer, item none, attempt 1');
    expect((await repo.json<Shown>('show', await repo.newest())).calls.at(-1)).toMatchObject({
      outcome: 'unscripted',
      error: { kind: 'unscripted' },
    });
  });

  test('is rate limited three times: the run waits and is done', async () => {
    const repo = repository();
    const agents = script(repo, [failing('rate_limit', 3), ...converged]);
    expect((await repo.run('converge', 'Limited', ...check, '--script', agents)).exitCode).toBe(0);
    const [call] = (await repo.json<Shown>('show', await repo.newest())).calls;
    expect(call).toMatchObject({ outcome: 'ok', attempt: 1, costUsd: 0.04 });
    expect(call?.tries.map(({ outcome }) => outcome)).toEqual(['rate_limit', 'rate_limit', 'rate_limit', 'ok']);
  });

  test('is rate limited four times: the run parks with exit 9, and a resume goes on', async () => {
    const repo = repository();
    const agents = script(repo, [failing('rate_limit', 4), ...converged]);
    const { exitCode, stdout } = await repo.run('converge', 'Limited', ...check, '--script', agents);
    expect(exitCode).toBe(9);
    expect(stdout).toContain('Resume at or after');
    expect((await repo.json<{ runs: { status: string }[] }>('runs')).runs).toMatchObject([{ status: 'parked' }]);
    expect((await repo.run('resume')).exitCode).toBe(0);
  });

  test('is parked by a rate limit after it wrote something: the resume begins from the folder as it was', async () => {
    const repo = repository();
    const steps = [
      { write: { path: 'left.txt', text: 'x' } },
      { fail: { kind: 'rate_limit', retryAfterMs: 3_600_000 } },
    ];
    const agents = script(repo, [implementing({ times: 1, steps }), ...converged]);
    const { exitCode } = await repo.run('converge', 'Limited', ...check, '--max-wait-ms', '10', '--script', agents);
    expect(exitCode).toBe(9);
    expect((await repo.json<Shown>('show', await repo.newest())).calls).toMatchObject([{ outcome: 'rate_limit' }]);
    expect((await repo.run('resume')).exitCode).toBe(0);
    expect(repo.git('ls-tree', '--name-only', 'harness/limited')).toBe('README.md\nwork.txt');
  });

  test('says nothing: what counts is what is in the folder', async () => {
    const repo = repository();
    const agents = script(repo, [implementing({ reply: '' }), reviewing()]);
    expect((await repo.run('converge', 'Silent', ...check, '--script', agents)).exitCode).toBe(0);
  });

  test('writes what would move the cursor or clear the screen: a terminal never sees it', async () => {
    const repo = repository();
    const agents = script(repo, [
      implementing({ reply: 'hi \u001b[2J\u001b]0;owned\u0007 there \r over' }),
      reviewing(),
    ]);
    const { stdout } = await repo.run('converge', 'Two\nlines', ...check, '--script', agents);
    expect(stdout).toContain('hi  [2J ]0;owned  there   over');
    expect(stdout).not.toContain('\u001b');
  });

  test.each(['rate_limit', 'overloaded'])(
    'is told to wait longer than we may (%s): the run parks at once',
    async (kind) => {
      const repo = repository();
      const agents = script(repo, [failing(kind, 1, { retryAfterMs: 3_600_000 }), ...converged]);
      const { exitCode } = await repo.run('converge', 'Limited', ...check, '--max-wait-ms', '1000', '--script', agents);
      expect(exitCode).toBe(9);
    },
  );

  test('writes outside its folder, through a link, into .git: each is denied, noted, and the answer goes on', async () => {
    const repo = repository();
    const outside = join(repo.path, '..', 'outside.txt');
    const steps = [
      { run: 'ln -s .. up' },
      { write: { path: outside, text: 'x' } },
      { write: { path: '../../../../outside.txt', text: 'x' } },
      { write: { path: 'up/outside.txt', text: 'x' } },
      { write: { path: '.git/config', text: 'x' } },
      { write: { path: 'work.txt', text: 'fine' } },
    ];
    const { exitCode } = await repo.run(
      'converge',
      'Escape',
      ...check,
      '--script',
      script(repo, [implementing({ steps }), reviewing()]),
    );
    expect(exitCode).toBe(0);
    expect(existsSync(outside)).toBe(false);
    const denied = (await repo.json<Shown>('show', await repo.newest())).timeline.filter(
      ({ type }) => type === 'agent.denied',
    );
    expect(denied.map(({ path }) => path)).toEqual([
      outside,
      '../../../../outside.txt',
      'up/outside.txt',
      '.git/config',
    ]);
    expect(repo.git('show', 'harness/escape:work.txt')).toBe('fine');
  });

  test('writes and runs in a read-only role: denied, and the folder is as it was', async () => {
    const repo = repository();
    const steps = [{ write: { path: 'evil.txt', text: 'x' } }, { run: 'touch evil2.txt' }, { delete: 'work.txt' }];
    const agents = script(repo, [implementing(), reviewing('No findings.', { steps })]);
    expect((await repo.run('converge', 'Read only', ...check, '--script', agents)).exitCode).toBe(0);
    const { timeline } = await repo.json<Shown>('show', await repo.newest());
    expect(timeline.filter(({ type }) => type === 'agent.denied')).toHaveLength(3);
    expect(repo.git('ls-tree', '--name-only', 'harness/read-only')).toBe('README.md\nwork.txt');
  });

  test('commits, switches branches and detaches: the harness commits, and only once', async () => {
    const repo = repository();
    const steps = [
      {
        run: 'echo mine > work.txt && git add -A && git -c user.name=a -c user.email=a@b commit -qm sneaky && git checkout -q --detach',
      },
    ];
    const agents = script(repo, [implementing({ steps }), reviewing()]);
    expect((await repo.run('converge', 'Sneaky', ...check, '--script', agents)).exitCode).toBe(0);
    expect(repo.git('log', '--format=%s', 'main..harness/sneaky')).toBe('Sneaky');
    expect(repo.git('show', 'harness/sneaky:work.txt')).toBe('mine');
  });
});

describe('a review', () => {
  const run = async (reply: string) => {
    const repo = repository();
    const people = [{ when: {}, choose: 'stop' }];
    const agents = script(repo, [implementing(), reviewing(reply)], people);
    const finished = await repo.run('converge', 'Review', '--check', 'true', '--passes', '1', '--script', agents);
    return { finished, shown: await repo.json<Shown>('show', await repo.newest()) };
  };

  test('a blocking finding is not swallowed by a low with the same words, nor by the same words about another line', async () => {
    const { finished, shown } = await run(
      '- [low] a.js:1: no check\n- [high] a.js:20: no check\n- [high] a.js:30: no check',
    );
    expect(finished.exitCode).toBe(5);
    expect(shown.findings.map(({ severity, line, status }) => `${severity} ${line} ${status}`)).toEqual([
      'low 1 follow-up',
      'high 20 open',
      'high 30 open',
    ]);
  });

  test('a blocking finding in the middle of a very long review is seen', async () => {
    const filler = 'nothing to see here\n'.repeat(40_000);
    const { finished } = await run(`${filler}- [high] a.js: really bad\n${filler}No blocking findings.`);
    expect(finished.exitCode).toBe(4);
  });
});

describe('a check', () => {
  test("may leave things lying about: the commit is the agent's change and nothing else", async () => {
    const repo = repository();
    const check = 'echo junk >> junk.out; test -f second || { touch second; exit 1; }';
    const agents = script(repo, converged);
    expect((await repo.run('converge', 'Junk', '--check', check, '--passes', '3', '--script', agents)).exitCode).toBe(
      8,
    );
    expect((await repo.run('resume', '--check', 'echo junk >> junk.out', '--passes', '4')).exitCode).toBe(8);
    await repo.run('answer', await repo.newest(), 'one more pass');
    expect((await repo.run('resume')).exitCode).toBe(0);
    expect(repo.git('ls-tree', '--name-only', 'harness/junk')).toBe('README.md\nwork.txt');
    expect((await repo.json<Shown>('show', await repo.newest())).checks.at(-1)).toMatchObject({
      command: 'echo junk >> junk.out',
    });
  });

  test('that hangs is ended with all its children, and is red', async () => {
    const repo = repository();
    const people = [{ when: {}, choose: 'stop' }];
    const { exitCode } = await repo.run(
      'converge',
      'Slow',
      '--check',
      'sleep 300 & echo $! > begun; wait',
      '--check-timeout-ms',
      '400',
      '--passes',
      '1',
      '--script',
      script(repo, converged, people),
    );
    expect(exitCode).toBe(5);
    const id = await repo.newest();
    const shown = await repo.json<Shown>('show', id);
    expect(shown.checks).toMatchObject([{ green: false }]);
    const kept = repo.git('for-each-ref', '--format=%(refname)', `refs/harness/kept/${id}`).split('\n').at(-1);
    expect(repo.git('show', `${kept}:begun`)).not.toBe('');
    expect(livingOf(id)).toEqual([]);
  });

  test('defaults to what the repository has', async () => {
    const repo = repository();
    repo.write('repo/package.json', JSON.stringify({ scripts: { test: 'test -f work.txt' } }));
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '-m', 'package');
    expect((await repo.run('converge', 'Detect', '--script', script(repo, converged))).exitCode).toBe(0);
    expect((await repo.json<Shown>('show', await repo.newest())).checks).toMatchObject([
      { command: 'npm test', green: true },
    ]);
  });

  test('reaches the implementer: its output is in the next prompt, as data', async () => {
    const repo = repository();
    const agents = script(repo, [
      implementing({ when: { role: 'converge.implementer', attempt: 1 } }),
      implementing({ when: { role: 'converge.implementer', prompt: 'the-reason-is-here' } }),
      reviewing(),
    ]);
    const { exitCode } = await repo.run(
      'converge',
      'Told',
      '--check',
      'echo the-reason-is-here; grep -q "pass 2" work.txt',
      '--script',
      agents,
    );
    expect(exitCode).toBe(0);
    const { checks } = await repo.json<Shown>('show', await repo.newest());
    expect(readFileSync(join(repo.path, checks[0]?.log ?? 'none'), 'utf8')).toContain('the-reason-is-here');
  });
});
