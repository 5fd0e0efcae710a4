/** The tests that the command passes with the real program of every provider. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@harness/effects/process/process-identity';
import { expect, test } from 'vitest';
import { repository, until } from '../testing/command.ts';
import {
  type Answer,
  environment,
  filesContaining,
  key,
  type Program,
  type Shown,
  startModelServer,
} from '../testing/real-program.ts';

const file = 'greeting.txt';

export function realProgram<Tool>(program: Program<Tool>): void {
  const { write, read, run, rewriting } = program;
  const converge = (check: string) => ['converge', 'Greet', ...program.flags, '--check', check];
  const greeting: readonly Answer<Tool>[] = [
    { role: 'converge.implementer', prompt: /the review found/, turns: rewriting(file, 'hello!\n') },
    { role: 'converge.implementer', prompt: /failures of these commands/, turns: rewriting(file, 'hello\n') },
    {
      role: 'converge.implementer',
      turns: [{ tools: [write(file, 'helo\n'), run('env')] }, { text: 'wrote greeting.txt' }],
    },
    { role: 'converge.reviewer', prompt: /^\+hello!$/m, turns: [{ tools: [read(file)] }, { text: 'No findings.' }] },
    { role: 'converge.reviewer', turns: [{ text: '- [high] greeting.txt:1: it is not enthusiastic' }] },
  ];
  /** The call has used tokens, and then receives no more. */
  const falling: Answer<Tool> = { turns: [{ tools: [run('true')] }, { fault: { is: 'silence' } }] };

  test('a red check, a blocking finding, a fix and a clean review by the real program end in a commit', async () => {
    const repo = repository();
    const server = await startModelServer(program, ...greeting);
    const done = await repo.start(converge('grep -q hello greeting.txt'), environment(program, server)).finished;
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(repo.git('show', 'harness/greet:greeting.txt')).toBe('hello!');

    const shown = await repo.json<Shown>('show', await repo.newest());
    const roles = shown.calls.map(({ role }) => role.replace('converge.', ''));
    expect(roles).toEqual(['implementer', 'implementer', 'reviewer', 'implementer', 'reviewer']);
    expect(shown.calls.every(({ provider, outcome }) => provider === program.name && outcome === 'ok')).toBe(true);
    expect(shown.findings.map(({ status }) => status)).toEqual(['fixed']);

    const fixes = server.log.filter(({ prompt, step }) => /the review found/.test(prompt) && step === 0);
    expect(JSON.stringify(fixes.map(({ request }) => request))).toContain('wrote greeting.txt');
    expect(shown.calls.map(({ resumed }) => resumed)).toEqual([undefined, true, undefined, true, undefined]);
    expect(existsSync(join(repo.path, '.harness', 'runs', shown.id, 'agents'))).toBe(false);

    const billed = (kind: (typeof program.kinds)[number]) =>
      server.log.reduce((sum, { usage }) => sum + (usage?.[kind] ?? 0), 0);
    for (const kind of program.kinds) expect([kind, shown.tokens[kind]]).toEqual([kind, billed(kind)]);
    expect(shown.costUsd).toBeGreaterThan(0);

    for (const role of ['converge.implementer', 'converge.reviewer']) {
      const requests = server.log
        .filter((one) => one.role === role)
        .map(({ request }) => request as Record<string, unknown>);
      expect(new Set(requests.map((request) => JSON.stringify(program.stable.map((part) => request[part])))).size).toBe(
        1,
      );
    }

    const { name, value } = program.header;
    expect(server.log.every(({ headers }) => headers[name] === value)).toBe(true);
    expect(JSON.stringify(server.log.map(({ request }) => request))).not.toContain(key); // the output of `env` went back to the model
    expect(filesContaining(repo, key)).toEqual([]);
    expect(`${done.stdout}${done.stderr}`).not.toContain(key);
  }, 90_000);

  test('without key and login no run starts, and the refusal names the command that logs in', async () => {
    const repo = repository();
    const refused = await repo.start(converge('true'), { HOME: repo.path }).finished;
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(program.keyVariable);
    expect(refused.stderr).toMatch(program.login);
    expect(existsSync(join(repo.path, '.harness'))).toBe(false);
  });

  test('a rate limit of one hour parks the run', async () => {
    const repo = repository();
    const limited = await startModelServer(program, { turns: [{ fault: { is: 'rate-limit', retryAfterS: 3600 } }] });
    const parked = await repo.start(converge('true'), environment(program, limited)).finished;
    expect([parked.exitCode, limited.log.length], parked.stderr).toEqual([9, 1]);
  });

  test('Ctrl-C ends the program with the command, and its usage is counted', async () => {
    const repo = repository();
    const server = await startModelServer(program, falling);
    const running = repo.start(converge('true'), environment(program, server));
    await until(() => server.log[1]);
    const id = await repo.newest();
    const live = join(repo.path, '.harness', 'runs', id, 'live.jsonl');
    await until(() => (existsSync(live) && readFileSync(live, 'utf8').includes('cacheRead')) || undefined);
    running.child.kill('SIGINT');
    const left = await running.finished;
    expect(left.exitCode).toBe(130);
    const { tokens } = await repo.json<Shown>('show', id);
    expect(tokens.input + tokens.cacheWrite).toBeGreaterThan(0);
    expect(filesContaining(repo, key)).toEqual([]);
  });

  test('a killed command leaves no program behind, and a resume starts a new session', async () => {
    const repo = repository();
    const silent = await startModelServer(program, { turns: [{ text: 'a beginning', fault: { is: 'silence' } }] });
    const running = repo.start(converge('true'), environment(program, silent));
    await until(() => silent.log[0]);
    const id = await repo.newest();
    running.child.kill('SIGKILL');
    await running.finished;

    const server = await startModelServer(
      program,
      { role: 'converge.implementer', turns: [{ tools: [write(file, 'hello\n')] }, { text: 'wrote greeting.txt' }] },
      { role: 'converge.reviewer', turns: [{ text: 'No findings.' }] },
    );
    const done = await repo.start(['resume'], environment(program, server)).finished;
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    const notes = readFileSync(repo.journal(id), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { code?: string; params?: Readonly<Record<string, string | number>> });
    const started = notes.flatMap(({ code, params }) =>
      code === 'process.started' ? [{ pid: Number(params?.['pid']), startedAt: String(params?.['startedAt']) }] : [],
    );
    expect(started.length).toBeGreaterThan(1);
    expect(started.filter(isAlive)).toEqual([]); // zombies count as ended
    const sessions = notes.flatMap(({ code, params }) => (code === 'agent.started' ? [params?.['session']] : []));
    expect(sessions[1]).not.toBe(sessions[0]);
    expect(filesContaining(repo, key)).toEqual([]);
  }, 90_000);
}
