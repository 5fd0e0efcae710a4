import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agent } from '../../effects/agent.ts';
import { check } from '../../effects/check.ts';
import { ok } from '../../failure/failure.ts';
import { sampleArtifact } from '../../journal/artifact.ts';
import { entrySchema } from '../../journal/entry.ts';
import type { Entry } from '../../journal/journal.ts';
import type { RunJournal } from '../../journal/run-tree.ts';
import type { Effect } from '../../machine/machine.ts';
import { acceptanceWriter } from '../acceptance/writer.ts';
import { leak, nit } from '../phase/testing/jobs.ts';
import { passText, readPasses } from './passes.ts';
import { fixer } from './roles/fixer.ts';
import { planImplementer } from './roles/implementer.ts';
import { plansPlanReviewer } from './roles/reviewer.ts';
import { type RunFile, runFiles } from './run-files.ts';
import { e2e, planJob } from './testing/jobs.ts';

const place = { cwd: 'l', checkpoint: 'c0' };
const work = (role: typeof planImplementer) =>
  agent(role, place, { task: '', checks: [], repair: null }, { item: '0007' });
const review = agent(plansPlanReviewer, place, { task: '', diff: sampleArtifact }, { item: '0007' });
const test1 = check({ command: 'npm test', cwd: 'l', timeoutMs: 1 });
const endToEnd = check({ command: e2e.command, cwd: 'l', timeoutMs: 1, keep: { folders: ['r'], in: e2e.keepIn } });
const colour = (green: boolean, tail = '') => ({ green, exitCode: green ? 0 : 1, tail, log: sampleArtifact });

/** A converge run that asked these effects and got these answers. */
function loop(...steps: readonly (readonly [Effect, unknown])[]): RunJournal {
  const entries = steps.flatMap(([effect, value], n): readonly Entry[] => [
    { type: 'asked', key: `${n}/x`, effect, atMs: 2 * n },
    { type: 'answered', key: `${n}/x`, outcome: ok(value), atMs: 2 * n + 1 },
  ]);
  return { run: 'r.1.loop', entries };
}
const own: RunJournal = {
  run: 'r',
  entries: [
    entrySchema.parse({
      type: 'started',
      machine: 'plan',
      version: 1,
      title: '0007 Search',
      settings: {},
      input: planJob,
      state: { at: 'looking', job: planJob },
      atMs: 0,
    }),
  ],
};

const story = loop(
  [work(planImplementer), 'changed'],
  [test1, colour(false)],
  [work(fixer), 'fixed'],
  [test1, colour(true)],
  [review, [leak, nit]],
  [work(fixer), 'fixed'],
  [test1, colour(true)],
  [review, []],
  [endToEnd, colour(false, 'not ok 1 - finds it')],
);

test('DO-07 writes the findings of each pass: red checks, review, end-to-end run', () => {
  expect(readPasses([own, story])).toMatchObject([
    { number: 1, red: ['npm test'], review: null, e2e: null },
    { number: 2, red: [], review: [leak, nit], e2e: null },
    { number: 3, red: [], review: [], e2e: [{ text: 'end to end: finds it' }] },
  ]);
  expect(readPasses([own, story]).map(passText)[2]).toBe(
    '# Pass 3\n\n## Review\n\nNo findings.\n\n## End to end\n\n- [high] e2e: end to end: finds it\n',
  );
});

test('DO-07 runs on the base say nothing about a pass, and a role that only writes tests starts none', () => {
  const onBase = check({ command: 'npm test', cwd: 'l', timeoutMs: 1, isProof: true });
  const writer = agent(acceptanceWriter('plans.acceptance-writer'), place, { contract: '', checks: [], problems: [] });
  const tested = loop(
    [writer, 'wrote tests'],
    [onBase, colour(false)],
    [work(planImplementer), 'changed'],
    [review, []],
  );
  expect(readPasses([own, tested])).toEqual([{ number: 1, red: [], review: [], e2e: null }]);
});

test('DO-07 a run that has just started has a run file and an empty token file', () => {
  const files = runFiles([own]);
  expect(files.map(({ name }) => name)).toEqual(['run.json', 'tokens-used.json']);
  expect(JSON.parse(textIn(files[0]))).toMatchObject({
    run: 'r',
    plan: '0007',
    phase: 'all',
    end: null,
  });
});

test('DO-07, D-37 keeps the newest reply of each role, and the newest end-to-end run with its log', () => {
  const files = new Map(runFiles([own, story]).map(({ name, is }) => [name, is]));
  expect(files.get('implement.out.md')).toEqual({ replyOf: { run: 'r.1.loop', key: '0/x' } });
  expect(files.get('fix.out.md')).toEqual({ replyOf: { run: 'r.1.loop', key: '5/x' } });
  expect(files.get('review.out.md')).toEqual({ replyOf: { run: 'r.1.loop', key: '7/x' } });
  expect(files.get('e2e-verify.out.md')).toMatchObject({ text: expect.stringMatching(/^E2E verification failed\.\n/) });
  expect(files.get('e2e-verify.log')).toEqual({ copyOf: { run: 'r.1.loop', path: sampleArtifact.path } });
  const green = runFiles([own, loop([endToEnd, colour(true)])]).find(({ name }) => name === 'e2e-verify.out.md');
  expect(green?.is).toMatchObject({ text: expect.stringMatching(/^E2E verification passed\.\n/) });
});

test('D-51 writes one JSON line per call, with its token usage', () => {
  const file = runFiles([{ run: 'r', entries: goldenEntries() }]).find(({ name }) => name === 'tokens-used.json');
  const [line = '', ...others] = textIn(file).trimEnd().split('\n');
  expect(others).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    plan: '0001',
    role: 'plans.reviewer',
    phase: 'review',
    provider: 'scripted',
    outcome: 'ok',
    costUsd: 0.005,
    tokens: { input: 1300, output: 20, cacheRead: 900, cacheWrite: 0 },
  });
});

const textIn = (file: RunFile | undefined) => (file && 'text' in file.is ? file.is.text : '');

function goldenEntries(): readonly Entry[] {
  const text = readFileSync(new URL('../phase/journals/v1.jsonl', import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { crc: _, ...entry } = JSON.parse(line) as Record<string, unknown>;
      return entrySchema.parse(entry);
    });
}
