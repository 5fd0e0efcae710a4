/** Tests `harness autopilot --dry-run`: every signal, every call, and nothing written. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agents, goesOn, person, repositoryWithSpec, specPath, specText } from './testing/script.ts';

interface Foreseen {
  readonly version: number;
  readonly specPath: string;
  readonly slug: string;
  readonly phases: readonly {
    readonly n: number;
    readonly name: string;
    readonly complexity: string;
    readonly assessment: {
      readonly raisedTo: string | null;
      readonly blastRadius: { readonly modules: number } | null;
    };
    readonly route: string;
    readonly planPath: string | null;
  }[];
  readonly calls: readonly { readonly role: string; readonly prompt: string }[];
}

const users = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`src/user-${n}.js`, "import './core.js';\n"]));

test('computes the signals and routes of every phase and the calls; calls no agent, asks no person, writes nothing', async () => {
  const plan = 'docs/changes/shop/plans/2026-01-01-prices-plan.md';
  const repo = repositoryWithSpec({
    spec: `${specText}\n### Phase 3: Gifts\n<!-- complexity: high -->\nAdd gifts.\n`,
    files: { 'src/core.js': 'export const core = 1;\n', ...users, [plan]: '# Plan\n\n### Task 1: Add prices\n' },
  });
  const done = await repo.run('autopilot', specPath, '--dry-run', '--json', '--script', agents(repo));
  expect(done).toMatchObject({ exitCode: 0 });
  const foreseen = JSON.parse(done.stdout) as Foreseen;
  expect(Object.keys(foreseen)).toEqual(['version', 'specPath', 'slug', 'phases', 'calls']);
  expect(foreseen).toMatchObject({ version: 1, specPath, slug: 'changes--shop--proposal' });
  expect(foreseen.phases.map((phase) => Object.keys(phase))).toEqual(
    [1, 2, 3].map(() => ['n', 'name', 'complexity', 'assessment', 'route', 'planPath']),
  );
  expect(foreseen.phases).toMatchObject([
    {
      n: 1,
      name: 'Core',
      complexity: 'high',
      route: 'interactive',
      planPath: null,
      assessment: {
        raisedTo: 'high',
        reasons: ['blast-radius'],
        blastRadius: { modules: 16 },
        failures: null,
        cml: null,
        pesl: null,
      },
    },
    {
      n: 2,
      name: 'Prices',
      complexity: 'medium',
      route: 'plan-found',
      planPath: plan,
      assessment: { raisedTo: null, reasons: [], blastRadius: null },
    },
    { n: 3, name: 'Gifts', complexity: 'high', route: 'interactive', planPath: null, assessment: { raisedTo: null } },
  ]);
  expect(foreseen.calls).toEqual([]); // the first phase waits for a person
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
  expect(repo.git('status', '--porcelain', '--ignored')).toBe('');
});

test('shows people the phases, the questions with their assumed answers, and the prompts of the first calls', async () => {
  const repo = repositoryWithSpec();
  repo.write('repo/README.md', 'changed\n');
  const done = await repo.run('autopilot', specPath, '--dry-run', '--thorough', '--script', agents(repo));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const story = [
    'Dry run of autopilot',
    'Phase 1: Core | low | automatic',
    'affected modules -, failure probability -, structural -, risk -',
    'The working tree is not clean: README.md',
    'Skeleton: yes',
    'Plan: yes',
    'autopilot.planner',
    'autopilot.executor',
    'autopilot.reviewer',
    'TASKS: 1-1',
  ];
  expect(story.filter((words) => !done.stdout.includes(words))).toEqual([]);
  const plans = [...new Set(done.stdout.match(/Plan: docs\S+/g))];
  expect(plans).toEqual(
    ['core', 'prices'].map((name) => expect.stringMatching(`/shop/plans/[\\d-]+${name}-plan\\.md$`)),
  );
  expect(done.stdout).not.toContain('npm test');
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
});

test('a session in its second phase: its finished phases are finished, and its files stay as they are', async () => {
  const repo = repositoryWithSpec();
  await repo.run('autopilot', specPath, '--script', agents(repo, [], [person('Next phase', 'stop')]));
  const runs = readdirSync(join(repo.path, '.harness/runs')).sort();
  const done = await repo.run('autopilot', specPath, '--dry-run', '--json', '--script', agents(repo, [], goesOn));
  const { phases, calls } = JSON.parse(done.stdout) as Foreseen;
  expect(phases.map(({ route }) => route)).toEqual(['finished', 'automatic']);
  expect(calls.map(({ role }) => role)).toEqual([
    ...['planner', 'executor', 'verifier', 'integrator', 'reviewer', 'reviewer'].map((role) => `autopilot.${role}`),
  ]);
  expect(readdirSync(join(repo.path, '.harness/runs')).sort()).toEqual(runs);
});

test.each([
  ['a spec without phases', '# Shop\n', 2],
  ['an approved one', specText, 0],
])('%s: exit code as the real command', async (_, spec, exitCode) => {
  const repo = repositoryWithSpec({ spec });
  expect(await repo.run('autopilot', specPath, '--dry-run', '--script', agents(repo))).toMatchObject({ exitCode });
});
