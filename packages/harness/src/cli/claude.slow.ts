/** Runs the command with the real program of Claude. */
import { expect, test } from 'vitest';
import { claude } from '../testing/claude-program.ts';
import { repository } from '../testing/command.ts';
import { environment, key, type Shown, startModelServer } from '../testing/real-program.ts';
import { realProgram } from './real-program.suite.ts';

realProgram(claude);

test('an endpoint that is no URL is refused by the name of its variable', async () => {
  const repo = repository();
  const env = { ANTHROPIC_BASE_URL: 'nowhere', ANTHROPIC_API_KEY: key };
  const refused = await repo.start(['converge', 'Greet', '--check', 'true'], env).finished;
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('ANTHROPIC_BASE_URL')]);
});

test('doctor prints whether claude can be called and which repository settings are ignored, but never the key', async () => {
  const repo = repository();
  repo.write('repo/.claude/settings.json', '{}');
  repo.write('repo/.mcp.json', '{}');
  const doctor = async (env: Readonly<Record<string, string>>) => {
    const { stdout } = await repo.start(['doctor', '--json'], { HOME: repo.path, ...env }).finished;
    expect(stdout).not.toContain(key);
    const { checks } = JSON.parse(stdout) as { checks: { id: string; ok: boolean; detail: string; fix: string }[] };
    return Object.fromEntries(checks.map((check) => [check.id, check]));
  };
  const without = await doctor({});
  expect(without['provider.claude']).toMatchObject({ ok: false, fix: expect.stringMatching(/claude auth login$/) });
  expect(without['agent.settings']?.detail).toMatch(/^ignored: \.claude, \.mcp\.json \(skills of the last commit/);
  const { 'provider.claude': claude } = await doctor({ ANTHROPIC_API_KEY: key });
  expect(claude).toMatchObject({ ok: true, detail: expect.stringContaining('ANTHROPIC_API_KEY is set') });
});

const once = [
  {
    role: 'converge.implementer',
    turns: [{ tools: [claude.write('greeting.txt', 'hello\n')] }, { text: 'wrote greeting.txt' }],
  },
  { role: 'converge.reviewer', prompt: /could not be read/, turns: [{ text: 'No findings.' }] },
  { role: 'converge.reviewer', turns: [{ text: 'I rather like it.' }] },
];

test('repository instructions are sent once, as data, and an unreadable answer is repaired in the same session', async () => {
  const repo = repository();
  repo.write('repo/CLAUDE.md', 'Greet politely.');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Words');
  const server = await startModelServer(claude, ...once);
  const done = await repo.start(['converge', 'Greet', '--check', 'true'], environment(claude, server)).finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const repaired = JSON.stringify(server.log.at(-1)?.request);
  expect([server.log.length, repaired.includes('I rather like it.')]).toEqual([4, true]);
  expect(server.log[0]?.prompt).toContain('<file path="CLAUDE.md" trust="data">\nGreet politely.\n</file>');
  const systems = server.log.map(({ request }) => (request as { system: unknown }).system);
  expect(JSON.stringify(systems)).not.toContain('politely');
  expect(repaired.split('Greet politely.').length - 1).toBe(1); // the resumed session has already received them
}, 90_000);

test('a cap on tokens stops a call while it streams', async () => {
  const repo = repository();
  const server = await startModelServer(claude, { turns: [{ text: 'a beginning', fault: { is: 'silence' } }] });
  const config = { budget: { capTokens: 2_000 }, agent: { reserveTokens: 0, baseUrl: server.url } };
  repo.write('repo/harness.config.json', JSON.stringify(config));
  const env = { ANTHROPIC_API_KEY: key };
  const capped = await repo.start(['converge', 'Greet', '--check', 'true'], env).finished;
  expect(capped.exitCode, `${capped.stdout}${capped.stderr}`).toBe(6);
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  expect(calls).toMatchObject([{ outcome: 'budget', usage: { cacheWrite: expect.any(Number) } }]);
});
