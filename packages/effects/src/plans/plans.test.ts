import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OperationInput } from '@harness/core/effects/operation';
import { act } from '@harness/core/effects/operation';
import { emitPlans, surveyPlans } from '@harness/core/effects/plans';
import { type PickResult, pickPlan } from '@harness/core/effects/queue';
import type { Outcome } from '@harness/core/failure/failure';
import type { Proposal } from '@harness/core/plans/proposal';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { acceptFiles, openExposure } from '../trust/exposure.ts';
import { addContextFile, readContextFiles } from './context-files.ts';
import { plansPerformer } from './performer.ts';
import { type PlansRead, readPlans } from './read.ts';

const folders = { planDir: 'plans/active', completedDir: 'plans/completed' };
const planText = (id: string, more = '', status = 'active') =>
  `---\nid: ${id}\ntitle: Plan ${id}\nphase: one\nstatus: ${status}\nestimated_passes: 1\n${more}---\nbody\n`;
const proposal = (id: string, more: Partial<Proposal> = {}): Proposal => ({
  id,
  slug: `plan-${id}`,
  title: `Plan ${id}`,
  phase: 'one',
  depends_on: [],
  estimated_passes: 1,
  summary: 'Something.',
  scope_bullets: ['do it'],
  acceptance_tags: [],
  ...more,
});

async function checkout() {
  const root = await testFolder();
  const write = (path: string, text: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    return join(root, path);
  };
  const perform = async (effect: { input: unknown }, interrupted = false, run = 'r') => {
    const performer = plansPerformer({ repo: root, runFolder: (run) => join(root, '.harness/runs', run) });
    const { outcome } = await performer.perform(effect.input as OperationInput, {
      run,
      key: '0/x',
      interrupted,
      earlier: undefined,
      signal: new AbortController().signal,
      allowances: () => [],
      report: () => undefined,
      note: async () => {},
    });
    return outcome as Outcome<never>;
  };
  return {
    root,
    write,
    perform,
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    names: (path: string) => (existsSync(join(root, path)) ? readdirSync(join(root, path)).sort() : []),
    emit: (proposals: readonly Proposal[], interrupted = false, run = 'r') =>
      perform(act(emitPlans, { ...folders, spec: 'spec.md', proposals }), interrupted, run),
  };
}

const describeProblems = ({ problems, defects }: PlansRead) => [
  ...problems.map(({ problem, file }) => `${problem} ${file}`),
  ...defects.map(({ defect, ids }) => `${defect} ${ids.join(' ')}`),
];

describe('reading the plans', () => {
  test('D-15 finds them in the configured folders; files with other names are not plans', async () => {
    const { root, write } = await checkout();
    write('plans/active/0002-b.md', planText('0002', 'depends_on: [0001]\n'));
    write('plans/completed/0001-a.md', planText('0001', '', 'completed'));
    for (const other of ['README.md', 'notes.txt', '_template.md', '.0003-x.md.harness-draft'])
      write(`plans/active/${other}`, 'hello');
    mkdirSync(join(root, 'plans/active/0009-folder'));
    const read = await readPlans(root, folders);
    expect(describeProblems(read)).toEqual([]);
    expect(read.plans.map(({ id, place, path }) => `${id} ${place} ${path}`)).toEqual([
      '0002 active plans/active/0002-b.md',
      '0001 completed plans/completed/0001-a.md',
    ]);
  });

  test('missing folders are empty', async () => {
    expect(await readPlans((await checkout()).root, folders)).toEqual({ plans: [], problems: [], defects: [] });
  });

  test('reports all problems at once; an unreadable plan is not a missing dependency', async () => {
    const { root, write } = await checkout();
    write('plans/active/0001-a.md', planText('0001', 'depends_on: [0002, 0008]\n'));
    write('plans/active/0002-b.md', 'hello');
    write('plans/active/0003-c.md', new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]));
    write('plans/active/0004-d.md', `${planText('0004')}${'x'.repeat(1024 * 1024)}`);
    write('plans/active/5-e.md', planText('0005'));
    write('elsewhere.md', planText('0006'));
    symlinkSync(join(root, 'elsewhere.md'), join(root, 'plans/active/0006-f.md'));
    mkdirSync(join(root, 'plans/active/0007-g.md'));
    expect(describeProblems(await readPlans(root, folders))).toEqual([
      'no-frontmatter plans/active/0002-b.md',
      'not-text plans/active/0003-c.md',
      'too-large plans/active/0004-d.md',
      'unreachable plans/active/0006-f.md',
      'unreachable plans/active/0007-g.md',
      'bad-name plans/active/5-e.md',
      'missing-dependency 0001 0008',
    ]);
  });

  test('does not enter a folder behind a link', async () => {
    const { root, write } = await checkout();
    write('real/0001-a.md', planText('0001'));
    mkdirSync(join(root, 'plans'));
    symlinkSync(join(root, 'real'), join(root, 'plans/active'));
    expect(describeProblems(await readPlans(root, folders))).toEqual(['unreachable plans/active']);
  });
});

