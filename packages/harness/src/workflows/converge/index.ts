/** Defines the command `harness converge`. */
import { refusalOf } from '@harness/core/failure/refusal';
import { isWorkKind, type WorkKind, workKinds } from '@harness/core/trust/work-kind';
import { convergeCodes } from '@harness/core/workflows/converge/codes';
import type { HarnessWorkflow } from '../../cli/command.ts';
import {
  agentOptions,
  collectValues,
  dryRunOptions,
  type Option,
  parseCommand,
  parseWholeNumber,
} from '../../cli/options.ts';

function parsePasses(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && Number.isInteger(number) && number >= 1) return number;
  throw refusalOf(convergeCodes, 'passes.too-few', { passes: value });
}

/** `harness resume` accepts these too. */
const jobOptions: readonly Option[] = [
  {
    flag: '--check <command>',
    about: 'a command that must pass; can be repeated (default: detected)',
    parse: (value, before) => collectValues(parseCommand('--check')(value), before),
  },
  {
    flag: '--passes <n>',
    about: 'maximum number of implementer calls before a person is asked (default: 5)',
    parse: parsePasses,
  },
  {
    flag: '--check-timeout-ms <ms>',
    about: 'maximum duration of a check; after that it is red (default: 20 minutes)',
    parse: parseWholeNumber('--check-timeout-ms', 1),
  },
];

/** Checked before the run starts, because a wrong kind would only fail after the work. */
function parseKind(value: string): WorkKind {
  if (isWorkKind(value)) return value;
  throw refusalOf(convergeCodes, 'kind.unknown', { kind: value, kinds: workKinds.join(', ') });
}

const kindOption: Option = {
  flag: '--kind <kind>',
  about: 'work without a witness: docs, refactor, tests or config',
  parse: parseKind,
};

export const convergeCommands: HarnessWorkflow = {
  commands: [
    {
      name: 'converge',
      args: '<text>',
      about: 'implement, check, review and repair until nothing blocks; leaves one commit on a new branch',
      example: 'harness converge "add a greeting" --check "npm test" --script agents.yaml',
      options: [...jobOptions, kindOption, ...dryRunOptions, ...agentOptions],
      load: () => import('./command.ts'),
    },
  ],
  resumeOptions: jobOptions,
  examples: ['hello', 'liars'],
  forModels: {
    command: 'converge',
    subject: { about: 'the change that you want, in plain words', isRequired: true },
    free: [],
    asked: ['check', 'passes', 'check-timeout-ms', 'kind'],
  },
  parts: () => import('./parts.ts'),
};
