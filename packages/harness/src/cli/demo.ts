/** `harness demo [example]`: a workflow on an example repository in a temporary folder. No key, no configuration, no network. */
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import type { Messages } from '@harness/core/messages/messages';
import { gitOrThrow } from '@harness/effects/git/command';
import { createColours } from '../render/symbols.ts';
import { openStore } from '../runs/folder.ts';
import { readRun } from '../runs/read-runs.ts';
import type { Command, Invocation } from './command.ts';
import { logLines } from './logs.ts';
import { gitCommand, harnessCommand } from './repo.ts';

interface Example {
  readonly folder: string;
  /** What is asked for, one after the other. */
  readonly tasks: readonly string[];
  /** The command that a user would type, and what runs it. */
  readonly workflow: 'converge' | 'task' | 'run' | 'mission';
  readonly load: Command['load'];
  /** Whether the journal is short enough to be shown once more, as `harness logs` does. */
  readonly showsJournal: boolean;
}

const examples: Readonly<Record<string, Example>> = {
  hello: {
    folder: '1-hello',
    tasks: ['Greet people by name'],
    workflow: 'converge',
    load: () => import('../workflows/converge/command.ts'),
    showsJournal: true,
  },
  task: {
    folder: '2-task',
    tasks: ['Read durations'],
    workflow: 'task',
    load: () => import('../workflows/task/command.ts'),
    showsJournal: false,
  },
  plans: {
    folder: '3-plans',
    tasks: ['0001', '0002', '0003', '0004'],
    workflow: 'run',
    load: () => import('../workflows/plan/command.ts'),
    showsJournal: false,
  },
  mission: {
    folder: '4-mission',
    tasks: ['SPEC.md'],
    workflow: 'mission',
    load: () => import('../workflows/mission/command.ts'),
    showsJournal: false,
  },
};

export async function run({
  args: [name = 'hello'],
  options,
  output,
  commands,
  workflows,
}: Invocation): Promise<number> {
  const example = examples[name];
  if (!example) {
    const known = Object.keys(examples).join(', ');
    throw new Refusal('usage.invalid', {
      detail: `There is no example "${name}"; there is: ${known}`,
      command: 'demo',
    });
  }
  const source = join(examplesFolder(), example.folder);
  const repo = await copyOf(source);
  const { dim } = createColours(output.colour);
  output.tell(`${dim('a copy of the example is in')} ${repo}\n\n`);
  const script = join(source, 'agents.yaml');
  const there = {
    ...output,
    typed: (command: string) => harnessCommand(command, repo),
    typedGit: (command: string) => gitCommand(command, repo),
  };
  const workflow = await example.load();
  for (const task of example.tasks) {
    const exitCode = await workflow.run({
      args: [task],
      options: { ...options, repo, script },
      output: there,
      commands,
      workflows,
    });
    if (exitCode !== 0) return exitCode;
  }
  const told = epilogues[example.workflow];
  if (!output.json) output.say(await told(repo, example, dim, messagesFor(output.language)));
  return 0;
}

/** A repository of its own, as a user has one: a branch with one commit. */
async function copyOf(source: string): Promise<string> {
  const repo = mkdtempSync(join(tmpdir(), 'harness-demo-'));
  cpSync(join(source, 'repo'), repo, { recursive: true });
  await gitOrThrow(repo, ['init', '--quiet', '--initial-branch=main']);
  await gitOrThrow(repo, ['add', '--all']);
  const author = ['-c', 'user.name=demo', '-c', 'user.email=demo@localhost'];
  await gitOrThrow(repo, [...author, 'commit', '--quiet', '-m', 'Hello']);
  return repo;
}

/** What came of it, how it went, and what to type next. */
async function epilogue(
  repo: string,
  { workflow, showsJournal }: Example,
  dim: (text: string) => string,
  messages: Messages,
): Promise<string> {
  const store = openStore(repo);
  const [run = ''] = await store.runs();
  const { family } = await readRun(store, run);
  const branches = await gitOrThrow(repo, ['branch', '--list', 'harness/*', '--format=%(refname:short)']);
  const [branch = ''] = branches.split('\n');
  const launcher = join(examplesFolder(), '..', 'bin', 'harness.mjs');
  return [
    '',
    dim(`── the change ${'─'.repeat(50)}`),
    (await gitOrThrow(repo, ['diff', `main...${branch}`])).trimEnd(),
    '',
    ...(showsJournal ? [dim(`── the journal ${'─'.repeat(49)}`), ...logLines(family, messages), ''] : []),
    dim(`── what next ${'─'.repeat(51)}`),
    `  cd ${repo}`,
    `  git switch main && git merge ${branch}`,
    `  node ${launcher} ${showsJournal ? 'show' : 'logs'} ${run}`,
    `  node ${launcher} ${workflow} "<what you want>" --repo <your repository> --script <file>`,
    '',
  ].join('\n');
}

/** What is on the base now, where the pull requests are, and what to type next. */
async function plansEpilogue(repo: string, { tasks }: Example, dim: (text: string) => string): Promise<string> {
  const launcher = join(examplesFolder(), '..', 'bin', 'harness.mjs');
  return [
    '',
    dim(`── what is merged ${'─'.repeat(46)}`),
    (await gitOrThrow(repo, ['log', '--graph', '--oneline', 'main'])).trimEnd(),
    '',
    dim(`── what next ${'─'.repeat(51)}`),
    `  cd ${repo}`,
    `  cat .orchestrator/forge/pulls/${tasks.length}.json`,
    `  node ${launcher} runs`,
    `  node ${launcher} plan <spec> --repo <your repository>`,
    '',
  ].join('\n');
}

/** What is on the base now, one merge a feature, and what to type next. */
async function missionEpilogue(repo: string, _: Example, dim: (text: string) => string): Promise<string> {
  const launcher = join(examplesFolder(), '..', 'bin', 'harness.mjs');
  const [run = ''] = await openStore(repo).runs();
  const typed = (about: string, command: string) => `  ${dim(about.padEnd(26))}${command}`;
  return [
    '',
    dim(`── what is merged ${'─'.repeat(46)}`),
    (await gitOrThrow(repo, ['log', '--first-parent', '--oneline', 'main'])).trimEnd(),
    '',
    dim(`── what next ${'─'.repeat(51)}`),
    typed('go there', `cd ${repo}`),
    typed('the product', 'PORT=3000 npm start'),
    typed('the plan, and its claims', 'cat .harness/features.json .harness/validation-contract.md'),
    typed('what it remembers', 'cat .harness/memory/summary.md .harness/memory/MEMORY.md'),
    typed('a page about a feature', 'cat docs/features/F-004.md'),
    typed('what the checks said', `node ${launcher} show ${run}`),
    typed('your own spec', `node ${launcher} mission <SPEC.md> --repo <your repository>`),
    '',
  ].join('\n');
}

const epilogues = {
  converge: epilogue,
  task: epilogue,
  run: plansEpilogue,
  mission: missionEpilogue,
} satisfies Record<Example['workflow'], unknown>;

/** Beside the bundle and beside the source alike: the first folder above that has them. */
function examplesFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'examples', '1-hello'))) return join(folder, 'examples');
  throw new Error('the examples are not there');
}