test('a plan that an agent wrote is not picked until a person accepts it, and a watch then sees a change', async () => {
  const { root, write, perform } = await checkout();
  write('plans/active/0002-b.md', planText('0002'));
  const pick = () => perform(act(pickPlan, { ...folders, held: [], shipped: [] })) as Promise<Outcome<PickResult>>;
  const exposure = await openExposure(root, 'run/1', async () => [], { ...folders, contextDir: 'ctx' });
  write('plans/active/0001-a.md', planText('0001'));
  await exposure.close();
  const held = await pick();
  expect(held).toMatchObject({
    value: { is: 'disordered', detail: expect.stringContaining('plans/active/0001-a.md:1 written-by-agent') },
  });
  acceptFiles(root);
  const picked = await pick();
  expect(picked).toMatchObject({ value: { is: 'picked', plan: { id: '0001' } } });
  expect(held.ok && picked.ok && held.value.print !== picked.value.print).toBe(true);
});

describe('the survey', () => {
  const survey = { ...folders, spec: 'spec.md', contextDir: 'ctx' };
  const artifact = (root: string, name: string) =>
    readFileSync(join(root, `.harness/runs/r/artifacts/0-x.${name}`), 'utf8');

  test('D-63 collects the spec, the criteria, the plans and the context for the planner, as artifacts', async () => {
    const { root, write, perform } = await checkout();
    write('spec.md', '# Spec\n');
    write('spec.acceptance.md', '## Release criteria\n- `login` "Log in"\n');
    write('plans/active/0002-b.md', planText('0002', 'depends_on: [0001]\nacceptance_tags: [login]\n'));
    write('plans/completed/0001-a.md', planText('0001', '', 'completed'));
    write('ctx/planner.md', 'be brief');
    write('ctx/review.md', 'be strict');
    write('ctx/odd.md', '---\nscope: nobody\n---\n');
    write('ctx/long.md', 'x'.repeat(10_001));
    const outcome = await perform(act(surveyPlans, survey));
    expect(outcome).toMatchObject({
      value: {
        known: { active: ['0002'], completed: ['0001'], tags: ['login'] },
        covered: ['login'],
        told: { cut: ['ctx/long.md'], leftOut: [], misread: ['ctx/odd.md'] },
      },
    });
    expect(artifact(root, 'spec.md')).toBe('# Spec\n');
    expect(artifact(root, 'plans.txt')).toBe(
      '0002 [active] Plan 0002 (phase one; depends on 0001; tags login)\n0001 [completed] Plan 0001 (phase one)',
    );
    expect(artifact(root, 'criteria.txt')).toBe('login: Log in');
    expect(artifact(root, 'context.txt')).toMatch(/be brief/);
    expect(artifact(root, 'context.txt')).not.toMatch(/be strict/);
  });

  test('knows no tags without an acceptance file', async () => {
    const { write, perform } = await checkout();
    write('spec.md', '# Spec\n');
    const outcome = await perform(act(surveyPlans, survey));
    expect(outcome).toMatchObject({ value: { known: { active: [], completed: [], tags: null } } });
  });

  test('fails if the acceptance file is unreadable, instead of assuming no criteria', async () => {
    const { write, perform } = await checkout();
    write('spec.md', '# Spec\n');
    write('spec.acceptance.md', new Uint8Array([0xff]));
    expect(await perform(act(surveyPlans, survey))).toMatchObject({
      failure: { code: 'plans.broken', params: { detail: 'spec.acceptance.md: not text' } },
    });
  });

  test('fails if the plans are invalid or the spec is missing', async () => {
    const { write, perform } = await checkout();
    expect(await perform(act(surveyPlans, survey))).toMatchObject({
      failure: { code: 'plans.broken', params: { detail: 'spec.md: missing' } },
    });
    write('spec.md', '# Spec\n');
    write('plans/active/0002-b.md', planText('0002', 'depends_on: [0001]\n'));
    expect(await perform(act(surveyPlans, survey))).toMatchObject({
      failure: { code: 'plans.broken', params: { detail: 'missing-dependency 0002, 0001' } },
    });
  });

  test('DO-15 names both files of a duplicate id', async () => {
    const { write, perform } = await checkout();
    write('spec.md', '# Spec\n');
    for (const path of ['plans/active/0002-b.md', 'plans/active/0002-c.md']) write(path, planText('0002'));
    expect(await perform(act(surveyPlans, survey))).toMatchObject({
      failure: { params: { detail: 'duplicate-id 0002 plans/active/0002-b.md plans/active/0002-c.md' } },
    });
  });
});

