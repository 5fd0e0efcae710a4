/** Defines the command `harness fidelity`. */
import { Refusal } from '@harness/core/failure/refusal';
import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions, specOptions } from '../../cli/options.ts';

function parseThreshold(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 100) return number;
  throw new Refusal('usage.invalid', {
    detail: `--threshold must be a number from 0 to 100, not "${value}"`,
    command: 'fidelity',
  });
}

export const fidelityCommands: HarnessWorkflow = {
  commands: [
    {
      name: 'fidelity',
      args: '',
      about:
        'compare the product with its spec and score how far it has drifted; above the threshold, one commit on the base blocks all active plans and adds a review, and the command exits with 1',
      example: 'harness fidelity --spec docs/product.md --script agents.yaml',
      options: [
        ...specOptions,
        {
          flag: '--threshold <n>',
          about: 'the score above which plans are blocked, from 0 to 100 (default: fidelity.threshold, or 25)',
          parse: parseThreshold,
        },
        ...agentOptions,
      ],
      load: () => import('./command.ts'),
    },
  ],
  forModels: { command: 'fidelity', free: ['spec'], asked: ['threshold'] },
  parts: () => import('./parts.ts'),
};
