/** Defines the command `harness task`. */
import type { HarnessWorkflow } from '../../cli/command.ts';
import {
  agentOptions,
  collectValues,
  dryRunOptions,
  type Option,
  parseCommand,
  parseWholeNumber,
} from '../../cli/options.ts';

/** The flags of `task` (W-44), with the limits of its work. */
export const taskOptions: readonly Option[] = [
  { flag: '--mode <mode>', about: 'single, standard or multi (default: a question asks)' },
  {
    flag: '--model-config <preset>',
    about: 'default, all-opus, balanced, economy, or executor:<m>,advisor:<m>,evaluator:<m> (default: a question asks)',
  },
  {
    flag: '--lint-cmd <command>',
    about: 'the lint command (default: configured or detected)',
    parse: parseCommand('--lint-cmd'),
  },
  {
    flag: '--type-check-cmd <command>',
    about: 'the type check command (default: configured or detected)',
    parse: parseCommand('--type-check-cmd'),
  },
  {
    flag: '--verifier-model <model>',
    about: 'the model that words the verify report: haiku, sonnet or opus; exit codes always decide the result',
  },
  { flag: '--output-dir <path>', about: 'the folder for spec, changes and reports (default: docs/harness)' },
  {
    flag: '--scope <path>',
    about: 'a file or folder that may be changed; can be repeated',
    parse: collectValues,
  },
  {
    flag: '--max-files <n>',
    about: 'maximum number of changed files (default: 20)',
    parse: parseWholeNumber('--max-files', 1),
  },
  { flag: '--clear-base', about: 'delete the documents of all sessions; shows them and asks first' },
  { flag: '--allow-dirty', about: 'start even if files are changed; they are never staged, reset or deleted' },
];

export const taskCommands: HarnessWorkflow = {
  commands: [
    {
      name: 'task',
      alias: 'workflow',
      args: '[words...]',
      about:
        'plan, confirm, generate, verify and evaluate one task in this checkout: "<text>", plan "<text>", generate, verify or evaluate',
      example: 'harness task "add a login" --mode standard --script agents.yaml',
      options: [...taskOptions, ...dryRunOptions, ...agentOptions],
      load: () => import('./command.ts'),
    },
  ],
  nextStep: async (root, rows) => (await import('./session-position.ts')).readSessionPosition(root, rows),
  examples: ['task'],
  forModels: {
    command: 'task',
    subject: { about: 'the task, in plain words; none for generate, verify and evaluate', isRequired: false },
    actions: ['plan', 'generate', 'verify', 'evaluate'],
    free: ['mode', 'scope', 'output-dir'],
    asked: ['model-config', 'lint-cmd', 'type-check-cmd', 'verifier-model', 'max-files', 'allow-dirty'],
  },
  parts: () => import('./parts.ts'),
};
