/** Every workflow tests its own code: neither its checks nor its agents use packages of the checkout. */
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generating } from '../testing/command-task.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';
import type { Shown } from '../testing/shown.ts';
import { plugAndPlay, type Workspace, workspaces } from '../testing/workspaces.ts';
import { planning, reviewing, validating, working } from '../workflows/mission/testing/script.ts';

const plan =
  '---\nid: "0001"\ntitle: Break\nphase: core\nstatus: active\ndepends_on: []\nestimated_passes: 1\n---\n\n# Break\n\n## Goal\n\nBreak it.\n\n## Scope\n\n- The package.\n\n## Out Of Scope\n\n- All else.\n\n## Validation\n\n- `true`\n';

const seenFile = ({ repo }: Workspace) => join(repo.path, '../seen');

/** Breaks the package, and runs the tests as an agent does. */
function breaking(workspace: Workspace) {
  const { file, broken, check, installed } = workspace;
  const look = `{ test -e ${installed} && echo installed; ${check} > /dev/null 2>&1 && echo green || echo red; } > '${seenFile(workspace)}'`;
  return [{ write: { path: file, text: broken } }, { run: look, raw: true }];
}

const stop = [{ when: {}, choose: 'stop' }];

const workflows: Readonly<Record<string, (workspace: Workspace) => readonly string[]>> = {
  converge: (workspace) => {
    const answers = [implementerAnswer({ steps: breaking(workspace) }), reviewerAnswer()];
    return ['converge', 'Break', '--passes', '1', '--script', script(workspace.repo, answers, stop)];
  },
  plan: (workspace) => ['run', '0001', '--local-only', '--script', planScript(workspace)],
  phase: (workspace) => ['run', '0001', '--phase', 'implement', '--script', planScript(workspace)],
  mission: (workspace) => {
    const worker = working({ steps: breaking(workspace) });
    const answers = [planning({ id: 'F-001' }), reviewing(), worker, validating()];
    return ['mission', '--no-input', '--script', script(workspace.repo, answers)];
  },
  task: (workspace) => {
    const changed = { write: { path: '{changes_path}', text: '# Round 1 Changes\n## Modified Files\n- it\n' } };
    const generator = { ...generating(''), steps: [...breaking(workspace), changed] };
    const planner = {
      when: { role: 'task.planner-single' },
      steps: [{ write: { path: '{spec_path}', text: '# Spec\n## Goal\nBreak it\n' } }],
      reply: 'spec.md generated — 1 acceptance criteria, 0 edge cases',
    };
    const people = [
      { when: { header: 'Convention Scan' }, choose: 'Skip' },
      { when: { header: 'Spec' }, choose: 'Proceed' },
    ];
    const agents = script(workspace.repo, [generator, planner], people);
    return ['task', 'Break', '--mode', 'single', '--model-config', 'balanced', '--no-input', '--script', agents];
  },
};

const planScript = (workspace: Workspace) =>
  script(workspace.repo, [
    { when: { role: 'plans.implementer' }, steps: breaking(workspace), reply: 'done' },
    { when: { role: 'plans.fixer' }, reply: 'done' },
    { when: { role: 'plans.reviewer' }, reply: 'No findings.' },
  ]);

const yarnPlugAndPlay = "Plug'n'Play of Yarn";

function prepared(name: string): Workspace {
  const workspace = name === yarnPlugAndPlay ? plugAndPlay() : workspaces[name]?.();
  if (!workspace) throw new Error(name);
  const { repo, check: unit } = workspace;
  const config = {
    sandbox: 'off', // also what the sandbox would hide must not be used
    checks: { test: unit, build: null, lint: null, typecheck: null },
    forge: { kind: 'local' },
    agent: { maxReviewPasses: 1 },
    mission: { maxIterations: 3 },
  };
  repo.write('repo/harness.config.json', JSON.stringify(config));
  repo.write('repo/SPEC.md', '# A product\n\nIt has features.\n');
  repo.write('repo/docs/exec-plans/active/0001-break.md', plan);
  repo.write('repo/docs/exec-plans/completed/.gitkeep', '');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=A workspace');
  return workspace;
}

const rows = [
  ...Object.keys(workspaces).map((name) => ['converge', name] as const),
  ...Object.keys(workflows)
    .filter((name) => name !== 'converge')
    .flatMap((name) => ['npm', 'an editable installation elsewhere'].map((manager) => [name, manager] as const)),
];

test.each(rows)(
  '%s with %s: a change that breaks a package is red for its checks and its agent',
  async (name, manager) => {
    const workspace = prepared(manager);
    const { repo, environment } = workspace;
    const { exitCode, stdout, stderr } = await repo.start(workflows[name]?.(workspace) ?? [], environment).finished;
    expect(exitCode, `${stdout}${stderr}`).not.toBe(0);
    expect(readFileSync(seenFile(workspace), 'utf8'), `${stdout}${stderr}`).toBe('installed\nred\n');
    const { checks, unproven } = await repo.json<Shown & { unproven: object[] }>('show', await repo.newest());
    const colours = checks.filter(({ command }) => command === workspace.check).map(({ green }) => green);
    expect(colours.length, stdout).toBeGreaterThan(0);
    expect(new Set(colours)).toEqual(new Set([false]));
    expect(unproven).toEqual([]);
  },
  120_000,
);

