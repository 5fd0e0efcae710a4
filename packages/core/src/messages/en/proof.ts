/** English: what a proof shows. */
import type { Messages } from '../messages.ts';

const count = (n: string | number | undefined, noun: string) => `${n} ${noun}${Number(n) === 1 ? '' : 's'}`;

export const proof: Messages['proof'] = {
  none: ({ since }) => `There is nothing to prove since ${since}.`,
  proven: ({ n, most, red }) =>
    `proven: nothing was believed unwitnessed (${count(most, 'claim')}: ${n} witnessed, ${red} refuted)`,
  unproven: ({ n, most, red }) =>
    `NOT proven: see what is marked below (${count(most, 'claim')}: ${n} witnessed, ${red} refuted)`,
  all: ({ n, most }) => `${n} of ${most} proven`,
  touches: () => 'Touches by people',
  hours: () => 'Time',
  claims: () => 'Claimed and witnessed',
  world: () => 'Looked up',
  untouched: () => 'none',
  byScript: ({ n }) => `${count(n, 'answer')} by a script, which is nobody`,
  answer: ({ at, by, choice }) => `${at} ${by} answered ${choice}`,
  resume: ({ at, by }) => `${at} ${by} resumed it`,
  stop: ({ at, by }) => `${at} ${by} stopped it`,
  worked: ({ ago, waited, after }) => `at work ${ago} · waiting for people ${waited} · down ${after}`,
  unattended: ({ ago }) => `longest at work without a touch: ${ago}`,
  silence: ({ ago, at, what }) => `longest silence at work: ${ago}, from ${at}, during ${what}`,
  noSilence: () => 'it was never silent',
  work: ({ by, said }) => `${by} says that it is done: ${said}`,
  clean: ({ by, said }) => `${by} says that nothing blocks: ${said}`,
  ready: ({ by, said }) => `${by} says that it can be merged: ${said}`,
  done: ({ by, said }) => `the run of ${by} calls itself done: ${said}`,
  witnessed: () => 'witnessed',
  refuted: () => 'refuted, and sent back',
  open: () => 'nobody took it for true',
  unwitnessed: () => 'NO WITNESS',
  overruled: () => 'REFUTED, and believed all the same',
  green: ({ command, exitCode }) => `${command}: exit ${exitCode}`,
  red: ({ command, exitCode }) => `${command}: red, exit ${exitCode}`,
  merge: ({ sha }) => `merged as ${sha}`,
  commit: ({ sha }) => `committed as ${sha}`,
  files: ({ n }) => `${count(n, 'file')} written`,
  tests: ({ executed }) => `${count(executed, 'test')} executed`,
  looked: ({ n }) => `${n} commits, merges and logs are as the journal says`,
  misfit: ({ run, line }) =>
    `line ${line} of the journal of ${run} cannot follow those before it: one is missing or was changed`,
  torn: ({ run, line }) => `line ${line} of the journal of ${run}, its last, is not what was written`,
  damaged: ({ run, why }) => `the journal of ${run} cannot be read: ${why}`,
  missing: ({ what }) => `${what} is gone`,
  unreachable: ({ what, branch }) => `${what} is on ${branch} no more, and no other ref leads to it`,
  unmerged: ({ what, base }) => `${what} is not in ${base}`,
  changed: ({ what }) => `${what} is not what the journal refers to: it was changed`,
  unfetched: ({ what, base }) => `${what} is not here yet, so nobody can tell; git fetch origin ${base}`,
};
