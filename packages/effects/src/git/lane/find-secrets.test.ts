import { fail, ok } from '@harness/core/failure/failure';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { performCommitLane } from '../refs/commit.ts';
import { clearScratch, openTestLane, type Scratch, scratch } from '../scratch.ts';
import { performCheckpoint } from './checkpoint.ts';

afterAll(clearScratch);
const secret = 'planted-key-0123';
beforeEach(() => void vi.stubEnv('OPENAI_API_KEY', secret));

async function commitFiles(repo: Scratch, files: Readonly<Record<string, string>>, message = 'Add search') {
  const work = repo.work('run-1', '7/done');
  const lane = await openTestLane(work);
  for (const [path, content] of Object.entries(files)) repo.write(`${lane.path}/${path}`, content);
  const saved = await performCheckpoint(work, { lane });
  if (!saved.ok) throw new Error(saved.failure.code);
  const outcome = await performCommitLane(work, { lane, checkpoint: saved.value.commit, message });
  return { outcome, lane, diff: repo.read(`../run/${saved.value.diff.path}`), checkpoint: saved.value.commit };
}

test('does not commit a change that adds our key: names its files, never the key', async () => {
  const repo = scratch();
  const {
    outcome,
    lane,
    diff,
    checkpoint: saved,
  } = await commitFiles(repo, {
    'src/main.ts': `export const key = '${secret}';\n`,
    'a b/url.txt': `x\n+++ ${encodeURIComponent(secret)}\n`,
    'blob.bin': `\0\0${secret}\0`,
    'fine.ts': 'export const key = process.env.OPENAI_API_KEY;\n',
  });
  expect(outcome).toEqual(fail('secret.in-change', { files: 'a b/url.txt, blob.bin, src/main.ts' }));
  expect(repo.git('rev-parse', lane.branch)).toBe(lane.base);
  expect(repo.git('rev-parse', 'refs/harness/kept/run-1/1')).toBe(saved);
  expect(diff).not.toContain(secret);
  expect(diff).toContain("+export const key = '[redacted]';");
});

test('does not commit a file with our key in its name, also if it is empty', async () => {
  const { outcome, diff } = await commitFiles(scratch(), {
    [`a/${secret}.txt`]: '',
    [`${Buffer.from(`x:${secret}`).toString('base64url')}.log`]: 'x\n',
    'fine.ts': '',
  });
  expect(outcome).toMatchObject({ ok: false, failure: { code: 'secret.in-change' } });
  expect(outcome).not.toHaveProperty('failure.params.files', expect.stringContaining('fine.ts'));
  expect(diff).not.toContain(secret);
});

test.each(['hex', 'utf16le', 'base64'] as const)('does not commit a change with our key in %s', async (encoding) => {
  const bytes = Buffer.from(`user:${secret}\n`, encoding === 'utf16le' ? encoding : 'utf8');
  const text = encoding === 'utf16le' ? bytes.toString('latin1') : bytes.toString(encoding);
  const { outcome, diff } = await commitFiles(scratch(), { 'a.txt': text });
  expect(outcome).toEqual(fail('secret.in-change', { files: 'a.txt' }));
  expect(diff).not.toContain(text.trim());
});

test('accepts a secret that the file already had, and its removal', async () => {
  const repo = scratch();
  repo.write('readme.md', `key: ${secret}\n`);
  repo.write('old.md', `key: ${secret}\n`);
  repo.git('add', '.');
  repo.git('commit', '--quiet', '-m', 'they did it');
  const { outcome } = await commitFiles(repo, { 'readme.md': `the key: ${secret}\n`, 'old.md': 'key: gone\n' });
  expect(outcome).toMatchObject({ ok: true, value: { commit: expect.any(String) } });
});

test('accepts a change with an ordinary word that is also a password', async () => {
  vi.stubEnv('DB_PASSWORD', 'postgres');
  const { outcome, diff } = await commitFiles(scratch(), { 'readme.md': 'start postgres first\n' });
  expect(outcome).toMatchObject({ ok: true, value: { commit: expect.any(String) } });
  expect(diff).toContain('+start [redacted] first');
});

test('removes a quoted key from the commit message', async () => {
  const repo = scratch();
  const { outcome, lane } = await commitFiles(repo, { 'x.txt': 'x' }, `Use ${secret} to log in`);
  expect(outcome).toEqual(ok({ commit: repo.git('rev-parse', lane.branch) }));
  expect(repo.git('log', '-1', '--format=%s', lane.branch)).toBe('Use [redacted] to log in');
});

// Joined here, so that this file itself contains no text with the form of a key.
const shaped = ['ghp', 'R8nQ2vLx7TzW4kYb9MfJ6sPc3HdG5aXe1UoN'].join('_');
const block = ['-----BEGIN RSA PRIVATE', 'KEY-----\nMIIEpAIBAAKCAQEAv8Rk2mQz7LxW9TfYb4NcJ6sPh3Gd5aXe1Uo'].join(' ');

test('asks about text with the form of a key, and names file and line', async () => {
  const { outcome, lane } = await commitFiles(scratch(), {
    'src/a b.ts': `const a = 1;\nconst token = '${shaped}';\n`,
    'key.pem': `${block}\n`,
  });
  expect(outcome).toEqual(fail('secret.shaped', { files: 'key.pem:1, src/a b.ts:2' }));
  expect(lane.branch).toBe('harness/add-search');
});

test('placeholders, text of the base and text that a person accepted are no keys', async () => {
  const repo = scratch();
  const examples = [
    ['AKIA', 'IOSFODNN7EXAMPLE'].join(''),
    ['ghp', 'x'.repeat(36)].join('_'),
    ['sk', 'live', '0123456789abcdefghijklmn'].join('_'),
  ];
  expect((await commitFiles(repo, { 'docs.md': examples.join('\n') })).outcome).toMatchObject({ ok: true });
  const other = scratch();
  other.write('test/fixture.ts', shaped);
  other.git('add', '.');
  other.git('commit', '--quiet', '-m', 'a fixture');
  expect((await commitFiles(other, { 'test/more.ts': `again ${shaped}\n` })).outcome).toMatchObject({ ok: true });
  const accepted = scratch();
  accepted.git('config', 'harness.keyShapes', 'off');
  expect((await commitFiles(accepted, { 'a.ts': `${shaped}\n` })).outcome).toMatchObject({ ok: true });
});
