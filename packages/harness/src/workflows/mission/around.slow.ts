/** Tests the side work of a mission: hooks, snapshots, deleted logs and filed issues. */
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';
import type { Shown } from '../../testing/shown.ts';
import { featureLines, planning, repositoryWithSpec, reviewing, validating, working } from './testing/script.ts';

const inHarness = ({ path }: Repository, name: string) => join(path, '.harness', name);
const lines = (repo: Repository, name: string) => readFileSync(inHarness(repo, name), 'utf8').trimEnd().split('\n');

function hook(repo: Repository, name: string, text: string): void {
  repo.write(`repo/.harness/hooks/${name}.sh`, `#!/bin/sh\n${text}\n`);
}
const recordCall = 'echo "$(basename "$0" .sh) $1" >> "$2/.harness/calls.txt"';

test('MO-25 calls hooks without a key; a failing hook causes a warning and changes nothing', async () => {
  const repo = repositoryWithSpec();
  for (const name of ['pre-worker', 'post-worker', 'pre-validator', 'on-feature-failing', 'on-feature-passed'])
    hook(repo, name, recordCall);
  chmodSync(inHarness(repo, 'hooks/pre-worker.sh'), 0o755);
  hook(
    repo,
    'post-validator',
    '(printenv ANTHROPIC_API_KEY || echo no key) > "$2/.harness/key.txt"; echo sorry >&2; exit 3',
  );
  const agents = script(repo, [
    planning({ id: 'F-001' }),
    reviewing(),
    working(),
    validating('failing', { attempt: 1 }),
    validating(),
  ]);
  const done = await repo.start(['mission', '--script', agents], { ANTHROPIC_API_KEY: 'sk-ant-secret' }).finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const all = lines(repo, 'calls.txt');
  const awaited = ['pre-worker F-001', 'post-worker F-001', 'pre-validator F-001'];
  expect(all.filter((line) => !line.startsWith('on-'))).toEqual([...awaited, ...awaited]);
  expect(all.filter((line) => line.startsWith('on-'))).toEqual(['on-feature-failing F-001', 'on-feature-passed F-001']);
  expect(lines(repo, 'key.txt')).toEqual(['no key']);
  expect(`${done.stdout}${done.stderr}`).toMatch(/hook post-validator failed \(exit 3, sorry\)/);
});

test('M-17, MO-04, MO-26 copies the state after each decision that does not end the mission, and keeps the newest', async () => {
  const repo = repositoryWithSpec({
    mission: { snapshotRetention: 2, logRetention: 1 },
    checks: { build: 'echo built' },
  });
  const agents = script(repo, [planning({ id: 'F-001' }, { id: 'F-002' }), reviewing(), working(), validating()]);
  expect(await repo.run('mission', '--script', agents)).toMatchObject({ exitCode: 0 });
  const kept = readdirSync(inHarness(repo, 'snapshots')).sort();
  expect(kept.map((name) => name.replace(/^\d{8}T\d{6}Z/, ''))).toEqual(['-iter-003', '-iter-004']);
  expect(readdirSync(inHarness(repo, `snapshots/${kept[0]}`)).sort()).toEqual([
    ...['features.json', 'harness.config.json', 'validation-contract.md'],
  ]);
  expect(readFileSync(inHarness(repo, `snapshots/${kept[0]}/features.json`), 'utf8')).toContain('"in_progress"');
  const run = await repo.newest();
  const logs = readdirSync(inHarness(repo, 'runs'))
    .filter((name) => name.startsWith(`${run}.`))
    .filter((name) => existsSync(inHarness(repo, `runs/${name}/artifacts`)))
    .flatMap((name) => readdirSync(inHarness(repo, `runs/${name}/artifacts`)).filter((file) => file.endsWith('.log')));
  expect(logs.length).toBeLessThan(3); // the kept log, and the newer logs of the last lanes
});

