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

export const wholeNumber = (name: string, least: number) => (value: string) => {
  const number = Number(value);
  if (value.trim() !== '' && Number.isInteger(number) && number >= least) return number;
  throw new Refusal('usage.invalid', { detail: `${name} takes a whole number of at least ${least}, not "${value}"` });
};
export const each = (value: string, before: unknown) => [...((before as readonly string[] | undefined) ?? []), value];

/** Options of every command, before or after its name. */
export const globalOptions: readonly Option[] = [
  { flag: '--repo <path>', about: 'the repository to work on (default: HARNESS_TARGET_REPO, or here)' },
  { flag: '--json', about: 'one JSON document on standard output; everything else on standard error' },
  {
    flag: '--lang <tag>',
    about: 'the language of what people read: en or ko (default: that of the configuration, or of the task)',
  },
  { flag: '--no-input', about: 'never ask: a question parks the run and the command exits 8' },
];

const providerOption: Option = {
  flag: '--provider <name>',
  about: `who answers: ${providerNames.join(', ').replace(/, ([^,]*)$/, ' or $1')} (default: ${defaultProvider})`,
};

/** Options for the agents. They are recorded with the run, so a resumed run keeps them. */
export const agentOptions: readonly Option[] = [
  providerOption,
  ...settingOptions.map(({ flag, about, provider }) => ({ flag, about: `${about}; implies --provider ${provider}` })),
  { flag: '--model <name>', about: "the provider's model" },
  {
    flag: '--record <file>',
    about: 'write the run down as a script that replays it for nothing; the file must not be there yet',
  },
  {
    flag: '--idle-ms <ms>',
    about: 'end an agent that shows no sign of life for so long (default: 5 minutes)',
    parse: wholeNumber('--idle-ms', 1),
  },
  {
    flag: '--wall-ms <ms>',
    about: 'end an agent after so long (default: 60 minutes)',
    parse: wholeNumber('--wall-ms', 1),
  },
  {
    flag: '--max-wait-ms <ms>',
    about: 'park the run when a rate limit lasts longer than this (default: 15 minutes)',
    parse: wholeNumber('--max-wait-ms', 0),
  },
  { flag: '--sandbox <mode>', about: 'auto, required or off: what agents and checks are started in (default: auto)' },
];

/** Options of commands that start work. */
export const dryRunOptions: readonly Option[] = [
  {
    flag: '--dry-run',
    about: 'show what would be asked of whom, the checks, and an estimate of tokens and cost; asks and writes nothing',
  },
];

export const takeOverOptions: readonly Option[] = [
  { flag: '--take-over', about: 'end the process that works on this run, and go on in its place' },
];

export const answerOptions: readonly Option[] = [
  { flag: '--note <text>', about: 'a remark that is kept with the answer, or, without a choice, with the question' },
];

export const runsOptions: readonly Option[] = [{ flag: '--all', about: 'child runs too' }];

export const reportOptions: readonly Option[] = [
  {
    flag: '--since <time>',
    about:
      'from when: 90m, 12h, 2d, 1w, today, yesterday, last night (18:00), a date or a moment in ISO 8601, local unless it names a zone (default: 24h)',
  },
  { flag: '--markdown', about: 'as Markdown, for pasting into a chat' },
  {
    flag: '--proof',
    about: 'touches by people, the longest silence, and every claim against its witness; exits 1 when one has none',
  },
];

export const initOptions: readonly Option[] = [
  providerOption,
  ...settingOptions.filter(({ isForInit }) => isForInit).map(({ flag, about }) => ({ flag, about })),
  { flag: '--force', about: 'write over a harness.config.json that is there' },
];

export const specOptions: readonly Option[] = [
  { flag: '--spec <path>', about: 'the product spec (default: that of the configuration)' },
];

export const contextOptions: readonly Option[] = [
  {
    flag: '--phase <name>',
    about: 'for whom: all, planner, implement, review, another phase, or run:<id> (default: all)',
  },
  { flag: '--source <name>', about: 'where it comes from: slack, email, jira, wiki or other (default: other)' },
];
