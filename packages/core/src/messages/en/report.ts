/** English texts of `harness report`. */
import type { Messages } from '../messages.ts';
import { countOf } from './amounts.ts';

/** Leaves out a count of zero. */
const some = (n: number, text: string) => (n > 0 ? text : '');

export const report: Messages['report'] = {
  since: ({ since, ago }) => `Since ${since} (${ago})`,
  nothing: ({ since, ago }) => `Nothing happened since ${since} (${ago}), and nothing needs you.`,
  countLanded: ({ n }) => `${n} landed`,
  countNeeds: ({ n }) => `${n} ${n === 1 ? 'needs' : 'need'} you`,
  countStuck: ({ n }) => `${n} stuck`,
  countWorking: ({ n }) => `${n} running`,
  countDamaged: ({ n }) => `${n} unreadable`,
  needsYou: () => 'Needs you',
  landed: () => 'Landed',
  working: () => 'Running',
  stuck: () => 'Not landed, with the reason',
  cost: () => 'Cost',
  meanwhile: () => 'Activity',
  damaged: () => 'Unreadable',
  merged: ({ base, branch, pull, at }) => `merged into ${base} · pull request ${pull} of ${branch} · ${at}`,
  mergedBefore: ({ base, at }) => `merged into ${base} · ${at}`,
  committed: ({ branch, at }) => `committed on ${branch} · ${at}`,
  planned: ({ n, at }) => `${countOf(n, 'plan file')} written · ${at}`,
  done: ({ at }) => `done without a commit · ${at}`,
  stoppedBy: ({ by }) => `Stopped by ${by}.`,
  endedAs: ({ end }) => `Ended as ${end}.`,
  left: () => 'Its process ended before the run did; no work is lost.',
  onBranch: ({ branch }) => `its commits are on ${branch}`,
  keptUnder: ({ ref }) => `its work is kept under ${ref}`,
  notBefore: ({ at }) => `not before ${at}`,
  nobodys: () => 'no process is running it',
  asked: ({ title, at }) => `${title} · asked ${at}`,
  answer: () => 'answer',
  afterwards: () => 'then',
  look: () => 'show',
  resume: () => 'resume',
  again: () => 'try again',
  'working.since': ({ workflow, at, state }) => `${workflow} · ${state} · since ${at}`,
  paid: ({ usd, tokens }) => `${usd} paid · ${tokens} tokens`,
  rehearsed: ({ usd }) => `${usd} rehearsed: the script names this cost, nothing was paid`,
  byWorkflow: ({ text }) => `by workflow: ${text}`,
  byProvider: ({ text }) => `by provider: ${text}`,
  amountRehearsed: ({ usd }) => `${usd} rehearsed`,
  free: () => 'nothing was spent',
  calls: ({ runs, calls, repeats, unreadable, passes }) =>
    `${countOf(runs, 'run')} · ${countOf(calls, 'call')}${some(repeats, `, ${repeats} repeated`)}${some(unreadable, `, ${unreadable} unreadable`)}${some(passes, ` · ${countOf(passes, 'pass', 'passes')}`)}`,
  checks: ({ green, red }) => `${countOf(green + red, 'check')}: ${green} green, ${red} red`,
  limits: ({ times, waited }) => `${countOf(times, 'rate limit')}, ${waited} waited`,
  answers: ({ people, script }) => `${countOf(people, 'answer')} by people, ${script} by script`,
  resumes: ({ times }) => `resumed ${times === 1 ? 'once' : `${times} times`}`,
};
