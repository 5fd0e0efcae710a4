/** Attacks the promise "exit 0 is earned": a configuration that never settles must not make any command succeed. */
import { describe, expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';
import { implementerAnswer, script } from '../testing/scripts.ts';
import { commands } from './commands.ts';

/** Arguments per command; `null` if the command needs no configuration. */
const rows: Readonly<Record<string, readonly (readonly string[])[] | null>> = {
  converge: [['converge', 'Do it', '--script', '../agents.yaml']],
  task: [
    ['task', 'Do it', '--script', '../agents.yaml'],
    ['task', 'plan', 'Do it', '--script', '../agents.yaml'],
  ],
  plan: [['plan', 'SPEC.md', '--script', '../agents.yaml']],
  run: [['run', '0001', '--script', '../agents.yaml']],
  fidelity: [['fidelity', '--script', '../agents.yaml']],
  daemon: [
    ['daemon', 'start', '--script', '../agents.yaml'],
    ['daemon', 'status'],
    ['daemon', 'pause'],
  ],
  status: [['status']],
  autopilot: [
    ['autopilot', 'PHASES.md', '--script', '../agents.yaml'],
    ['autopilot', 'PHASES.md', '--dry-run'],
  ],
  issues: [['issues', '--project', 'app', '--script', '../agents.yaml']],
  mission: [['mission', 'SPEC.md', '--script', '../agents.yaml']],
  'site-reverse': [['site-reverse', 'http://127.0.0.1:9/', '--script', '../agents.yaml']],
  'release-gate': [['release-gate', '--spec', 'SPEC.md']],
  context: [['context', 'add', 'README.md']],
  doctor: [['doctor']],
  report: [['report'], ['report', '--proof']],
  validate: [['validate']],
  checkpoint: null,
  'knowledge-pipeline': null,
  learnings: null,
  roadmap: null,
  demo: null,
  init: null,
  runs: null,
  show: null,
  logs: null,
  questions: null,
  answer: null,
  resume: null, // of an unfinished run: below
  watch: null,
  stop: null,
  trust: null,
  mcp: null, // ends with its client
  provider: null,
  completion: null,
};

const configurations = {
  'never settles while it is loaded': 'await new Promise(() => {});\nexport default {};\n',
  'exports a promise that never settles': 'export default () => new Promise(() => {});\n',
  'ends the process with 0': 'process.exit(0);\n',
};

function repositoryWith(config: string): Repository {
  const repo = repository();
  repo.write('repo/SPEC.md', '# Spec\n\n- [ ] It works\n');
  repo.write('repo/PHASES.md', '## Implementation Order\n\n### Phase 1: Core\n\n### Phase 2: Report\n');
  repo.write('repo/docs/exec-plans/active/0001-first.md', '# First\n\n## Tasks\n\n- do it\n');
  repo.write('repo/harness.config.mjs', config);
  script(repo, []);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Setup');
  return repo;
}

test('the table has a row for every command', () => {
  expect(Object.keys(rows).sort()).toEqual(commands.map(({ name }) => name).sort());
});

describe.each(Object.entries(configurations))('a configuration that %s', (_, config) => {
  const cases = Object.values(rows).flatMap((row) => row ?? []);
  test.each(cases.map((args) => [args.join(' '), args] as const))('fails %s with a sentence', async (_name, args) => {
    const { exitCode, stdout, stderr } = await repositoryWith(config).run(...args);
    expect(exitCode, stdout + stderr).toBe(1);
    expect(stdout + stderr).toMatch(/before it finished.*\n {2}try: harness runs/);
  });
});

test('resume fails with JSON if the configuration of the run no longer settles', async () => {
  const repo = repositoryWith('export default {};\n');
  script(repo, [implementerAnswer()]);
  await repo.run('converge', 'Do it', '--script', '../agents.yaml', '--check', 'false', '--passes', '1');
  repo.write('repo/harness.config.mjs', configurations['never settles while it is loaded']);
  const { exitCode, stdout } = await repo.run('resume', '--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ version: 1, error: { code: 'command.unfinished', next: 'harness runs' } });
});
