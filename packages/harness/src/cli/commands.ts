/** The table of all commands: name, help with a working example, and the module with the code. */
import { workflows } from '../workflows/list.ts';
import type { Command } from './command.ts';
import {
  agentOptions,
  answerOptions,
  contextOptions,
  initOptions,
  reportOptions,
  runsOptions,
  specOptions,
  takeOverOptions,
} from './options.ts';

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
      'hold the product against its acceptance file: criteria covered by completed plans, their tests green, variables in .env.example; exits 0 when it may be released and 1 when not yet',
    example: 'harness release-gate --spec docs/product.md',
    options: specOptions,
    load: () => import('./release-gate.ts'),
  },
  {
    name: 'context',
    args: '<action> <file>',
    about: 'add a file as context for the agents that plan and carry out plans: add <file>',
    example: 'harness context add notes.md --phase planner',
    options: contextOptions,
    load: () => import('./context.ts'),
  },
  {
    name: 'init',
    args: '',
    about:
      'detect language, build, test, lint, type check and e2e, and write harness.config.json; never over an old one',
    example: 'harness init --provider scripted',
    options: initOptions,
    load: () => import('./init.ts'),
  },
  {
    name: 'doctor',
    args: '',
    about: 'look at everything that a run stands on; each line that is wrong ends with a command that puts it right',
    example: 'harness doctor',
    options: [],
    load: () => import('./doctor.ts'),
  },
  {
    name: 'runs',
    args: '',
    about: 'every run in this repository, newest first',
    example: 'harness runs --json',
    options: runsOptions,
    load: () => import('./runs.ts'),
  },
  {
    name: 'show',
    args: '<run>',
    about: 'one run: calls, checks, questions, commits, findings, timeline',
    example: 'harness show add-a-greeting',
    options: [],
    load: () => import('./show.ts'),
  },
  {
    name: 'logs',
    args: '<run>',
    about: 'the journal of a run in readable form',
    example: 'harness logs add-a-greeting',
    options: [],
    load: () => import('./logs.ts'),
  },
  {
    name: 'report',
    args: '[run]',
    about:
      'what landed, what is stuck and why, what it cost and what needs you; with --proof, what of it was witnessed, for one run or for all since',
    example: 'harness report --since "last night"',
    options: reportOptions,
    load: () => import('./report.ts'),
  },
  {
    name: 'questions',
    args: '',
    about: 'what waits for an answer',
    example: 'harness questions',
    options: [],
    load: () => import('./questions.ts'),
  },
  {
    name: 'answer',
    args: '<question> [choice]',
    about:
      'answer a question by one of its options; the beginning of its id is enough. A note without a choice answers nothing: it is kept with the question, which is shown again with it',
    example: 'harness answer add-a-greeting "one more pass" --note "nearly there"',
    options: answerOptions,
    load: () => import('./answer.ts'),
  },
  {
    name: 'resume',
    args: '[run]',
    about: 'go on with a run that was interrupted, parked or answered',
    example: 'harness resume',
    options: [...takeOverOptions, ...resumeOptions, ...agentOptions],
    load: () => import('./resume.ts'),
  },
  {
    name: 'watch',
    args: '[run]',
    about: 'follow a run while another process works on it; the newest when none is named',
    example: 'harness watch',
    options: [],
    load: () => import('./watch.ts'),
  },
  {
    name: 'stop',
    args: '<run>',
    about: 'end a run; what it wrote stays reachable',
    example: 'harness stop add-a-greeting',
    options: [],
    load: () => import('./stop.ts'),
  },
  {
    name: 'completion',
    args: '<shell>',
    about: 'a script that completes commands, options and run ids: bash, zsh or fish',
    example: 'harness completion bash',
    options: [],
    load: () => import('./completion.ts'),
  },
];

/** The command that runs if no command is given. */
export const overviewCommand: Command = {
  name: 'here',
  args: '',
  about: 'where things stand here, and the one command that goes on',
  example: 'harness',
  options: [],
  load: () => import('./overview.ts'),
};
