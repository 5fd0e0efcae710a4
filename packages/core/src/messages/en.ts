/** English. Codes and parameters in, sentences out; nothing else in the product holds prose about them. */

import type { LineCost } from '../views/line-codes.ts';
import { amount, count } from './en/amounts.ts';
import { control } from './en/control.ts';
import { failures } from './en/failures.ts';
import { gates } from './en/gates.ts';
import { news } from './en/news.ts';
import { outlook } from './en/outlook.ts';
import { context, planDefects, planProblems } from './en/plans.ts';
import { defects, problems } from './en/problems.ts';
import { proof } from './en/proof.ts';
import { refusals } from './en/refusals.ts';
import { report } from './en/report.ts';
import { unboxed } from './en/sandbox.ts';
import { formatNumber } from './format-number.ts';
import type { Messages } from './messages.ts';
import { parenthesised } from './parenthesised.ts';

const clockTime = (atMs: number) => new Date(atMs).toISOString().slice(11, 19);

/** ` · 1.2 s · 1,300 tokens · $0.01`, without what is nothing. */
function spent({ ms, tokens = 0, costUsd = 0, rehearsed }: LineCost) {
  const parts = [`${(ms / 1000).toFixed(1)} s`];
  if (tokens > 0) parts.push(`${formatNumber(tokens)} tokens`);
  if (costUsd > 0) parts.push(`$${costUsd.toFixed(2)}${rehearsed ? ' rehearsed' : ''}`);
  return ` · ${parts.join(' · ')}`;
}

const stillWrong: Readonly<Record<string, string>> = {
  checks: 'a check is still red',
  tests: 'tests of the base are still missing',
};

