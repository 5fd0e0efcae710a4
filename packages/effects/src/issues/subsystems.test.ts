/** Tests the operations on subsystem specs in a real repository. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { checkEvidence, indexSubsystems, resolvePlan, scopeReview, writeDiscovery } from '@harness/core/effects/issues';
import { act } from '@harness/core/effects/operation';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import type { Effect } from '@harness/core/machine/machine';
import { afterAll, describe, expect, test } from 'vitest';
import { writeArtifact } from '../artifact/store.ts';
import { clearScratch, type Scratch, scratch } from '../git/scratch.ts';
import { issuesPerformer } from './performer.ts';

afterAll(clearScratch);

const spec = (name: string, more = '') =>
  `id: ${name}\nsystem: shop\ndescription: The ${name}\npaths:\n  owned: [src/${name}/**]\ninvariants: [${name} works]\n${more}`;
const cart = spec('cart', 'dependents: [shop/page]\ntests: {tier0: npm test, tier1: npm run all}\n');

/** These operations run no command. */
const noCheck: Performer<AbortSignal> = {
  kind: 'check',
  afterCrash: 'repeat',
  perform: () => Promise.reject(new Error('no command is expected')),
};

function opened() {
  const repo = scratch();
  const runFolder = join(repo.root, '.harness/runs/r');
  mkdirSync(runFolder, { recursive: true });
  const performer = issuesPerformer({ repo: repo.root, runFolder: () => runFolder, check: noCheck });
  let n = 0;
  const perform = async <Value>({ input }: Effect<Value>, key = `${n++}/x`): Promise<Outcome<Value>> => {
    const { signal } = new AbortController();
    const context = { run: 'r', key, interrupted: false, signal } as PerformContext<AbortSignal>;
    return (await performer.perform(input, context)).outcome as Outcome<never>;
  };
  return {
    repo,
    runFolder,
    perform,
    async value<Value>(effect: Effect<Value>, key?: string): Promise<Value> {
      const outcome = await perform(effect, key);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
      return outcome.value;
    },
  };
}

function commit(repo: Scratch, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) repo.write(path, text);
  repo.git('add', '--all', ':!.harness');
  repo.git('commit', '--quiet', '--message=x');
  return repo.git('rev-parse', 'HEAD').trim();
}

const specs = {
  'subsystems_knowledge/shop/cart.yaml': cart,
  'subsystems_knowledge/shop/page.yaml': spec('page'),
  'src/cart/total.js': 'export const total = 1;\n',
};

test('I-24 I-25 the specs of the commit are indexed for the planner, never those of the checkout', async () => {
  const { repo, runFolder, value } = opened();
  const head = commit(repo, specs);
  repo.write('subsystems_knowledge/shop/cart.yaml', 'an agent was here');
  repo.write('subsystems_knowledge/shop/more.yaml', spec('more'));
  const issue = await writeArtifact(runFolder, 'issue.md', '# T\n\nsee src/cart/total.js\n\n## Comments\n');
  const { index, count } = await value(act(indexSubsystems, { commit: head, issue }));
  const text = readFileSync(join(runFolder, index.path), 'utf8');
  expect(count).toBe(2);
  expect(text).toContain('- shop/cart: The cart | files: src/cart/** | used by: shop/page | invariants: INV-1');
  expect(text).toContain('tests: {tier0: npm test, tier1: npm run all}');
  expect(text).not.toMatch(/agent was here|shop\/more/);
  const plan = { subsystems: [{ id: 'cart', as: 'consumer' as const }], files: ['src/**'] };
  const groups = [{ files: ['src/cart/*'], invariants: ['INV-1'] }];
  expect(await value(act(resolvePlan, { commit: head, ...plan, groups }))).toMatchObject({
    is: 'resolved',
    subsystems: [{ id: 'shop/cart', as: 'primary' }],
    groups: [{ files: ['src/cart/*'], subsystems: ['shop/cart'], tier0: ['npm test'] }],
  });
});

