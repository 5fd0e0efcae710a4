/** Defines the commands `harness daemon` and `harness status`. */
import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions, type Option, parseWholeNumber } from '../../cli/options.ts';

/** Without `--record`: a daemon has no end. */
const daemonOptions: readonly Option[] = [
  { flag: '--detach', about: 'start: run the daemon in the background and return when it is ready' },
  {
    flag: '--port <n>',
    about: 'start: the port of the control server on 127.0.0.1; 0 selects a free port (default: 4500)',
    parse: parseWholeNumber('--port', 0),
  },
  ...agentOptions.filter(({ flag }) => !flag.startsWith('--record')),
];

export const daemonCommands: HarnessWorkflow = {
  commands: [
    {
      name: 'daemon',
      args: '<action> [plan]',
      about:
        'run plans unattended: start, stop (when the current plan is done), status, pause, resume, freeze, unfreeze, unblock <id>',
      example: 'harness daemon start --script agents.yaml',
      options: daemonOptions,
      load: () => import('./command.ts'),
    },
    {
      name: 'status',
      args: '',
      about: 'show the state of the plan queue, from the running daemon; exits 1 if none is running',
      example: 'harness status --json',
      options: [],
      load: () => import('./status-command.ts'),
    },
  ],
};