export const en: Messages = {
  failures,
  notes: {
    'agent.started': ({ provider, model }) => `asked ${provider}${model ? ` ${model}` : ''}`,
    'agent.context': ({ paths, cut, leftOut, misread }) =>
      [
        `context: ${paths || 'none'}`,
        ...(cut ? [`only the beginning of ${cut}`] : []),
        ...(leftOut ? [`no room for ${leftOut}`] : []),
        ...(misread ? [`could not be used: ${misread}`] : []),
      ].join('; '),
    'agent.spent': ({ costUsd }) => `was cut off; it had cost $${costUsd.toFixed(2)}`,
    'agent.denied': ({ path, why }) => `denied: ${path}${parenthesised(why)}`,
    'agent.step-failed': ({ step, path, exitCode }) =>
      `a scripted ${step} did not succeed${parenthesised(path ?? (exitCode === undefined ? '' : `exit ${exitCode}`))}`,
    'budget.near': ({ limit, spent, of }) => `${amount(limit, spent)} of ${amount(limit, of)} spent (${limit})`,
    'budget.ceiling-reached': ({ limit, spent, of }) =>
      `budget_ceiling_reached: ${amount(limit, spent)} of ${amount(limit, of)} (${limit}) used in 7 days; work goes on`,
    'daemon.restarted': ({ because }) => `the daemon was started again after it ${because}`,
    'effect.interrupted': () => 'was cut off when its process ended',
    'memory.told': ({ lines }) => `to remember: ${lines.replaceAll('\n', '; ')}`,
    'hook.failed': ({ hook, detail }) => `the hook ${hook} did not end well${parenthesised(detail)}; the run goes on`,
    'news.told': ({ kind }) => `told people who are not here: ${kind}`,
    'dependencies.installing': ({ command }) => `the dependencies are installed once for all lanes: ${command}`,
    'lane.overlaps': ({ lane, files }) => `what is written here and in the lane ${lane} will conflict: ${files}`,
    'plan.over-budget': ({ plan, spent, of }) =>
      `plan_over_budget: plan ${plan} used ${amount('tokens', spent)}, and ${amount('tokens', of)} were to be expected; work goes on`,
    'process.started': ({ pid }) => `started process ${pid}`,
    'process.ended': ({ pid }) => `ended process ${pid}, left behind by a process that died`,
    'run.repaired': ({ keptAs }) => `repaired: the journal's torn last line was cut off and kept as ${keptAs}`,
    'run.resumed': () => 'resumed',
    'sandbox.canary': ({ write, secret, process }) => `sandbox: write ${write}, secret ${secret}, process ${process}`,
    'screens.skipped': ({ detail }) => `the look at the running product was skipped${parenthesised(detail)}`,
    'work.kept': ({ ref }) => `kept what was written under ${ref}`,
  },
  questions: {
    passes: {
      question: ({ passes, because = '' }) =>
        `No pass is left (${passes} ${passes === 1 ? 'was' : 'were'} allowed) and ${
          stillWrong[because] ?? 'a finding still blocks'
        }. How shall it go on?`,
      options: {
        'one more pass': 'Let the implementer repair it once more.',
        stop: 'End the run. What was written stays reachable under refs/harness/kept.',
      },
    },
    tests: {
      question: ({ files }) => `The change takes away tests, or touches what checks it: ${files}. How shall it go on?`,
      options: {
        Allow: 'It is right so. These files are not asked about again.',
        'Send back': 'Let them be brought back; that counts as one more try.',
        Stop: 'Go no further. What was written is not lost.',
      },
    },
    errand: {
      question: ({ what, why }) => `I need ${what} to continue${why ? `: ${why}` : ''}. Is it done?`,
      options: {
        Done: 'It is done; a note reaches the agent. It costs no pass.',
        Stop: 'Go no further. What was written is not lost.',
      },
    },
    interrupted: {
      question: ({ key }) => `${key} was cut off and may have happened already. Shall it be repeated?`,
      options: {
        Repeat: 'Do it (again).',
        Stop: 'Do not do it; the run sees it as failed.',
      },
    },
  },
  refusals,
  lines: {
    'run.started': ({ workflow, title }) => `${workflow}: ${title.trim().split('\n')[0]}`,
    'run.stopping': ({ by }) => `stopping, asked by ${by}`,
    'run.ended': ({ end }) => `ended: ${end}`,
    'role.asked': ({ role }) => `${role} works`,
    'role.answered': ({ role, said, ...cost }) => `${role}${said === '' ? '' : `: ${said}`}${spent(cost)}`,
    'review.answered': ({ role, blocking, low, ...cost }) =>
      `${role}: ${count(blocking, 'blocking finding')}, ${count(low, 'low')}${spent(cost)}`,
    'check.green': ({ command, ms }) => `${command} is green${spent({ ms })}`,
    'check.red': ({ command, exitCode, executed, ms }) =>
      `${command} is red, exit ${exitCode}${executed === 0 ? ': no test was executed' : ''}${spent({ ms })}`,
    'lane.opened': ({ branch, path }) => `lane ${branch} in ${path}`,
    'lane.saved': ({ files }) => `${count(files, 'file')} changed`,
    'lane.committed': ({ commit }) => `committed ${commit.slice(0, 10)}`,
    'lane.unchanged': () => 'no file differs from where it began: there is nothing to commit',
    'lane.closed': ({ kept }) => (kept ? `lane closed; what was not committed is kept under ${kept}` : 'lane closed'),
    'screens.taken': ({ count }) => `looked at the running product: ${count} ${count === 1 ? 'picture' : 'pictures'}`,
    'site.captured': ({ count }) => `captured ${count} ${count === 1 ? 'page' : 'pages'}`,
    'pull.opened': ({ pull, url }) => `pull request ${pull}: ${url}`,
    'pull.red': ({ red }) => `its checks are red${parenthesised(red)}`,
    'pull.conflicts': ({ paths }) => `it conflicts with its base${parenthesised(paths)}`,
    'pull.behind': () => 'its base moved on: it has to come in first',
    'pull.merged': ({ commit, why }) => `merged as ${commit.slice(0, 10)}${why ? `; ${why}` : ''}`,
    'base.left': ({ base, why }) => `${base} is behind the forge's; ${why}`,
    'base.moved': ({ base, commit }) => `${base} follows the forge to ${commit.slice(0, 10)}`,
    'lane.continued': ({ branch, files }) =>
      files === 0 ? `lane on ${branch}` : `lane on ${branch}: conflicts in ${count(files, 'file')}`,
    'plan.waits': ({ pull, url }) => `the plan is filed when pull request ${pull} is merged: ${url}`,
    'question.asked': ({ header }) => `${header}:`,
    'question.answered': ({ choice, by }) => `"${choice}", says ${by}`,
    'step.again': ({ untilMs }) => `again at ${clockTime(untilMs)}:`,
    'step.parked': ({ untilMs }) => `parked, to be resumed at or after ${clockTime(untilMs)}:`,
    'step.failed': () => 'failed:',
  },
  unboxed,
  outlook,
  progress: {},
  problems,
  defects,
  planDefects,
  planProblems,
  context,
  control,
  report,
  proof,
  news,
  gates,
  holds: {
    frozen: ({ file }) => `frozen: nothing new is begun while ${file} is there; the run is parked and nothing is lost`,
  },
  asking: {
    other: () => 'Other',
    aboutOther: () => 'Write something. It is kept with the question and answers nothing.',
    write: () => 'What do you want to say?',
    noted: ({ by, text }) => `noted by ${by}: ${text}`,
    number: ({ most }) => `Type a number from 1 to ${most}:`,
    withdrawn: () => 'This need not be answered any more.',
    more: ({ count: lines, file }) => `${count(lines, 'more line')} in ${file}`,
  },
  recording: {
    lost: ({ path }) => `The record ${path} is gone, and what was in it is lost: only what comes is written down.`,
  },
  ending: {
    unchanged: () => 'No file was changed, so there is no commit.',
    uncommitted: () => 'Nothing was committed; what was changed is in your files.',
    parked: () => 'parked: nothing is lost',
    stepDone: () => 'The step is done; the run waits for the next command.',
    stoppedHere: () => 'parked: stopped by a person, and nothing is lost',
  },
  statuses: {
    running: 'running',
    waiting: 'waiting for an answer',
    parked: 'parked',
    done: 'done',
    failed: 'failed',
    stopped: 'stopped',
  },
};
