/**
 * Walks every file that the harness reads, and every program that it starts, after an agent worked. An agent could have
 * written some of them: each such access must be on the reviewed list below, with the reason why it is safe.
 *
 * A new access to a file that an agent can write fails this test. Read such a file from the base commit or before the
 * first agent call, or in a sandbox. If the access is safe as it is, add it to the list with the reason.
 */
import { describeBoxed } from '@harness/effects/testing/sandbox';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';
import { evaluating, generating, personAnswer, rightSum, taskRepository } from '../testing/command-task.ts';
import { createDaemonRepository, successfulAnswers } from '../testing/night.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';
import {
  agents,
  executing,
  goesOn,
  integrating,
  repositoryWithSpec as repositoryWithPhases,
  specPath,
} from '../workflows/autopilot/testing/script.ts';
import { planning, repositoryWithSpec, reviewing, validating, working } from '../workflows/mission/testing/script.ts';
import { hookedRepository, issueAgents, issueWorker } from './testing/hooked-issues.ts';
import { agentMarker, findWritable, openRecorder } from './testing/recorded-command.ts';
import { accessesToReview } from './testing/reviewed-accesses.ts';

interface Traced {
  readonly repo: Repository;
  readonly args: readonly string[];
}

/** An ordinary agent: new files, a changed file, and files of tools that a careless reader would obey. */
const ordinaryRuns = [
  agentMarker,
  'mkdir -p src test; echo "export {};" > src/new.js; echo more >> README.md; echo "*.log" > .gitignore',
  'echo "* text=auto" > .gitattributes; echo "x=1" > .env; echo "{}" > .npmrc; echo ignored > a.log',
];
const ordinaryWork = ordinaryRuns.map((run) => ({ run }));

/** A check with a test report. */
const check = `printf '<testsuite tests="1"><testcase name="a"/></testsuite>' > junit.xml # npm test`;

/** The proof is traced too; the work of these agents has no witness. */
const accepting = personAnswer('Witness', 'Accept without');

const boxed = ['--sandbox', 'required'];
const workflows: Readonly<Record<string, () => Traced>> = {
  converge() {
    const repo = repository();
    const people = [personAnswer('Tests', 'Allow'), accepting];
    const agents = script(repo, [implementerAnswer({ steps: ordinaryWork }), reviewerAnswer()], people);
    return { repo, args: ['converge', 'Do it', '--check', check, '--script', agents, ...boxed] };
  },
  task() {
    const repo = taskRepository();
    const people = [personAnswer('Commit', 'Commit all'), personAnswer('Tests', 'Allow'), accepting];
    const answers = [generating(rightSum, { steps: ordinaryWork }), evaluating('PASS', 'PASS')];
    return { repo, args: repo.asked({ answers, people }, ...boxed) };
  },
  mission() {
    const repo = repositoryWithSpec();
    const people = [personAnswer('Tests', 'Allow'), accepting];
    const answers = [planning({ id: 'F-001' }), reviewing(), working({ steps: ordinaryWork }), validating()];
    return { repo, args: ['mission', '--script', script(repo, answers, people), ...boxed] };
  },
  'mission in the checkout'() {
    const repo = repositoryWithSpec({ branchIsolation: { enabled: false }, checks: { test: check } });
    repo.git('switch', '--quiet', '--create', 'work');
    const people = [personAnswer('Tests', 'Allow'), accepting];
    const answers = [planning({ id: 'F-001' }), reviewing(), working({ steps: ordinaryWork }), validating()];
    return { repo, args: ['mission', '--script', script(repo, answers, people), ...boxed] };
  },
  autopilot() {
    const people = [personAnswer('Tests', 'Allow'), accepting, ...goesOn];
    const answers = [
      executing(['1'], { steps: ordinaryWork }, { item: '1' }),
      integrating({ adrs: [{ title: 'Use files', context: 'a', decision: 'b', consequences: 'c' }] }, { item: '1' }),
    ];
    const repo = repositoryWithPhases({ config: { checks: { test: check } } });
    return { repo, args: ['autopilot', specPath, '--script', agents(repo, answers, people), ...boxed] };
  },
  run() {
    const implementer = { when: { role: 'plans.implementer' }, steps: ordinaryWork, reply: 'done' };
    const people = [personAnswer('Tests', 'Allow'), accepting];
    const e2e = { command: 'mkdir -p out && echo page > out/index.html', artifactDirs: ['out'] };
    const config = { sandbox: { mode: 'required' }, e2e };
    const fixer = { when: { role: 'plans.fixer' }, reply: 'done' };
    const repo = createDaemonRepository({ answers: [implementer, fixer, ...successfulAnswers], people, config });
    return { repo, args: ['run', '0001', '--script', repo.agents] };
  },
  issues() {
    const repo = hookedRepository(['OK-1', 'BAD-2']); // the second one changes files outside of its group
    const workers = [issueWorker('OK-1', 'one\n', {}, agentMarker), issueWorker('BAD-2', 'two\n', {}, ...ordinaryRuns)];
    const agents = issueAgents(repo, workers, [accepting]);
    return { repo, args: ['issues', 'start', '--script', agents, ...boxed] };
  },
};

/** Commands that a user runs afterwards, in the checkout in which the run left its files. */
const followingCommands = (run: string) => [
  [],
  ['status'],
  ['runs'],
  ['show', run],
  ['logs', run],
  ['report'],
  ['report', '--proof'],
  ['questions'],
  ['doctor'],
  ['resume', run],
];

describeBoxed('every file that the harness reads after an agent worked', () => {
  test.each(Object.keys(workflows))('%s reads no file of an agent that is not reviewed', async (name) => {
    const { repo, args } = (workflows[name] as () => Traced)();
    const record = openRecorder();
    const done = await record(repo, args, false);
    expect(done.exitCode, done.stdout + done.stderr).toBe(0);
    expect(done.events.length).toBeGreaterThan(100);
    const commands = [done];
    for (const command of followingCommands(await repo.newest())) commands.push(await record(repo, command, true));
    const place = { repo: repo.path, isWritable: findWritable(done.events) };
    expect(commands.flatMap((command) => accessesToReview(command, place))).toEqual([]);
  });
});

test('an access that no row allows is reported', () => {
  const lane = '/repo/.harness/worktrees/lane';
  const planted = { program: `${lane}/node_modules/.bin/node`, args: ['x.mjs'], cwd: '/repo' };
  const command = {
    exitCode: 0,
    stdout: '',
    stderr: '',
    events: [
      { operation: 'import', path: `${lane}/harness.config.mjs` },
      { operation: 'read', path: `${lane}/.harness/hooks/pre-worker.sh` },
      { operation: 'start', ...planted },
      { operation: 'read', path: '/repo/harness.config.json' },
    ],
    native: [{ operation: 'execute', by: 'git', path: '/usr/bin/python3' }],
  } as const;
  const place = { repo: '/repo', isWritable: (path: string) => path.startsWith(lane) };
  expect(accessesToReview(command, place)).toEqual([
    'execute by git python3',
    'import <lane>/harness.config.mjs',
    'read <lane>/.harness/hooks/pre-worker.sh',
    `start ${planted.program} x.mjs in <lane>/node_modules/.bin/node`,
  ]);
});
