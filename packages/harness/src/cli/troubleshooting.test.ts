/** Compares the troubleshooting pages with the output of the command. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failures } from '@harness/core/failure/failure';
import { describe, expect, test } from 'vitest';
import { repository } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

const docs = join(import.meta.dirname, '..', '..', '..', '..', 'docs');
const read = (name: string) => readFileSync(join(docs, name), 'utf8');
const rows = read('TROUBLESHOOTING.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what'));
const rowAbout = (words: RegExp) => rows.find((row) => words.test(row)) ?? '';
describe('D-76 the troubleshooting table', () => {
  test.each([
    ...[/does not converge/, /wrong provider or model/, /plan is not found/, /daemon picks nothing/],
    ...[/rate limit is not waited out/, /drift check runs too often/, /tree is not clean/, /dev server does not start/],
  ])('has a row for %s', (symptom) => {
    expect(rows.filter((row) => symptom.test(row))).toHaveLength(1);
  });

  test('is right about a loop that does not converge and about a rate limit', async () => {
    const repo = repository();
    const limited = {
      when: { role: 'converge.implementer' },
      times: 1,
      steps: [{ fail: { kind: 'rate_limit', retryAfterMs: 5 } }],
    };
    const agents = script(
      repo,
      [limited, implementerAnswer(), reviewerAnswer('- [high] a.txt:1: it leaks')],
      [{ when: { header: 'Passes' }, choose: 'stop' }],
    );
    const { exitCode } = await repo.run('converge', 'Dear', '--check', 'true', '--passes', '1', '--script', agents);
    expect([exitCode, rowAbout(/does not converge/)]).toEqual([
      5,
      expect.stringContaining('exit 5, or the question `Passes`'),
    ]);
    const run = await repo.newest();
    expect((await repo.run('show', run)).stdout).toContain('it leaks');
    expect((await repo.run('logs', run)).stdout).toContain('next try at ');
    const dry = await repo.start(['converge', 'Dear', '--dry-run'], { HARNESS_AGENT_PROVIDER: 'codex' }).finished;
    expect(dry.stdout).toContain('converge.implementer · codex');
  });

  test('names existing settings and failures', () => {
    const named = read('TROUBLESHOOTING.md').match(/`(?:agent|daemon|fidelity|devServer|budget)\.[\w.-]+`/g) ?? [];
    const words = named.map((word) => word.replaceAll('`', '')).filter((word) => !Object.hasOwn(failures, word));
    const known = readFileSync(join(docs, '..', 'schema/harness.config.schema.json'), 'utf8');
    expect(words.length).toBeGreaterThan(8);
    expect(words.filter((word) => !known.includes(`"${word.split('.').at(-1)}":`))).toEqual([]);
  });
});

test('D-75 the lessons are one numbered list with short entries', () => {
  const numbers = [...read('LESSONS.md').matchAll(/^(\d+)\. (.+)$/gm)];
  expect(numbers.map(([, n]) => Number(n))).toEqual(numbers.map((_, n) => n + 1));
  expect(numbers.length).toBeGreaterThan(20);
  for (const [, , text = ''] of numbers) expect(text.replace(/\(\[.*\)/, '').length).toBeLessThan(220);
});

test('D-78 every decision is in the repository and in its index', () => {
  const index = read('decisions/README.md');
  const pages = readdirSync(join(docs, 'decisions')).filter((name) => /^\d{4}-/.test(name));
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  expect(new Set(pages.map((name) => name.slice(0, 4))).size).toBe(pages.length);
});
