import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { findClaudeCredential } from './credential.ts';
import { openClaudeHome } from './home.ts';

async function loggedIn(text: string) {
  const person = await testFolder();
  mkdirSync(join(person, '.claude'));
  const file = join(person, '.claude', '.credentials.json');
  writeFileSync(file, text);
  return { person, file, credential: findClaudeCredential({ HOME: person }) };
}
const loginCopyIn = (home: string) => join(home, '.claude', '.credentials.json');

test('uses a key before a login, in the order of their variables', async () => {
  const { person, file } = await loggedIn('login');
  const credential = (more: NodeJS.ProcessEnv) => findClaudeCredential({ HOME: person, ...more });
  expect(credential({})).toEqual({ is: 'login', file });
  expect(credential({ CLAUDE_CODE_OAUTH_TOKEN: 'o' })).toMatchObject({ is: 'key', name: 'CLAUDE_CODE_OAUTH_TOKEN' });
  expect(credential({ CLAUDE_CODE_OAUTH_TOKEN: 'o', ANTHROPIC_API_KEY: 'k' })).toMatchObject({ value: 'k' });
  expect(credential({ ANTHROPIC_API_KEY: ' ' })).toEqual({ is: 'login', file });
  expect(findClaudeCredential({ HOME: await testFolder() })).toEqual({ is: 'none' });
});

test('copies a login for the owner only, and removes it after the last call', async () => {
  const { file, credential } = await loggedIn('login');
  const run = await testFolder();
  const [one, other] = [await openClaudeHome(run, credential), await openClaudeHome(run, credential)];
  expect(one.home).toBe(other.home);
  expect(one.temporary).not.toBe(other.temporary);
  expect(statSync(loginCopyIn(one.home)).mode & 0o777).toBe(0o600);
  await one.leave();
  expect(existsSync(loginCopyIn(one.home))).toBe(true);
  await other.leave();
  expect([existsSync(loginCopyIn(one.home)), existsSync(one.temporary)]).toEqual([false, false]);
  expect(readFileSync(file, 'utf8')).toBe('login');
});

test('copies a renewed login back, unless the user has a newer one', async () => {
  const { file, credential } = await loggedIn('old');
  const first = await openClaudeHome(await testFolder(), credential);
  writeFileSync(loginCopyIn(first.home), 'renewed');
  await first.leave();
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['renewed', 0o600]);

  const second = await openClaudeHome(await testFolder(), credential);
  writeFileSync(loginCopyIn(second.home), 'renewed again');
  writeFileSync(file, 'by the person');
  await second.leave();
  expect(readFileSync(file, 'utf8')).toBe('by the person');
});
