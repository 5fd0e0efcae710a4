/** The table of all options. The parser, the help and the docs are generated from it. */

import { Refusal } from '@harness/core/failure/refusal';
import { defaultProvider } from '@harness/core/providers/list';
import { providerNames } from '@harness/core/providers/providers';
import { settingOptions } from '../providers/provider-settings.ts';

export interface Option {
  readonly flag: string;
  readonly about: string;
  readonly parse?: (value: string, before: unknown) => unknown;
}

export const parseWholeNumber = (name: string, least: number) => (value: string) => {
  const number = Number(value);
  if (value.trim() !== '' && Number.isInteger(number) && number >= least) return number;
  throw new Refusal('usage.invalid', { detail: `${name} must be a whole number of at least ${least}, not "${value}"` });
};
/** A shell would do nothing and succeed. */
export const parseCommand = (name: string) => (value: string) => {
  if (value.trim() !== '') return value;
  throw new Refusal('usage.invalid', { detail: `${name} must name a command, not an empty text` });
};
export const collectValues = (value: string, before: unknown) => [
  ...((before as readonly string[] | undefined) ?? []),
  value,
];

/** Options of every command, before or after its name. */
export const globalOptions: readonly Option[] = [
  { flag: '--repo <path>', about: 'the repository to work on (default: HARNESS_TARGET_REPO, or the current folder)' },
  { flag: '--json', about: 'print one JSON document to standard output and everything else to standard error' },
  {
    flag: '--lang <tag>',
    about: 'the language of messages: en or ko (default: from the configuration, or from what you write)',
  },
  { flag: '--no-input', about: 'never ask: a question parks the run and the command exits with 8' },
];

export const providerOption: Option = {
  flag: '--provider <name>',
  about: `the provider of the agents: ${providerNames.join(', ').replace(/, ([^,]*)$/, ' or $1')} (default: ${defaultProvider})`,
};

/** Options for the agents. They are recorded with the run, so a resumed run keeps them. */
export const agentOptions: readonly Option[] = [
  providerOption,
  ...settingOptions.map(({ flag, about, provider }) => ({ flag, about: `${about}; implies --provider ${provider}` })),
  { flag: '--model <name>', about: "the provider's model" },
  {
    flag: '--record <file>',
    about: 'record the run as a script that replays it at no cost; the file must not exist yet',
  },
  {
    flag: '--idle-ms <ms>',
    about: 'stop an agent after this long without activity (default: 5 minutes)',
    parse: parseWholeNumber('--idle-ms', 1),
  },
  {
    flag: '--wall-ms <ms>',
    about: 'stop an agent after this long (default: 60 minutes)',
    parse: parseWholeNumber('--wall-ms', 1),
  },
  {
    flag: '--max-wait-ms <ms>',
    about: 'park the run if a rate limit lasts longer than this (default: 15 minutes)',
    parse: parseWholeNumber('--max-wait-ms', 0),
  },
  { flag: '--sandbox <mode>', about: 'the sandbox of agents and checks: auto, required or off (default: auto)' },
];

/** Options of commands that start work. */
export const dryRunOptions: readonly Option[] = [
  {
    flag: '--dry-run',
    about: 'show the agent calls, the checks, and an estimate of tokens and cost; call no agent and write no file',
  },
];

export const specOptions: readonly Option[] = [
  { flag: '--spec <path>', about: 'the product spec (default: from the configuration)' },
];