test('M-08, M-17 prints, lists and copies every decision if resumed one iteration at a time', async () => {
  const repo = repositoryWithSpec({ mission: { maxIterations: 1 } });
  const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working(), validating()]);
  const first = await repo.run('mission', '--script', agents);
  const second = await repo.run('resume');
  const last = await repo.run('resume', '--json');
  expect([first.exitCode, second.exitCode, last.exitCode], last.stderr).toEqual([5, 5, 0]);
  expect(first.stdout).toContain('iteration 1: NEXT_WORKER F-001');
  expect(second.stdout).toContain('iteration 1: NEXT_VALIDATOR F-001');
  const { decisions } = JSON.parse(last.stdout) as { decisions: { verb: string }[] };
  expect(decisions.map(({ verb }) => verb)).toEqual(['NEXT_WORKER', 'NEXT_VALIDATOR', 'DONE']);
  expect(readdirSync(inHarness(repo, 'snapshots'))).toHaveLength(2); // the last decision ended the mission
});

test('M-17, MO-04 checks the cap before a call: exit 6, and no further cost', async () => {
  const repo = repositoryWithSpec({ budget: { capUsd: 0.03 }, agent: { reserveTokens: 1 } });
  const agents = script(repo, [planning({ id: 'F-001' }, { id: 'F-002' }), reviewing(), working(), validating()]);
  expect(await repo.run('mission', '--script', agents)).toMatchObject({ exitCode: 6 });
  const { costUsd, calls } = await repo.json<Shown>('show', await repo.newest());
  expect(costUsd).toBeCloseTo(0.03, 6);
  expect(calls.filter(({ outcome }) => outcome === 'ok')).toHaveLength(3);
  expect(await repo.run('resume')).toMatchObject({ exitCode: 6 }); // the cap was not raised
  expect(await repo.json<Shown>('show', await repo.newest())).toMatchObject({ costUsd });
});

test('MO-07 archives a mission that is done if configured, and the next mission plans again', async () => {
  const repo = repositoryWithSpec({ mission: { archiveOnDone: true } });
  const agents = script(repo, [
    { ...planning({ id: 'F-001' }), times: 1 },
    { ...planning({ id: 'F-002' }), times: 1 },
    reviewing(),
    working(),
    validating(),
  ]);
  expect(await repo.run('mission', '--script', agents)).toMatchObject({ exitCode: 0 });
  const run = await repo.newest();
  expect(existsSync(inHarness(repo, 'features.json'))).toBe(false);
  expect(readFileSync(inHarness(repo, `missions/${run}/features.json`), 'utf8')).toContain('"passed"');
  const next = await repo.run('mission', '--json', '--script', agents);
  const { features } = JSON.parse(next.stdout) as { features: { id: string; status: string }[] };
  expect([next.exitCode, features.map(({ status }) => status)], next.stderr).toEqual([0, ['passed']]);
  expect(readdirSync(inHarness(repo, 'missions'))).toHaveLength(2);
});

test('MO-20 writes each issue of a validator once, for people and for tools', async () => {
  const repo = repositoryWithSpec();
  const issue = { title: 'It leaks', severity: 'minor', evidence: 'rss grows', repro: 'wait', codePointer: 'a.js:3' };
  const agents = script(repo, [
    planning({ id: 'F-001' }),
    reviewing(),
    working(),
    validating('failing', { attempt: 1 }, JSON.stringify(issue)),
    validating('passed', {}, JSON.stringify(issue)),
  ]);
  expect(await repo.run('mission', '--script', agents)).toMatchObject({ exitCode: 0 });
  expect(featureLines(repo)).toEqual(['F-001 passed 2']); // a minor issue becomes no feature
  expect(lines(repo, 'pending-issues.jsonl').map((line) => JSON.parse(line) as object)).toEqual([
    { ...issue, foundDuring: 'F-001' },
  ]);
  expect(lines(repo, 'issues.md')).toEqual(['# Issues', '', '- [minor] It leaks (F-001, a.js:3)']);
});
