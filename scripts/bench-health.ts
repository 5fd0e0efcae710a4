/** Measures how long `GET /health` waits while the control server computes the documents of long runs. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { longRun } from '@harness/core/testing/long-journal';
import { formatJournalLines, journalStart } from '@harness/engine/store/journal-lines';
import { serveControl } from '../packages/harness/src/control/server.ts';
import { workflows } from '../packages/harness/src/workflows/list.ts';
import type { BenchRow } from './bench-row.ts';

const barMs = 100;
const rounds = 3;

/** A client in a process of its own: requests the document, and health every 10 ms until the document is complete. */
const client = `
const [url, token] = process.argv.slice(1);
const headers = { authorization: 'Bearer ' + token };
const health = async () => {
  const from = performance.now();
  await (await fetch(new URL('/health', url))).text();
  return performance.now() - from;
};
await health();
let isDone = false;
const from = performance.now();
const document = fetch(url, { headers }).then((response) => response.text()).finally(() => { isDone = true; });
let longestMs = 0;
while (!isDone) {
  longestMs = Math.max(longestMs, await health());
  await new Promise((resolve) => setTimeout(resolve, 10));
}
await document;
console.log(JSON.stringify({ tookMs: performance.now() - from, longestMs }));
`;

export async function measureHealth(folder: string): Promise<readonly BenchRow[]> {
  const root = join(folder, 'health');
  for (const length of [10_000, 40_000])
    for (const { run, entries } of longRun(length)) {
      const path = join(root, '.harness', 'runs', run.replace('r', `r${length}`), 'journal.jsonl');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, formatJournalLines(entries, journalStart).text);
    }
  const config = { stateDir: '.orchestrator', control: { port: 0 } };
  const server = await serveControl({ root, config, queue: null, workflows });
  try {
    const rows: BenchRow[] = [];
    for (const path of ['/runs/r10000', '/logs/r10000', '/runs/r10000/events', '/runs/r40000', '/runs'])
      rows.push(await measure(`${server.url}${path}`, server.token));
    return rows;
  } finally {
    await server.close();
  }
}

/** The best of several rounds: other processes only add time. */
async function measure(url: string, token: string): Promise<BenchRow> {
  const times: Times[] = [];
  for (let round = 0; round < rounds; round++) times.push(await request(url, token));
  const { tookMs, longestMs } = times.reduce((best, one) => (one.longestMs < best.longestMs ? one : best));
  const { pathname } = new URL(url);
  console.log(`${pathname} took ${tookMs.toFixed(0)} ms; health waited ${longestMs.toFixed(0)} ms at most`);
  return {
    what: `health during ${pathname} / 100 ms`,
    baseline: `${barMs} ms`,
    measured: `${longestMs.toFixed(0)} ms`,
    ratio: longestMs / barMs,
    bar: 1,
    is: 'at most',
  };
}

interface Times {
  readonly tookMs: number;
  readonly longestMs: number;
}

async function request(url: string, token: string): Promise<Times> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', client, url, token]);
  let text = '';
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString();
  });
  await new Promise((resolve) => child.once('close', resolve));
  return JSON.parse(text) as Times;
}
