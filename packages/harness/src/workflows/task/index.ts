/** Defines the command `harness task`. */
import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions, dryRunOptions, each, type Option, wholeNumber } from '../../cli/options.ts';

/** The flags of `task` (W-44), with the limits of its work. */
export const taskOptions: readonly Option[] = [
  { flag: '--mode <mode>', about: 'single, standard or multi (default: asked)' },
  {
    flag: '--model-config <preset>',
    about: 'default, all-opus, balanced, economy, or executor:<m>,advisor:<m>,evaluator:<m> (default: asked)',
  },
  { flag: '--lint-cmd <command>', about: 'the lint command (default: configured or detected)' },
  { flag: '--type-check-cmd <command>', about: 'the type check command (default: configured or detected)' },
  {
    flag: '--verifier-model <model>',
    about: 'let haiku, sonnet or opus word the verify report; exit codes decide in any case',
  },
  { flag: '--output-dir <path>', about: 'where spec, changes and reports go (default: docs/harness)' },
  {
    flag: '--scope <path>',
    about: 'a file or folder that the work may touch; may be given several times',
    parse: each,
  },
  {
    flag: '--max-files <n>',
    about: 'so many files may be changed (default: 20)',
    parse: wholeNumber('--max-files', 1),
  },
  { flag: '--clear-base', about: 'delete the documents of all sessions, after showing them and asking' },
  { flag: '--allow-dirty', about: 'begin although files are changed; they are never staged, reset or deleted' },
];

export const task: HarnessWorkflow = {
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
  parts: () => import('./parts.ts'),
};
