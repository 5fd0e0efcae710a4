import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { credentialIn } from './credential.ts';
import { openClaudeHome } from './home.ts';

async function loggedIn(text: string) {
  const person = await testFolder();
  mkdirSync(join(person, '.claude'));
  const file = join(person, '.claude', '.credentials.json');
  writeFileSync(file, text);
  return { person, file, credential: credentialIn({ HOME: person }) };
}
const lentIn = (home: string) => join(home, '.claude', '.credentials.json');

test('a key is used before a login, in the order in which they are named', async () => {
  const { person, file } = await loggedIn('login');
  const credential = (more: NodeJS.ProcessEnv) => credentialIn({ HOME: person, ...more });
  expect(credential({})).toEqual({ is: 'login', file });
  expect(credential({ CLAUDE_CODE_OAUTH_TOKEN: 'o' })).toMatchObject({ is: 'key', name: 'CLAUDE_CODE_OAUTH_TOKEN' });
  expect(credential({ CLAUDE_CODE_OAUTH_TOKEN: 'o', ANTHROPIC_API_KEY: 'k' })).toMatchObject({ value: 'k' });
  expect(credential({ ANTHROPIC_API_KEY: ' ' })).toEqual({ is: 'login', file });
  expect(credentialIn({ HOME: await testFolder() })).toEqual({ is: 'none' });
});

test('a login is lent for the owner alone, and gone when the last call has ended', async () => {
  const { file, credential } = await loggedIn('login');
  const run = await testFolder();
  const [one, other] = [await openClaudeHome(run, credential), await openClaudeHome(run, credential)];
  expect(one.home).toBe(other.home);
  expect(one.temporary).not.toBe(other.temporary);
  expect(statSync(lentIn(one.home)).mode & 0o777).toBe(0o600);
  await one.leave();
  expect(existsSync(lentIn(one.home))).toBe(true);
  await other.leave();
  expect([existsSync(lentIn(one.home)), existsSync(one.temporary)]).toEqual([false, false]);
  expect(readFileSync(file, 'utf8')).toBe('login');
});

test('a login that was renewed is given back, unless the person has a newer one', async () => {
  const { file, credential } = await loggedIn('old');
  const first = await openClaudeHome(await testFolder(), credential);
  writeFileSync(lentIn(first.home), 'renewed');
  await first.leave();
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['renewed', 0o600]);

  const second = await openClaudeHome(await testFolder(), credential);
  writeFileSync(lentIn(second.home), 'renewed again');
  writeFileSync(file, 'by the person');
  await second.leave();
  expect(readFileSync(file, 'utf8')).toBe('by the person');
});
