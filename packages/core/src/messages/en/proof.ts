/** English texts of `harness report --proof`. */
import type { Messages } from '../messages.ts';
import { countOf } from './amounts.ts';

export const proof: Messages['proof'] = {
  none: ({ since }) => `No run to prove since ${since}.`,
  proven: ({ n, most, red }) =>
    `proven: every accepted claim has a witness (${countOf(most, 'claim')}: ${n} witnessed, ${red} refuted)`,
  unproven: ({ n, most, red }) =>
    `NOT proven: see the marked claims below (${countOf(most, 'claim')}: ${n} witnessed, ${red} refuted)`,
  all: ({ n, most }) => `${n} of ${most} proven`,
  touches: () => 'Actions by people',
  hours: () => 'Time',
  claims: () => 'Claims and witnesses',
  world: () => 'Compared with the repository',
  untouched: () => 'none',
  byScript: ({ n }) => `${countOf(n, 'answer')} by a script, not by a person`,
  answer: ({ at, by, choice }) => `${at} ${by} answered ${choice}`,
  resume: ({ at, by }) => `${at} ${by} resumed it`,
  stop: ({ at, by }) => `${at} ${by} stopped it`,
  worked: ({ ago, waited, after }) => `working ${ago} · waiting for people ${waited} · not running ${after}`,
  unattended: ({ ago }) => `longest work without an action by a person: ${ago}`,
  silence: ({ ago, at, what }) => `longest silence while working: ${ago}, from ${at}, during ${what}`,
  noSilence: () => 'no silence while working',
  work: ({ by, said }) => `${by} claims that it is done: ${said}`,
  clean: ({ by, said }) => `${by} claims that nothing blocks: ${said}`,
  ready: ({ by, said }) => `${by} claims that it can be merged: ${said}`,
  done: ({ by, said }) => `the run of ${by} claims that it is done: ${said}`,
  witnessed: () => 'witnessed',
  refuted: () => 'refuted and sent back',
  open: () => 'not accepted as true',
  unwitnessed: () => 'NO WITNESS',
  overruled: () => 'REFUTED but accepted',
  green: ({ command, exitCode }) => `${command}: exit ${exitCode}`,
  red: ({ command, exitCode }) => `${command}: red, exit ${exitCode}`,
  merge: ({ sha }) => `merged as ${sha}`,
  commit: ({ sha }) => `committed as ${sha}`,
  redWithout: ({ what }) => `red without the change: ${what}`,
  files: ({ n }) => `${countOf(n, 'file')} written`,
  tests: ({ executed }) => `${countOf(executed, 'test')} executed`,
  ignoredCheck: ({ command }) => `red before the work and ignored, so NOT proven: ${command}`,
  notCompared: ({ command }) => `not compared with the tests of the base: ${command}`,
  looked: ({ n }) => `${n} commits, merges and logs match the journal`,
  misfit: ({ run, line }) =>
    `line ${line} of the journal of ${run} does not follow from the lines before it: a line is missing or was changed`,
  torn: ({ run, line }) => `line ${line} of the journal of ${run}, its last line, was changed or cut off`,
  damaged: ({ run, why }) => `the journal of ${run} cannot be read: ${why}`,
  missing: ({ what }) => `${what} is missing`,
  unreachable: ({ what, branch }) => `${what} is no longer on ${branch}, and no other ref contains it`,
  unmerged: ({ what, base }) => `${what} is not in ${base}`,
  changed: ({ what }) => `${what} was changed: it does not match the journal`,
  unfetched: ({ what, base }) =>
    `${what} is not in this clone yet, so it cannot be checked; run: git fetch origin ${base}`,
};
