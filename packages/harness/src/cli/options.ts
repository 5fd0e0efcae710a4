/** Every option there is, once: the parser, the help and the docs are made of this table. */

import { Refusal } from '@harness/core/failure/refusal';
import { runPhases } from '@harness/core/plans/phases';

export interface Option {
  readonly flag: string;
  readonly about: string;
  readonly parse?: (value: string, before: unknown) => unknown;
}

const wholeNumber = (name: string, least: number) => (value: string) => {
  const number = Number(value);
  if (value.trim() !== '' && Number.isInteger(number) && number >= least) return number;
  throw new Refusal('usage.invalid', { detail: `${name} takes a whole number of at least ${least}, not "${value}"` });
};
const each = (value: string, before: unknown) => [...((before as readonly string[] | undefined) ?? []), value];

/** Taken by every command, before or after its name. */
export const globalOptions: readonly Option[] = [
  { flag: '--repo <path>', about: 'the repository to work on (default: HARNESS_TARGET_REPO, or here)' },
  { flag: '--json', about: 'one JSON document on standard output; everything else on standard error' },
  {
    flag: '--lang <tag>',
    about: 'the language of what people read: en or ko (default: that of the configuration, or of the task)',
  },
  { flag: '--no-input', about: 'never ask: a question parks the run and the command exits 8' },
];

/** How agents are asked; recorded with the run, so that a resume holds to it. */
export const agentOptions: readonly Option[] = [
  { flag: '--provider <name>', about: 'who answers: claude, codex, acp or scripted (default: claude)' },
  {
    flag: '--acp <agent>',
    about: 'which agent: claude-agent-acp, codex-acp, gemini or opencode; implies --provider acp',
  },
  { flag: '--model <name>', about: "the provider's model" },
  { flag: '--script <file>', about: 'answers for a rehearsal; implies --provider scripted' },
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

/** Of the commands that begin work. */
export const dryRunOptions: readonly Option[] = [
  {
    flag: '--dry-run',
    about: 'show what would be asked of whom, the checks, and an estimate of tokens and cost; asks and writes nothing',
  },
];

export const convergeOptions: readonly Option[] = [
  {
    flag: '--check <command>',
    about: 'a command that must pass; may be given several times (default: detected)',
    parse: each,
  },
  { flag: '--passes <n>', about: 'how often the implementer is asked before a person is (default: 5)' },
  {
    flag: '--check-timeout-ms <ms>',
    about: 'a check that takes longer is red (default: 20 minutes)',
    parse: wholeNumber('--check-timeout-ms', 1),
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
  { flag: '--provider <name>', about: 'who answers: claude, codex, acp or scripted (default: claude)' },
  { flag: '--acp <agent>', about: 'which agent: claude-agent-acp, codex-acp, gemini or opencode' },
  { flag: '--force', about: 'write over a harness.config.json that is there' },
];

export const planOptions: readonly Option[] = [
  { flag: '--preview', about: 'show what is proposed, and write nothing' },
  {
    flag: '--max-new-plans <n>',
    about: 'so many plans may be proposed (default: 30, which is the most)',
    parse: wholeNumber('--max-new-plans', 1),
  },
];

export const runOptions: readonly Option[] = [
  {
    flag: '--phase <name>',
    about: `one phase alone, on the branch of the plan: ${runPhases.join(', ')} (default: all)`,
  },
  { flag: '--resume', about: 'go on with the newest run of this plan that has not ended' },
  { flag: '--local-only', about: 'end with a commit on the branch of the plan; nothing is pushed or merged' },
  { flag: '--skip-e2e', about: 'no end-to-end run, for a plan that has nothing to show' },
];

export const siteReverseOptions: readonly Option[] = [
  { flag: '--planner <mode>', about: 'go on from the new spec: emit plans, preview them, or skip (default: skip)' },
  { flag: '--force', about: 'write over what an earlier capture of this site left' },
];

export const specOptions: readonly Option[] = [
  { flag: '--spec <path>', about: 'the product spec (default: that of the configuration)' },
];

export const fidelityOptions: readonly Option[] = [
  ...specOptions,
  {
    flag: '--threshold <n>',
    about: 'the score above which plans are blocked, from 0 to 100 (default: fidelity.threshold, which is 25)',
    parse: (value) => {
      const number = Number(value);
      if (value.trim() !== '' && number >= 0 && number <= 100) return number;
      throw new Refusal('usage.invalid', {
        detail: `--threshold takes a number from 0 to 100, not "${value}"`,
        command: 'fidelity',
      });
    },
  },
];

/** A daemon writes no record: it runs for ever. */
export const daemonOptions: readonly Option[] = [
  { flag: '--detach', about: 'start: return when the daemon can be reached, and leave it in the background' },
  {
    flag: '--port <n>',
    about: 'start: the port of the control server on 127.0.0.1; 0 takes a free one (default: 4500)',
    parse: wholeNumber('--port', 0),
  },
  ...agentOptions.filter(({ flag }) => !flag.startsWith('--record')),
];

export const contextOptions: readonly Option[] = [
  {
    flag: '--phase <name>',
    about: 'for whom: all, planner, implement, review, another phase, or run:<id> (default: all)',
  },
  { flag: '--source <name>', about: 'where it comes from: slack, email, jira, wiki or other (default: other)' },
];

export const missionOptions: readonly Option[] = [
  { flag: '--allow-dirty', about: 'begin although files are changed; they are never staged, reset or deleted' },
];

/** Of `task` (W-44), and what limits its work. */
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