describe('writing new plans', () => {
  const both = [proposal('0001'), proposal('0002', { depends_on: ['0001'] })];
  const files = ['0001-plan-0001.md', '0002-plan-0002.md'];

  test('writes all plans, in a graph without defects, and leaves no other file', async () => {
    const { root, emit, names } = await checkout();
    expect(await emit(both)).toMatchObject({ value: { files: files.map((name) => `plans/active/${name}`) } });
    expect(names('plans/active')).toEqual(files);
    expect(describeProblems(await readPlans(root, folders))).toEqual([]);
  });

  test.each([
    ['the same name', 'plans/active/0002-plan-0002.md'],
    ['the same id', 'plans/active/0002-other.md'],
    ['the id of a completed plan', 'plans/completed/0002-other.md'],
  ])('writes no plan if a file has %s', async (_, path) => {
    const { write, emit, names, read } = await checkout();
    write(path, 'mine');
    const before = names('plans/active');
    expect(await emit(both)).toMatchObject({ failure: { code: 'plans.conflict', params: { ids: '0002' } } });
    expect(names('plans/active')).toEqual(before);
    expect(read(path)).toBe('mine');
  });

  test('writes no plan if a dependency has disappeared', async () => {
    const { emit, names } = await checkout();
    expect(await emit([proposal('0002', { depends_on: ['0001'] })])).toMatchObject({
      failure: { code: 'plans.broken', params: { detail: 'missing-dependency 0002, 0001' } },
    });
    expect(names('plans/active')).toEqual([]);
  });

  test('continues after a crash between any two of its files', async () => {
    const whole = await checkout();
    await whole.emit(both);
    const texts = files.map((name) => whole.read(`plans/active/${name}`));
    for (const [placed, drafted] of [
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 2],
      [2, 0],
    ] as const) {
      const { write, emit, names, read } = await checkout();
      files.slice(0, placed).map((name, n) => write(`plans/active/${name}`, texts[n] ?? ''));
      for (const name of files.slice(0, drafted)) write(`plans/active/.${name}.r.harness-draft`, 'half of i');
      expect(await emit(both, true)).toMatchObject({ ok: true });
      expect(names('plans/active')).toEqual(files);
      expect(files.map((name) => read(`plans/active/${name}`))).toEqual(texts);
    }
  });

  test('removes its files if another process took a name after a crash', async () => {
    const whole = await checkout();
    await whole.emit(both);
    const { write, emit, names } = await checkout();
    write('plans/active/0001-plan-0001.md', whole.read('plans/active/0001-plan-0001.md'));
    write('plans/active/0002-plan-0002.md', 'mine');
    expect(await emit(both, true)).toMatchObject({ failure: { code: 'plans.conflict', params: { ids: '0002' } } });
    expect(names('plans/active')).toEqual(['0002-plan-0002.md']);
  });

  test('does not claim equal files of another process if no crash happened', async () => {
    const { emit } = await checkout();
    await emit(both);
    expect(await emit(both)).toMatchObject({ failure: { code: 'plans.conflict', params: { ids: '0001, 0002' } } });
  });

  test('of two simultaneous writers, one writes all plans and the other none', async () => {
    const { root, emit, names } = await checkout();
    const outcomes = await Promise.all([emit(both, false, 'r'), emit(both, false, 's')]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(names('plans/active')).toEqual(files);
    expect(describeProblems(await readPlans(root, folders))).toEqual([]);
  });

  test('never writes through a link', async () => {
    const { root, emit, names } = await checkout();
    mkdirSync(join(root, 'real'));
    mkdirSync(join(root, 'plans'));
    symlinkSync(join(root, 'real'), join(root, 'plans/active'));
    expect(await emit(both)).toMatchObject({ failure: { code: 'path.outside' } });
    expect(names('real')).toEqual([]);
  });

  test('reports a folder that cannot be written, and leaves nothing in it', async () => {
    const { root, write, emit, names } = await checkout();
    write('plans', 'in the way');
    await expect(emit(both)).rejects.toMatchObject({ code: 'store.unwritable' });
    expect(names('.')).toEqual(['plans']);
    expect(statSync(join(root, 'plans')).isFile()).toBe(true);
  });
});