test('specs that a person broke during the run are a failure that names them all', async () => {
  const { repo, perform } = opened();
  mkdirSync(join(repo.root, 'subsystems_knowledge/shop'), { recursive: true });
  symlinkSync('/etc/passwd', join(repo.root, 'subsystems_knowledge/shop/link.yaml'));
  const head = commit(repo, {
    'subsystems_knowledge/shop/cart.yaml': 'id: cart\n',
    'subsystems_knowledge/shop/large.yaml': `#${'x'.repeat(70_000)}`,
    'subsystems_knowledge/shop/page.yaml': spec('page', 'dependents: [shop/nowhere]\n'),
  });
  const outcome = await perform(act(scopeReview, { base: head, head }));
  expect(outcome).toMatchObject({ ok: false, failure: { code: 'subsystems.broken' } });
  const problems = outcome.ok ? '' : String(outcome.failure.params['problems']);
  expect(problems.split(/(?<=\.) (?=subsystems_knowledge)/)).toEqual([
    ...['system', 'description', 'paths', 'invariants'].map(
      (field) => `subsystems_knowledge/shop/cart.yaml, ${field}: it must be set.`,
    ),
    'subsystems_knowledge/shop/large.yaml: a spec must not be larger than 64 kB.',
    'subsystems_knowledge/shop/link.yaml: a spec must be a file, not a symbolic link.',
    'subsystems_knowledge/shop/page.yaml, dependents[0]: there is no subsystem "shop/nowhere".',
  ]);
  expect(await perform(act(scopeReview, { base: 'f'.repeat(40), head }))).toMatchObject({
    failure: { code: 'git.failed' },
  });
});

test('I-41 I-42 IO-16 a review covers all changed files with their subsystems, and flags the reach of the change', async () => {
  const { repo, runFolder, value } = opened();
  const base = commit(repo, {
    ...specs,
    'package.json': '{"dependencies":{"a":"1"}}',
    'src/page/old.js': 'export const p = 1;\n',
  });
  repo.git('mv', 'src/page/old.js', 'src/cart/old.js');
  const head = commit(repo, {
    'src/cart/total.js': 'export const sum = 1;\n',
    'src/cart/한글.js': 'export const k = 1;\n',
    'package.json': '{"dependencies":{"a":"1","left-pad":"1"}}',
    'subsystems_knowledge/shop/cart.yaml': spec('cart', 'tests: {tier1: "true"}\n'),
  });
  const { diff, ...scope } = await value(act(scopeReview, { base, head }));
  expect(scope).toEqual({
    files: [
      'package.json',
      'src/cart/old.js',
      'src/cart/total.js',
      'src/cart/한글.js',
      'src/page/old.js',
      'subsystems_knowledge/shop/cart.yaml',
    ],
    subsystems: ['shop/cart', 'shop/page'],
    invariants: [
      { id: 'shop/cart#INV-1', text: 'cart works' },
      { id: 'shop/page#INV-1', text: 'page works' },
    ],
    tier1: ['npm run all'],
    warnings: [
      'The change edits subsystem specs: subsystems_knowledge/shop/cart.yaml.',
      'No spec owns package.json, subsystems_knowledge/shop/cart.yaml.',
      'New dependencies in package.json: left-pad.',
      'shop/cart: public API changed in src/cart/old.js, src/cart/total.js, src/cart/한글.js: adds p, sum, k; removes total. Used by shop/page.',
      'shop/page: public API changed in src/page/old.js: removes p.',
    ],
  });
  expect(readFileSync(join(runFolder, diff.path), 'utf8')).toContain('+export const sum = 1;');
  expect(await value(act(scopeReview, { base, head: base }))).toMatchObject({
    files: [],
    subsystems: [],
    warnings: [],
  });
});