const converge = (workspace: Workspace, steps: readonly object[], ...more: readonly string[]) => {
  const answers = [implementerAnswer({ steps }), reviewerAnswer()];
  const agents = script(workspace.repo, answers, stop);
  return workspace.repo.start(
    ['converge', 'Break', '--passes', '1', ...more, '--script', agents],
    workspace.environment,
  ).finished;
};

test('packages that an agent writes in its lane reach no check', async () => {
  const workspace = prepared('npm');
  const plant =
    'rm node_modules/@m/a && mkdir node_modules/@m/a && echo "module.exports = () => 2" > node_modules/@m/a/index.js';
  const steps = [...breaking(workspace), { run: plant }, { run: `${workspace.check} > /dev/null || touch honest.txt` }];
  const done = await converge(workspace, steps);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 5 });
  const kept = workspace.repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept').split('\n').at(-1) ?? '';
  expect(workspace.repo.git('ls-tree', '--name-only', kept)).not.toContain('honest.txt'); // the agent fooled itself
  expect(workspace.repo.git('status', '--porcelain', '--ignored', 'packages', 'node_modules/@m')).toBe(
    '!! node_modules/',
  );
}, 60_000);

test.each([
  ['dependencies', 'pnpm', 'pnpm install --frozen-lockfile'],
  ['dependencies', yarnPlugAndPlay, 'commit it together with .yarn/cache, or set nodeLinker: node-modules'],
  ['editable', 'an editable installation elsewhere', 'build/__editable__.pkg'],
  ['python-path', 'an editable installation elsewhere', '/src python3'],
])(
  'a lane that cannot be isolated (%s) is announced before the first call, and its checks are no evidence',
  async (why, manager, detail) => {
    const workspace = prepared(manager);
    const { repo } = workspace;
    const isNode = why === 'dependencies';
    if (manager === 'pnpm') rmSync(join(repo.path, 'node_modules'), { recursive: true });
    if (why === 'editable') makeStrict(workspace);
    const inline = `PYTHONPATH=${join(repo.path, 'src')} ${workspace.check}`;
    const check = isNode ? 'true' : why === 'editable' ? workspace.check : inline;
    const { exitCode, stdout, stderr } = await converge(workspace, breaking(workspace), '--check', check);
    expect(exitCode, `${stdout}${stderr}`).toBe(0); // the check is green, but it proves nothing
    const lines = stdout.split('\n');
    const warned = lines.flatMap((line, at) => (line.includes('are no evidence') ? [at] : []));
    expect(warned, stdout).toHaveLength(1);
    expect(lines[warned[0] ?? -1]).toContain(detail);
    expect(warned[0]).toBeLessThan(lines.findIndex((line) => line.includes('converge.implementer')));
    const { unproven } = await repo.json<{ unproven: { why: string }[] }>('show', await repo.newest());
    expect(unproven.map((one) => one.why)).toEqual([why]);
    expect((await repo.run('report')).stdout).toContain('are no evidence');
    const proof = await repo.run('report', '--proof');
    expect(proof, proof.stdout).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('NO WITNESS') as string });
  },
  60_000,
);

test('a mission without packages for its checks and lanes says so, and escalates before it pays a worker', async () => {
  const { repo, environment } = prepared(yarnPlugAndPlay);
  const answers = [planning({ id: 'F-001' }), reviewing(), working(), validating()];
  const waits = await repo.start(['mission', '--no-input', '--script', script(repo, answers)], environment).finished;
  expect(waits, `${waits.stdout}${waits.stderr}`).toMatchObject({ exitCode: 8 });
  const warning = waits.stdout.split('\n').find((line) => line.includes('are no evidence'));
  expect(warning).toContain('nodeLinker: node-modules');
  await repo.run('answer', await repo.newest(), 'ignore these checks');
  const escalated = await repo.start(['resume'], environment).finished;
  expect(escalated, `${escalated.stdout}${escalated.stderr}`).toMatchObject({ exitCode: 3 });
  expect(escalated.stdout).toContain('nodeLinker: node-modules');
  expect(readFileSync(join(repo.path, '.harness/escalation.md'), 'utf8')).toContain('dependencies:yarn install');
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  expect(calls.map(({ role }) => role)).not.toContain('mission.worker');
}, 60_000);

/** As setuptools does with `editable_mode=strict`: links to the files, in a folder that git ignores. */
function makeStrict({ repo, environment }: Workspace): void {
  const strict = join(repo.path, 'build/__editable__.pkg');
  mkdirSync(join(strict, 'pkg'), { recursive: true });
  symlinkSync(join(repo.path, 'src/pkg/__init__.py'), join(strict, 'pkg/__init__.py'));
  repo.write('repo/.git/info/exclude', 'build\n');
  const [prefix = ''] = (environment['PATH'] ?? '').split('/bin:');
  const [python = ''] = readdirSync(join(prefix, 'lib'));
  writeFileSync(join(prefix, 'lib', python, 'site-packages/__editable__.pkg-1.0.0.pth'), `${strict}\n`);
}