describe('context files', () => {
  test('D-02 are written under the first free name, and read again', async () => {
    const { root, write, names } = await checkout();
    write('ctx/note.md', 'mine');
    expect(await addContextFile(root, 'ctx', 'note', '---\nscope: planner\n---\nhello')).toBe('ctx/note-2.md');
    expect(await addContextFile(root, 'ctx', 'note', 'x')).toBe('ctx/note-3.md');
    expect(names('ctx')).toEqual(['note-2.md', 'note-3.md', 'note.md']);
    expect((await readContextFiles(root, 'ctx')).drops.map(({ path, scope, text }) => [path, scope.of, text])).toEqual([
      ['ctx/note-2.md', 'planner', 'hello'],
      ['ctx/note-3.md', 'all', 'x'],
      ['ctx/note.md', 'all', 'mine'],
    ]);
  });

  test('that are not text, too large or a link are not read, and are reported', async () => {
    const { root, write } = await checkout();
    write('ctx/a.md', new Uint8Array([0xff]));
    write('ctx/b.md', 'x'.repeat(1024 * 1024 + 1));
    symlinkSync(write('secret.md', 's'), join(root, 'ctx/c.md'));
    write('ctx/d.txt', 'no drop');
    mkdirSync(join(root, 'ctx/site-reverse.md'));
    expect(await readContextFiles(root, 'ctx')).toEqual({ drops: [], misread: ['ctx/a.md', 'ctx/b.md', 'ctx/c.md'] });
  });

  test('in a folder behind a link are not read', async () => {
    const { root, write } = await checkout();
    write('real/a.md', 'x');
    symlinkSync(join(root, 'real'), join(root, 'ctx'));
    expect(await readContextFiles(root, 'ctx')).toEqual({ drops: [], misread: ['ctx'] });
    await expect(addContextFile(root, 'ctx', 'a', 'x')).rejects.toThrow('leads out of the checkout');
  });
});
