/** Checks that tests name every requirement. An id counts only in a test that uses the command or a machine. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { machines as workflows } from '@harness/core/workflows/machines';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, 'docs', 'requirements');
/** Ids have the form `**W-01**`, or `**W-181, W-182**` for two requirements in one sentence. */
const idsIn = (text: string) =>
  new Set([...text.matchAll(/\*\*([A-Z]-\d+(?:, [A-Z]-\d+)*)\*\*/g)].flatMap(([, ids = '']) => ids.split(', ')));
const lists = new Map(
  readdirSync(folder).map((file) => [basename(file, '.md'), idsIn(readFileSync(join(folder, file), 'utf8'))]),
);
const knownIds = new Set([...lists.values()].flatMap((ids) => [...ids]));

const tests = readdirSync(join(import.meta.dirname, 'packages'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(test|slow|suite)\.ts$/.test(file) && !file.includes('node_modules'))
  .map((file) => readFileSync(join(import.meta.dirname, 'packages', file), 'utf8'));
const titlesIn = (text: string) =>
  [...text.matchAll(/\b(?:test|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])([\s\S]*?)\1/g)].map(
    ([, , title = '']) => title,
  );
const idsNamedIn = (text: string) => titlesIn(text).flatMap((title) => title.match(/\b[A-Z]-\d+\b/g) ?? []);
const usesProduct = (text: string) => /testing\/(?:command|product|night)|\/machine\.ts|workflows\//.test(text);

const testedIds = new Set(tests.filter(usesProduct).flatMap(idsNamedIn));

describe('requirements', () => {
  test('exist for the five workflows', () => {
    expect([...lists.keys()].sort()).toEqual(['autopilot', 'issues', 'mission', 'plans', 'task']);
    expect(knownIds.size).toBeGreaterThan(400);
  });

  test('named by a test exist', () => {
    const engine = /^[CEMJSXV]-/; // invariants of the code are written without a hyphen; C- are settled conflicts
    expect([...new Set(tests.flatMap(idsNamedIn))].filter((id) => !knownIds.has(id) && !engine.test(id))).toEqual([]);
  });

  test.each([...lists])('%s: a test names every id if the workflow exists', (workflow, ids) => {
    const missing = [...ids].filter((id) => !testedIds.has(id));
    console.log(`${workflow}: ${ids.size - missing.length} of ${ids.size} requirements are named by a test`);
    if (workflows.has(workflow)) expect(missing).toEqual([]);
  });
});