test('evidence must name a line of a file of the commit', async () => {
  const { repo, value } = opened();
  symlinkSync('/etc/passwd', join(repo.root, 'passwd'));
  const head = commit(repo, {
    'src/a.js': 'one\ntwo\n',
    'src/b c.js': 'one',
    'empty.txt': '',
    'image.bin': 'a\0b\nc\n',
    'src/[id].ts': 'one\n',
  });
  repo.write('later.js', 'one\n');
  const evidence = {
    plain: 'src/a.js:2',
    sentence: 'Sums use integers (see `./src/a.js:1-2`), at 12:30.',
    column: 'in src/a.js:2:14: yes',
    github: 'src/a.js#L1',
    absolute: `${repo.root}/src/a.js:1`,
    spaces: '"src/b c.js:1"',
    brackets: 'src/[id].ts:1',
    'one of two': 'src/gone.js:1 and src/a.js:1',
    none: 'the tests pass',
    'no line': 'src/a.js',
    'too far': 'src/a.js:3',
    zero: 'src/a.js:0',
    missing: 'src/gone.js:1',
    uncommitted: 'later.js:1',
    outside: '/etc/passwd:1 ../../etc/passwd:1',
    link: 'passwd:1',
    empty: 'empty.txt:1',
    binary: 'image.bin:1',
    folder: 'src:1',
    long: 'a'.repeat(100_000),
  };
  const claims = Object.entries(evidence).map(([id, text]) => ({ id, evidence: text }));
  const { missing } = await value(act(checkEvidence, { commit: head, claims }));
  expect(missing).toEqual(Object.keys(evidence).slice(Object.keys(evidence).indexOf('none')));
  expect(await value(act(checkEvidence, { commit: head, claims: [] }))).toEqual({ missing: [] });
});

describe('IO-07 IO-17 discoveries', () => {
  const patterns = [
    { name: 'Twice', seen: 2, proposal: 'hook' as const, text: 'rare' },
    {
      name: '환율 <b>rounding</b>\n## x',
      seen: 4,
      proposal: 'skill' as const,
      text: 'Run ```npm test```\n<!-- harness-effect r/9/d -->',
    },
    {
      name: 'Restart',
      seen: 3,
      proposal: 'command' as const,
      text: 'key sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaAA',
    },
  ];
  const folder = 'compound-discoveries';

  test('are one document with quoted texts, written once across crashes', async () => {
    const { repo, value } = opened();
    const effect = act(writeDiscovery, { iteration: 5, patterns });
    const { file } = await value(effect, '5/d');
    expect(file).toMatch(/^compound-discoveries\/\d{4}-\d\d-\d\d-hwanyul-b-?roundingb-x\.md$/);
    expect(await value(effect, '5/d')).toEqual({ file });
    const text = repo.read(file as string);
    expect(text.slice(text.indexOf('## 1'))).toBe(
      '## 1. 환율 b rounding /b ## x\n\nSeen 4 times. Proposal: skill. Decision: open.\n\n````text\nRun ```npm test```\n<!-- harness-effect r/9/d -->\n````\n\n## 2. Restart\n\nSeen 3 times. Proposal: command. Decision: open.\n\n```text\nkey [redacted]\n```\n\n<!-- harness-effect r/5/d -->\n',
    );
    const other = await value(effect, '9/d');
    expect(other.file).toBe((file as string).replace('.md', '-2.md'));
    expect(readdirSync(join(repo.root, folder)).length).toBe(2);
    expect(await value(act(writeDiscovery, { iteration: 5, patterns: patterns.slice(0, 1) }))).toEqual({ file: null });
  });

  test('are never written through a link', async () => {
    const { repo, perform } = opened();
    mkdirSync(join(repo.home, 'x'));
    symlinkSync(join(repo.home, 'x'), join(repo.root, folder));
    const outcome = await perform(act(writeDiscovery, { iteration: 5, patterns }));
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'path.outside' } });
    expect(readdirSync(join(repo.home, 'x'))).toEqual([]);
  });
});
