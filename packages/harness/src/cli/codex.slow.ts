/** Runs the command with the real program of Codex. */
import { expect, test } from 'vitest';
import { codex } from '../testing/codex-program.ts';
import { repository } from '../testing/command.ts';
import { environment, type Shown, startModelServer } from '../testing/real-program.ts';
import { realProgram } from './real-program.suite.ts';

realProgram(codex);

test('a cap on tokens stops a call between two answers of the model', async () => {
  const repo = repository();
  const config = { budget: { capTokens: 2_000 }, agent: { reserveTokens: 0 } };
  repo.write('repo/harness.config.json', JSON.stringify(config));
  const server = await startModelServer(codex, {
    turns: [{ tools: [codex.run('true')] }, { fault: { is: 'silence' } }],
  });
  const converge = ['converge', 'Greet', ...codex.flags, '--check', 'true'];
  const capped = await repo.start(converge, environment(codex, server)).finished;
  expect(capped.exitCode, `${capped.stdout}${capped.stderr}`).toBe(6);
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  expect(calls).toMatchObject([{ outcome: 'budget', usage: { input: expect.any(Number) } }]);
});
