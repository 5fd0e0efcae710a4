/** Tests the files of a mission: the plan and its hash, the briefs of lanes, and notes. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  adoptPlan,
  briefFeature,
  convertIssues,
  type FeatureBrief,
  findMissionPlan,
  type ImportedPlan,
  keepSetback,
  type PlanLookup,
  settleNote,
  writeNote,
} from '@harness/core/effects/features';
import { act } from '@harness/core/effects/operation';
import type { PerformContext } from '@harness/core/effects/performer';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Effect } from '@harness/core/machine/machine';
import type { MissionPlan } from '@harness/core/mission/plan';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch, type Scratch, scratch } from '../git/scratch.ts';
import { featuresPerformer } from './performer.ts';

afterAll(clearScratch);

const feature = { status: 'todo', attempts: 0, dependsOn: [], more: {} } as const;
const assertion = { evidence: '', status: 'pending' };
const plan: MissionPlan = {
  features: [
    { ...feature, id: 'F-1', title: 'Log in', claims: ['VAL-AUTH-1'] },
    { ...feature, id: 'F-2', title: 'Log out', claims: ['VAL-UI-1'], dependsOn: ['F-1'], files: ['src/**'] },
  ],
  assertions: [
    { ...assertion, id: 'VAL-AUTH-1', text: 'one can log in', verify: '`npm run smoke`' },
    { ...assertion, id: 'VAL-UI-1', text: 'one can log out', verify: 'look' },
  ],
};

function performIn(repo: Scratch) {
  const performer = featuresPerformer({ repo: repo.root, runFolder: (run) => join(repo.root, '.harness/runs', run) });
  mkdirSync(join(repo.root, '.harness/runs/r'), { recursive: true });
  let n = 0;
  return async <Value>({ input }: Effect<Value>, key = `${n++}/x`): Promise<Outcome<Value>> => {
    const context = { run: 'r', key, interrupted: false } as PerformContext<AbortSignal>;
    return (await performer.perform(input, context)).outcome as Outcome<Value>;
  };
}
const value = <Value>(outcome: Outcome<Value>): Value => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
};

test('M-02 reads the spec without a plan, and finds an adopted plan unchanged', async () => {
  const repo = scratch();
  const perform = performIn(repo);
  writeFileSync(join(repo.root, 'SPEC.md'), '# Spec\n');
  const before: PlanLookup = value(await perform(act(findMissionPlan, { spec: 'SPEC.md' })));
  expect(before).toMatchObject({ head: repo.git('rev-parse', 'HEAD'), found: null, spec: { bytes: 7 } });
  const adopted: ImportedPlan = value(await perform(act(adoptPlan, { plan })));
  expect(adopted.features.map(({ id, after, kinds }) => [id, after, kinds])).toEqual([
    ['F-1', [], ['auth']],
    ['F-2', ['F-1'], ['ui']],
  ]);
  expect(repo.read('.harness/validation-contract.md')).toContain('### VAL-AUTH-1: one can log in');
  const found = value(await perform(act(findMissionPlan, { spec: 'SPEC.md' }))).found;
  expect(found?.features).toEqual(adopted.features);
});

test('rejects an invalid plan, and a plan that was changed after its run stored it', async () => {
  const repo = scratch();
  const perform = performIn(repo);
  const { plan: file } = value(await perform(act(adoptPlan, { plan })));
  writeFileSync(join(repo.root, file.file), '{}');
  expect(await perform(act(briefFeature, { plan: file, feature: 'F-1', setback: null }))).toMatchObject({
    failure: { code: 'features.broken' },
  });
  writeFileSync(join(repo.root, '.harness/features.json'), '[{"id":"F-1","claims":["VAL-NO-1"]}]');
  expect(await perform(act(findMissionPlan, { spec: 'SPEC.md' }))).toMatchObject({
    failure: { params: { detail: expect.stringContaining('unknown-claim: F-1, VAL-NO-1') } },
  });
});

describe('the brief of a lane', () => {
  test('MO-29 contains its assertions, their commands, its files and earlier setbacks', async () => {
    const repo = scratch();
    const perform = performIn(repo);
    const { plan: file } = value(await perform(act(adoptPlan, { plan })));
    const red = [{ command: 'npm test', tail: 'it broke', log: null }];
    const setback = value(await perform(act(keepSetback, { because: 'checks', said: 'no', red }))).file;
    const first: FeatureBrief = value(await perform(act(briefFeature, { plan: file, feature: 'F-1', setback })));
    expect(first).toMatchObject({ title: 'Log in', commands: ['npm run smoke'] });
    const read = (path = '') => readFileSync(join(repo.root, '.harness/runs/r', path), 'utf8');
    expect(read(first.task.path)).toContain('## VAL-AUTH-1: one can log in');
    expect(read(first.task.path)).not.toContain('VAL-UI-1');
    expect(read(first.setback?.path)).toContain('it broke');
    const second = value(await perform(act(briefFeature, { plan: file, feature: 'F-2', setback: null })));
    expect(second).toMatchObject({ files: ['src/**'], commands: [], setback: null });
  });

  test('MO-15, MO-23 turns critical and major issues into features once, with the same ids after a crash', async () => {
    const repo = scratch();
    const perform = performIn(repo);
    const { plan: file } = value(await perform(act(adoptPlan, { plan })));
    const issues = (['major', 'nit', 'critical'] as const).map((severity) => ({
      title: `a ${severity} one`,
      severity,
      foundDuring: 'F-1',
    }));
    const convert = () => perform(act(convertIssues, { plan: file, issues }), '9/converted');
    const converted = value(await convert());
    expect(converted.features.map(({ id, after }) => [id, after])).toEqual([
      ['F-FIX-001', ['F-1']],
      ['F-FIX-002', ['F-1']],
    ]);
    expect(await convert()).toEqual(ok(converted));
    const again = [
      { title: 'A critical one!', severity: 'major', foundDuring: 'F-FIX-002' } as const,
      { title: 'nothing of the kind', severity: 'major', foundDuring: 'F-1', codePointer: 'src/a.ts:1' } as const,
    ];
    const more = value(await perform(act(convertIssues, { plan: converted.plan, issues: again }), '12/converted'));
    expect(more.features.map(({ id }) => id)).toEqual(['F-FIX-003']);
    const elsewhere = [
      { title: 'said otherwise', severity: 'major', foundDuring: 'F-2', codePointer: 'src/a.ts:1' } as const,
    ];
    expect(value(await perform(act(convertIssues, { plan: more.plan, issues: elsewhere }))).features).toEqual([]);
    const brief = value(
      await perform(act(briefFeature, { plan: converted.plan, feature: 'F-FIX-002', setback: null })),
    );
    expect(brief).toMatchObject({ title: 'a critical one', commands: ['npm run smoke'] });
  });
});

test('MO-10 a pending checkpoint is a file; after its grant the file is removed and the checkpoint has fired', async () => {
  const repo = scratch();
  const perform = performIn(repo);
  const exists = (name: string) => existsSync(join(repo.root, '.harness', name));
  await perform(act(writeNote, { note: { is: 'checkpoint', name: 'plan', description: 'Look.' } }));
  writeFileSync(join(repo.root, '.harness/checkpoint-plan.granted'), '');
  expect(repo.read('.harness/checkpoint-plan.md')).toContain('Look.');
  await perform(act(settleNote, { checkpoint: 'plan' }));
  expect([exists('checkpoint-plan.md'), exists('checkpoint-plan.granted'), exists('.checkpoint-plan.fired')]).toEqual([
    ...[false, false, true],
  ]);
  expect(value(await perform(act(findMissionPlan, { spec: 'SPEC.md' }))).granted).toEqual(['plan']);
  await perform(act(writeNote, { note: { is: 'escalation', reason: 'blocked:F-1', features: [] } }));
  expect(repo.read('.harness/escalation.md')).toContain('blocked:F-1');
  await perform(act(settleNote, { escalation: true }));
  expect(exists('escalation.md')).toBe(false);
});

test('MO-10, MO-22 settles grants from before the mission, and adds a debug note to a setback', async () => {
  const repo = scratch();
  const perform = performIn(repo);
  const exists = (name: string) => existsSync(join(repo.root, '.harness', name));
  mkdirSync(join(repo.root, '.harness/checkpoint-folder.md'));
  const files = [
    'checkpoint-ship.md',
    'checkpoint-ship.granted',
    'checkpoint-lone.granted',
    'checkpoint-folder.granted',
  ];
  for (const name of files) writeFileSync(join(repo.root, '.harness', name), '');
  expect(value(await perform(act(findMissionPlan, { spec: 'SPEC.md' }))).granted).toEqual(['ship']);
  expect([exists('checkpoint-ship.md'), exists('.checkpoint-ship.fired'), exists('checkpoint-lone.granted')]).toEqual([
    ...[false, true, true],
  ]);

  const { plan: kept } = value(await perform(act(adoptPlan, { plan })));
  await perform(act(writeNote, { note: { is: 'debug', feature: 'F-1', text: 'line 3 never returns' } }));
  expect(repo.read('.harness/debug/F-1.md')).toContain('line 3 never returns');
  const { file } = value(await perform(act(keepSetback, { because: 'checks', said: 'it is red', red: [] })));
  const { setback } = value(await perform(act(briefFeature, { plan: kept, feature: 'F-1', setback: file })));
  const text = repo.read(join('.harness/runs/r', setback?.path ?? ''));
  expect([text.includes('it is red'), text.includes('line 3 never returns')]).toEqual([true, true]);
});
