/** Tests manual edits of plan files: valid ones are imported, others are moved aside. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  adoptPlan,
  backUpPlanEdit,
  checkPlanEdit,
  importPlanEdit,
  type MissionPlanFile,
} from '@harness/core/effects/features';
import { act } from '@harness/core/effects/operation';
import type { PerformContext } from '@harness/core/effects/performer';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Effect } from '@harness/core/machine/machine';
import type { MissionPlan } from '@harness/core/mission/plan';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../git/scratch.ts';
import { featuresPerformer } from './performer.ts';

afterAll(clearScratch);

const claim = { verify: 'look', evidence: '', status: 'pending' };
const plan: MissionPlan = {
  features: [{ id: 'F-1', title: 'Log in', claims: ['VAL-A-1'], status: 'todo', attempts: 0, dependsOn: [], more: {} }],
  assertions: [{ ...claim, id: 'VAL-A-1', text: 'one can log in' }],
};

async function setUp() {
  const repo = scratch();
  const performer = featuresPerformer({ repo: repo.root, runFolder: (run) => join(repo.root, '.harness/runs', run) });
  mkdirSync(join(repo.root, '.harness/runs/r'), { recursive: true });
  const perform = async <Value>({ input }: Effect<Value>, key: string): Promise<Outcome<Value>> => {
    const context = { run: 'r', key, interrupted: false } as PerformContext<AbortSignal>;
    return (await performer.perform(input, context)).outcome as Outcome<Value>;
  };
  const outcome = await perform(act(adoptPlan, { plan }), '0/adopted');
  const file = outcome.ok ? outcome.value.plan : ({ file: '', sha256: '' } satisfies MissionPlanFile);
  const path = (name: string) => join(repo.root, '.harness', name);
  const take = (begun: readonly string[] = []) => perform(act(importPlanEdit, { plan: file, begun }), '1/edit');
  const setAside = () => perform(act(backUpPlanEdit, { plan: file }), '2/aside');
  const look = () => perform(act(checkPlanEdit, { plan: file, features: plan.features }), '3/look');
  return { repo, path, take, setAside, look };
}

const written = { id: 'F-2', title: 'Log out', claims: ['VAL-A-1'], status: 'in_progress', attempts: 1 };

test('imports a valid edit with its statuses, and keeps the contract if its file is missing', async () => {
  const { path, take } = await setUp();
  writeFileSync(path('features.json'), `\uFEFF${JSON.stringify([written]).replaceAll(',', ',\r\n')}`);
  rmSync(path('validation-contract.md'));
  expect(await take()).toMatchObject({
    value: { is: 'taken', features: [{ id: 'F-2', status: 'in_progress', attempts: 1, kinds: ['a'] }] },
  });
});

test('refuses an invalid edit with its problems, and leaves it unchanged', async () => {
  const { path, take } = await setUp();
  const text = JSON.stringify([written, written]);
  writeFileSync(path('features.json'), text);
  expect(await take()).toEqual(ok({ is: 'refused', problems: 'duplicate-id: F-2' }));
  writeFileSync(path('features.json'), JSON.stringify([written]));
  expect(await take(['F-1'])).toEqual(ok({ is: 'refused', problems: 'removed-begun: F-1' }));
  const many = Array.from({ length: 100 }, (_, n) => ({ ...written, id: `F-${n}`, claims: [] }));
  writeFileSync(path('features.json'), JSON.stringify(many));
  expect(await take()).toMatchObject({ value: { problems: expect.stringMatching(/^no-claims: F-0; .*; … \+81$/) } });
  rmSync(path('features.json'));
  expect(await take()).toMatchObject({ value: { problems: 'features.json is missing' } });
});

test.each([
  ['a link', (path: string) => symlinkSync('/etc/passwd', path), 'features.json: link'],
  ['a folder', (path: string) => mkdirSync(path), 'features.json: not a file'],
])('%s in its place is never read, and is moved as it is', async (_, put, problems) => {
  const { path, take, setAside } = await setUp();
  rmSync(path('features.json'));
  put(path('features.json'));
  expect(await take()).toEqual(ok({ is: 'refused', problems }));
  expect(await setAside()).toEqual(ok({ kept: ['.harness/features.json.yours-1'] }));
});

test('detects an edit in either file; a missing file is not an edit', async () => {
  const { path, look } = await setUp();
  expect(await look()).toEqual(ok({ isEdited: false }));
  rmSync(path('features.json'));
  expect(await look()).toEqual(ok({ isEdited: false }));
  writeFileSync(path('validation-contract.md'), 'VAL-A-1: something else');
  expect(await look()).toEqual(ok({ isEdited: true }));
  rmSync(path('validation-contract.md'));
  writeFileSync(path('features.json'), '[]');
  expect(await look()).toEqual(ok({ isEdited: true }));
});

test('moves both files aside under new names, and writes the contract again', async () => {
  const { path, setAside, repo } = await setUp();
  const contract = repo.read('.harness/validation-contract.md');
  writeFileSync(path('features.json'), 'mine');
  writeFileSync(path('validation-contract.md'), 'VAL-A-1: something else');
  writeFileSync(path('features.json.yours-1'), 'earlier');
  expect(await setAside()).toEqual(
    ok({ kept: ['.harness/features.json.yours-2', '.harness/validation-contract.md.yours-1'] }),
  );
  expect([repo.read('.harness/features.json.yours-1'), repo.read('.harness/features.json.yours-2')]).toEqual([
    ...['earlier', 'mine'],
  ]);
  expect(repo.read('.harness/validation-contract.md.yours-1')).toBe('VAL-A-1: something else');
  expect(repo.read('.harness/validation-contract.md')).toBe(contract);
  expect(await setAside()).toEqual(ok({ kept: [] }));
});
