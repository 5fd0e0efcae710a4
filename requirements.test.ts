/** Which requirements a test names. An id counts only in a test that goes through the command or through a machine. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { machines as workflows } from '@harness/core/workflows/machines';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, 'docs', 'requirements');
/** `**W-01**`, and `**W-181, W-182**` where one sentence states two. */
const idsIn = (text: string) =>
  new Set([...text.matchAll(/\*\*([A-Z]-\d+(?:, [A-Z]-\d+)*)\*\*/g)].flatMap(([, ids = '']) => ids.split(', ')));
const lists = new Map(
  readdirSync(folder).map((file) => [basename(file, '.md'), idsIn(readFileSync(join(folder, file), 'utf8'))]),
);
const stated = new Set([...lists.values()].flatMap((ids) => [...ids]));

const tests = readdirSync(join(import.meta.dirname, 'packages'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(test|slow|suite)\.ts$/.test(file) && !file.includes('node_modules'))
  .map((file) => readFileSync(join(import.meta.dirname, 'packages', file), 'utf8'));
const titlesIn = (text: string) =>
  [...text.matchAll(/\b(?:test|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])([\s\S]*?)\1/g)].map(
    ([, , title = '']) => title,
  );
const named = (text: string) => titlesIn(text).flatMap((title) => title.match(/\b[A-Z]-\d+\b/g) ?? []);
const isReal = (text: string) => /testing\/(?:command|product|night)|\/machine\.ts|workflows\//.test(text);

const proved = new Set(tests.filter(isReal).flatMap(named));

describe('requirements', () => {
  test('are listed for the five workflows', () => {
    expect([...lists.keys()].sort()).toEqual(['autopilot', 'issues', 'mission', 'plans', 'task']);
    expect(stated.size).toBeGreaterThan(400);
  });

  test('that a test names exist', () => {
    const engine = /^[CEMJSXV]-/; // promises of the engine and the kit are written without a hyphen; C- are settled conflicts
    expect([...new Set(tests.flatMap(named))].filter((id) => !stated.has(id) && !engine.test(id))).toEqual([]);
  });

  test.each([...lists])('%s: every id is named by a test once the workflow exists', (workflow, ids) => {
    const missing = [...ids].filter((id) => !proved.has(id));
    console.log(`${workflow}: ${ids.size - missing.length} of ${ids.size} requirements are named by a test`);
    if (workflows.has(workflow)) expect(missing).toEqual([]);
  });
});
