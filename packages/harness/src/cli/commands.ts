/** The table of all commands: name, help with a working example, and the module with the code. */

import { settingOptions } from '../providers/provider-settings.ts';
import { workflows } from '../workflows/list.ts';
import type { Command } from './command.ts';
import { agentOptions, providerOption, specOptions } from './options.ts';

const workflowCommands = Object.values(workflows).flatMap((workflow) => workflow.commands);
const examples = Object.values(workflows).flatMap((workflow) => workflow.examples ?? []);
const resumeOptions = Object.values(workflows).flatMap((workflow) => workflow.resumeOptions ?? []);

export const commands: readonly Command[] = [
  {
    name: 'demo',
    args: '[example]',
    about: `copy an example repository (${examples.slice(0, -1).join(', ')} or ${examples.at(-1)}) to a temporary folder and run it with scripted agents: no key, no network`,
    example: 'harness demo',
    options: [],
    load: () => import('./demo.ts'),
  },
  ...workflowCommands,
  {
    name: 'release-gate',
    args: '',
    about:
      'check whether the product is ready for release: completed plans cover every criterion, their tests pass, variables are in .env.example; exits 0 if ready, 1 if not',
    example: 'harness release-gate --spec docs/product.md',
    options: specOptions,
    load: () => import('./release-gate.ts'),
  },
  {
    name: 'validate',
    args: '',
    about:
      'run the configured or detected checks, and check the form of configuration, sessions, learnings, roadmap, timeline and subsystem specs; exits 0 if all are green, 1 if one is red, 2 if there is no check',
    example: 'harness validate --json',
    options: [],
    load: () => import('./validate.ts'),
  },
  {
    name: 'learnings',
    args: '<action>',
    about:
      'move old learnings from .harness/learnings.md to .harness/learnings-archive: prune keeps the 20 newest, if there are more than 30 or one is older than 14 days',
    example: 'harness learnings prune',
    options: [],
    load: () => import('./learnings.ts'),
  },
  {
    name: 'roadmap',
    args: '<action>',
    about:
      'bring the statuses of docs/roadmap.md up to date with the phases of their specs: sync; a status that you edited by hand stays',
    example: 'harness roadmap sync',
    options: [],
    load: () => import('./roadmap.ts'),
  },
  {
    name: 'knowledge-pipeline',
    args: '',
    about:
      'list the public exports that no document of docs/knowledge names: pass, warn, fail, or abstain without documents; exits 1 on fail',
    example: 'harness knowledge-pipeline --domain billing --fix',
    options: [
      { flag: '--domain <name>', about: 'only this folder of docs/knowledge, and the modules of that name' },
      { flag: '--fix', about: 'write a draft per module with missing exports; never overwrite a file' },
      { flag: '--ci', about: 'exit 1 on warn too' },
    ],
    load: () => import('./knowledge-pipeline.ts'),
  },
  {
    name: 'context',
    args: '<action> <file>',
    about: 'add a context file for the agents that write and run plans: add <file>',
    example: 'harness context add notes.md --phase planner',
    options: [
      {
        flag: '--phase <name>',
        about:
          'the phase that reads the file: all, planner, implement, review, another phase, or run:<id> (default: all)',
      },
      { flag: '--source <name>', about: 'the source of the file: slack, email, jira, wiki or other (default: other)' },
    ],
    load: () => import('./context.ts'),
  },
  {
    name: 'init',
    args: '',
    about:
      'detect language, build, test, lint, type check and e2e commands, and write harness.config.json; never overwrite without --force',
    example: 'harness init --provider scripted',
    options: [
      providerOption,
      ...settingOptions.filter(({ isForInit }) => isForInit).map(({ flag, about }) => ({ flag, about })),
      { flag: '--force', about: 'overwrite an existing harness.config.json' },
    ],
    load: () => import('./init.ts'),
  },
  {
    name: 'trust',
    args: '',
    about:
      'accept the configuration, the hooks, plans and context files as they are now; needed if they changed while an agent could write to the checkout',
    example: 'harness trust',
    options: [],
    load: () => import('./trust.ts'),
  },
  {
    name: 'provider',
    args: '<action> [name]',
    about:
      'add, list or remove packages that harness does not contain, in ~/.harness/providers: claude (the Claude Agent SDK), esbuild (a configuration in TypeScript), browser (looks at pages), languages (code graphs of other languages)',
    example: 'harness provider add claude',
    options: [{ flag: '--yes', about: 'download without asking' }],
    load: () => import('./provider.ts'),
  },
  {
    name: 'doctor',
    args: '',
    about: 'check everything a run needs; each problem comes with a command that fixes it',
    example: 'harness doctor',
    options: [],
    load: () => import('./doctor.ts'),
  },
  {
    name: 'runs',
    args: '',
    about: 'list all runs of this repository, newest first',
    example: 'harness runs --json',
    options: [{ flag: '--all', about: 'include child runs' }],
    load: () => import('./runs.ts'),
  },
  {
    name: 'show',
    args: '<run>',
    about: 'show one run: calls, checks, questions, commits, findings, timeline',
    example: 'harness show add-a-greeting',
    options: [],
    load: () => import('./show.ts'),
  },
  {
    name: 'logs',
    args: '<run>',
    about: 'print the journal of a run in readable form',
    example: 'harness logs add-a-greeting',
    options: [],
    load: () => import('./logs.ts'),
  },
  {
    name: 'report',
    args: '[run]',
    about:
      'report what landed, what is stuck and why, the cost, and what needs you; with --proof, list the claims of one run or of all runs with their witnesses',
    example: 'harness report --since "last night"',
    options: [
      {
        flag: '--since <time>',
        about:
          'the start of the report: 90m, 12h, 2d, 1w, today, yesterday, last night (18:00), or an ISO 8601 date or time, local unless it has a time zone (default: 24h)',
      },
      { flag: '--markdown', about: 'print Markdown, for pasting into a chat' },
      {
        flag: '--proof',
        about:
          'show the actions by people, the longest silence, and each claim with its witness; exits 1 if a claim has none',
      },
    ],
    load: () => import('./report.ts'),
  },
  {
    name: 'questions',
    args: '',
    about: 'list the open questions',
    example: 'harness questions',
    options: [],
    load: () => import('./questions.ts'),
  },
  {
    name: 'answer',
    args: '<question> [choice]',
    about:
      'answer a question with one of its options; a unique prefix of the id is enough. A note without a choice is kept with the question, which stays open',
    example: 'harness answer add-a-greeting "one more pass" --note "nearly there"',
    options: [
      {
        flag: '--note <text>',
        about: 'a note that the next agent gets with the answer; kept with the question if there is no choice',
      },
    ],
    load: () => import('./answer.ts'),
  },
  {
    name: 'resume',
    args: '[run]',
    about: 'resume an interrupted, parked or answered run, or one that failed after its work was done',
    example: 'harness resume',
    options: [
      { flag: '--take-over', about: 'end the process that owns this run, and continue the run here' },
      ...resumeOptions,
      ...agentOptions,
    ],
    load: () => import('./resume.ts'),
  },
  {
    name: 'watch',
    args: '[run]',
    about: 'follow a run that another process is running; by default the newest',
    example: 'harness watch',
    options: [],
    load: () => import('./watch.ts'),
  },
  {
    name: 'stop',
    args: '<run>',
    about: 'end a run; its work is kept',
    example: 'harness stop add-a-greeting',
    options: [],
    load: () => import('./stop.ts'),
  },
  {
    name: 'mcp',
    args: '',
    about:
      'serve the Model Context Protocol on standard input and output: an agent starts and follows runs, and people answer its questions in a form',
    example: 'harness mcp --repo ~/code/app',
    options: [],
    load: () => import('./mcp.ts'),
  },
  {
    name: 'completion',
    args: '<shell>',
    about: 'print a shell completion script for commands, options and run ids: bash, zsh or fish',
    example: 'harness completion bash',
    options: [],
    load: () => import('./completion.ts'),
  },
];

/** The command that runs if no command is given. */
export const overviewCommand: Command = {
  name: 'here',
  args: '',
  about: 'show the status of this repository and the next command',
  example: 'harness',
  options: [],
  load: () => import('./overview.ts'),
};
