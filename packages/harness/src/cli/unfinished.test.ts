import { expect, test } from 'vitest';
import { repository } from '../testing/command.ts';

test.each([
  ['has nothing left to wait for', 'await new Promise(() => {});\nexport default {};\n'],
  ['is ended with 0 by its configuration', 'process.exit(0);\n'],
])('a command that %s exits 1 and says so', async (_, config) => {
  const repo = repository();
  repo.write('repo/harness.config.mjs', config);
  const { exitCode, stderr } = await repo.run('status');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^The command .* before it finished.*\n {2}try: harness runs\n$/);
});
