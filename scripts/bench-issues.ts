/** Measures picking the next of 1,000 local issues, against only reading and parsing the same files. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from '@harness/core/effects/operation';
import { findIssue } from '@harness/core/effects/tracker';
import type { TrackerScope } from '@harness/core/tracker/issue';
import { newIssueText } from '@harness/core/tracker/local-issue';
import { localTracker } from '@harness/effects/tracker/local/tracker';
import { trackerPerformer } from '@harness/effects/tracker/performer';
import { parse } from 'yaml';
import { type BenchRow, timeRow } from './bench-row.ts';

const issues = 1_000;
const rounds = 15;
const dir = '.harness/issues';

const scope: TrackerScope = {
  kind: 'local',
  project: 'app',
  team: 'MB90',
  label: 'ready',
  inProgressStatus: 'In Progress',
  doneStatus: 'Done',
};

export async function measureNextIssue(folder: string): Promise<BenchRow> {
  const repo = join(folder, 'issues');
  writeIssues(join(repo, dir));
  const pick = pickerOf(repo);
  const [own, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    bare.push(await timed(async () => readBare(join(repo, dir))));
    own.push(await timed(pick));
  }
  return timeRow('next of 1,000 issues / read and parse', median(own), median(bare), 3);
}

function pickerOf(repo: string): () => Promise<void> {
  const lock = async () => ({ release: async () => {} });
  const performer = trackerPerformer({
    tracker: async () => localTracker({ repo, dir, tryLock: lock, hasRunEnded: async () => null }),
    runFolder: (run) => join(repo, '.harness/runs', run),
  });
  const context = {
    run: 'bench',
    key: '1/find',
    interrupted: false,
    earlier: undefined,
    signal: new AbortController().signal,
    allowances: () => [],
    note: async () => {},
    report: () => {},
  };
  return async () => {
    const { outcome } = await performer.perform(act(findIssue, { scope, exclude: [] }).input, context);
    const found = JSON.stringify(outcome);
    if (!found.includes(`"id":"APP-${issues}"`)) throw new Error(found);
  };
}

/** The last one is the only urgent one. Half of the issues are done, and each has comments. */
function writeIssues(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (let n = 1; n <= issues; n++) {
    const id = `APP-${n}`;
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
    const status = n % 2 === 0 && n < issues ? 'Done' : 'Todo';
    const text = newIssueText({
      id,
      title: `Add the part ${n} to the page`,
      status,
      labels: ['ready'],
      project: 'app',
      createdAt,
      body: 'The page should show it.\n\n- [ ] It has a test.\n- [ ] It works without a network.\n'.repeat(4),
    });
    const priority = n === issues ? 1 : 2 + (n % 3);
    const comments = Array.from(
      { length: 3 },
      (_, at) => `### ${createdAt} ada\n\nComment ${at}: ${'text '.repeat(40)}\n`,
    );
    const more = `priority: ${priority}\nblockedBy: [${n > 10 && n < issues ? `APP-${n - 10}` : ''}]\n`;
    const whole = text.replace('\ncreatedAt:', `\n${more}createdAt:`);
    writeFileSync(join(folder, `${id}.md`), `${whole}\n## Comments\n\n${comments.join('\n')}`);
  }
}

function readBare(folder: string): void {
  let count = 0;
  for (const name of readdirSync(folder)) {
    const [, yaml = ''] = readFileSync(join(folder, name), 'utf8').split('---\n');
    count += 'id' in (parse(yaml) as object) ? 1 : 0;
  }
  if (count !== issues) throw new Error(`only ${count} issues`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
