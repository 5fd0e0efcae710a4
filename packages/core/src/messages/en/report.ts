/** English: the morning report. */
import type { Messages } from '../messages.ts';
import { count } from './amounts.ts';

/** What there is none of is not said. */
const some = (n: number, text: string) => (n > 0 ? text : '');

export const report: Messages['report'] = {
  since: ({ since, ago }) => `Since ${since} (${ago})`,
  nothing: ({ since, ago }) => `Nothing happened since ${since} (${ago}), and nothing waits for you.`,
  countLanded: ({ n }) => `${n} landed`,
  countNeeds: ({ n }) => `${n} ${n === 1 ? 'needs' : 'need'} you`,
  countStuck: ({ n }) => `${n} stuck`,
  countWorking: ({ n }) => `${n} at work`,
  countDamaged: ({ n }) => `${n} unreadable`,
  needsYou: () => 'Needs you',
  landed: () => 'Landed',
  working: () => 'At work',
  stuck: () => 'Not landed, and why',
  cost: () => 'Cost',
  meanwhile: () => 'Meanwhile',
  damaged: () => 'Cannot be read',
  merged: ({ base, branch, pull, at }) => `merged into ${base} · pull request ${pull} of ${branch} · ${at}`,
  mergedBefore: ({ base, at }) => `merged into ${base} · ${at}`,
  committed: ({ branch, at }) => `committed on ${branch} · ${at}`,
  planned: ({ n, at }) => `${count(n, 'plan file')} written · ${at}`,
  done: ({ at }) => `done, and nothing was committed · ${at}`,
  stoppedBy: ({ by }) => `Stopped by ${by}.`,
  endedAs: ({ end }) => `Ended as ${end}.`,
  left: () => 'Its process ended before it did; nothing is lost.',
  onBranch: ({ branch }) => `what it committed is on ${branch}`,
  keptUnder: ({ ref }) => `what it wrote is kept under ${ref}`,
  notBefore: ({ at }) => `not before ${at}`,
  nobodys: () => 'nobody works on it',
  asked: ({ title, at }) => `${title} · asked ${at}`,
  answer: () => 'answer',
  afterwards: () => 'then',
  look: () => 'look',
  resume: () => 'go on',
  again: () => 'try again',
  'working.since': ({ workflow, at, state }) => `${workflow} · ${state} · since ${at}`,
  paid: ({ usd, tokens }) => `${usd} paid · ${tokens} tokens`,
  rehearsed: ({ usd }) => `${usd} rehearsed: a script says so, and nobody was paid`,
  byWorkflow: ({ text }) => `by workflow: ${text}`,
  byProvider: ({ text }) => `by provider: ${text}`,
  amountRehearsed: ({ usd }) => `${usd} rehearsed`,
  free: () => 'nothing was spent',
  calls: ({ runs, calls, repeats, unreadable, passes }) =>
    `${count(runs, 'run')} · ${count(calls, 'call')}${some(repeats, `, ${repeats} repeated`)}${some(unreadable, `, ${unreadable} unreadable`)}${some(passes, ` · ${count(passes, 'pass', 'passes')}`)}`,
  checks: ({ green, red }) => `${count(green + red, 'check')}: ${green} green, ${red} red`,
  limits: ({ times, waited }) => `${count(times, 'rate limit')}, ${waited} waited`,
  answers: ({ people, script }) => `${count(people, 'answer')} by people, ${script} by script`,
  resumes: ({ times }) => `resumed ${times === 1 ? 'once' : `${times} times`}`,
};
