/** English. Codes and parameters in, sentences out; nothing else in the product holds prose about them. */
import { aside } from './aside.ts';
import { missionDefects, missionEnding, missionTellings } from './en/mission.ts';
import { outlook } from './en/outlook.ts';
import { context, planDefects, planning, planProblems } from './en/plans.ts';
import { defects, problems } from './en/problems.ts';
import { refusals } from './en/refusals.ts';
import { unboxed } from './en/sandbox.ts';
import { questions as taskQuestions, tellings } from './en/task.ts';
import type { Messages } from './messages.ts';
import { money } from './money.ts';
import { thousands } from './thousands.ts';

const count = (n: string | number | undefined, noun: string) => `${n} ${noun}${Number(n) === 1 ? '' : 's'}`;

/** Money for a limit of money, tokens for the others. */
const amount = (limit: string | number | undefined, n: string | number | undefined) => {
  if (Number.isNaN(Number(n))) return String(n);
  return /usd$/i.test(String(limit)) ? money(Number(n)) : `${thousands(Number(n))} tokens`;
};

const clockTime = (atMs: string | number | undefined) => new Date(Number(atMs)).toISOString().slice(11, 19);

/** ` · 1.2 s · 1,300 tokens · $0.01`, without what is nothing. */
function spent(
  ms: string | number | undefined,
  tokens: string | number | undefined,
  costUsd: string | number | undefined,
  rehearsed?: string | number | undefined,
) {
  const parts = [`${(Number(ms) / 1000).toFixed(1)} s`];
  if (Number(tokens) > 0) parts.push(`${thousands(Number(tokens))} tokens`);
  if (Number(costUsd) > 0) parts.push(`$${Number(costUsd).toFixed(2)}${rehearsed ? ' rehearsed' : ''}`);
  return ` · ${parts.join(' · ')}`;
}

const stillWrong: Readonly<Record<string, string>> = {
  checks: 'a check is still red',
  tests: 'tests of the base are still missing',
};

export const en: Messages = {
  failures: {
    'agent.rate-limit': ({ role }) => `The provider limits how often ${role ?? 'an agent'} may call.`,
    'agent.overloaded': ({ role }) => `The provider is overloaded and did not answer ${role ?? 'the call'}.`,
    'agent.network': ({ role, detail }) =>
      `The connection to the provider broke during ${role ?? 'a call'}${aside(detail)}.`,
    'agent.timeout': ({ role, detail }) => `${role ?? 'An agent'} was ended by a watchdog${aside(detail)}.`,
    'agent.crash': ({ role, detail }) => `The process of ${role ?? 'an agent'} died${aside(detail)}.`,
    'agent.unknown': ({ role, detail }) => `${role ?? 'An agent'} failed in a way we do not know${aside(detail)}.`,
    'agent.schema': ({ role, reason }) =>
      `${role ?? 'An agent'} answered in a form that cannot be read${aside(reason)}.`,
    'agent.auth': ({ role }) => `The provider refused the key or login of ${role ?? 'the call'}.`,
    'agent.billing': ({ role }) => `The provider's account has no credit left for ${role ?? 'the call'}.`,
    'agent.context': ({ role }) => `The prompt of ${role ?? 'the call'} is longer than the model takes.`,
    'agent.bad-request': ({ role, detail }) => `The provider did not understand ${role ?? 'the call'}${aside(detail)}.`,
    'agent.turn-limit': ({ role }) => `${role ?? 'An agent'} used up its turns without coming to an end.`,
    'agent.budget': ({ role, limit, of, spent }) =>
      limit === undefined
        ? `${role ?? 'An agent'} reached its cost limit.`
        : `${role ?? 'An agent'} was interrupted: it crossed ${limit} of ${amount(limit, of)}; ${amount(limit, spent)} spent.`,
    'agent.aborted': ({ role }) => `${role ?? 'An agent'} was cut off.`,
    'agent.startup': ({ role, detail }) => `${role ?? 'An agent'} could not be started${aside(detail)}.`,
    'agent.session-lost': ({ role }) => `The session of ${role ?? 'an agent'} is gone.`,
    'agent.unscripted': ({ role, item, attempt }) =>
      `The script has no answer for role ${role}, item ${item ?? 'none'}, attempt ${attempt}.`,
    'budget.cap-reached': ({ limit, spent, of, reserved }) =>
      Number(reserved ?? 0) > 0 && Number(spent) < Number(of)
        ? `The next call does not fit under the cap ${limit} of ${amount(limit, of)}: ${amount(limit, spent)} spent, ${amount(limit, reserved)} reserved.`
        : `The cap ${limit} of ${amount(limit, of)} is reached: ${amount(limit, spent)} spent.`,
    'check.timed-out': ({ command, timeoutMs }) => `"${command}" did not finish within ${timeoutMs} ms.`,
    'check.unstartable': ({ command, detail }) => `"${command}" could not be started${aside(detail)}.`,
    'effect.interrupted': ({ key }) => `${key} was cut off and may have happened.`,
    'features.broken': ({ detail }) => `The plan of the mission is not in order${aside(detail)}.`,
    'forge.branch-moved': ({ branch }) =>
      `${branch} was moved on the forge by somebody else; nothing was pushed, and nothing is ever forced.`,
    'forge.unauthorized': ({ detail }) => `The forge does not accept who we are${aside(detail)}.`,
    'forge.forbidden': ({ detail }) => `The forge does not allow it${aside(detail)}.`,
    'forge.not-found': ({ detail }) => `The forge does not have it, or does not show it to us${aside(detail)}.`,
    'forge.refused': ({ detail }) => `The forge refused${aside(detail)}.`,
    'forge.rate-limited': ({ detail }) => `The forge wants us to wait${aside(detail)}.`,
    'forge.unavailable': ({ detail }) => `The forge cannot be reached or is in trouble${aside(detail)}.`,
    'forge.unreadable': ({ detail }) => `What the forge said cannot be read${aside(detail)}.`,
    'git.failed': ({ op, detail }) => `git could not ${op ?? 'do it'}${aside(detail)}.`,
    'git.branch-moved': ({ branch }) => `${branch} was moved by somebody else; nothing was written on it.`,
    'path.outside': ({ path }) => `${path} lies outside the folder of this work.`,
    'plans.broken': ({ detail }) => `The plan files are not in order${aside(detail)}; nothing was written.`,
    'plans.conflict': ({ ids }) => `Plans with these ids are there already: ${ids}. Nothing was written.`,
    'plan.no-change': ({ plan }) =>
      `Plan ${plan} was carried out without changing anything: there is nothing to deliver.`,
    'pull.changed': ({ pull, head }) =>
      `Somebody pushed to pull request ${pull} (${head}): what was reviewed is not what would be merged.`,
    'pull.checks-late': ({ pull, pending }) =>
      `The checks of pull request ${pull} did not finish in time${aside(pending)}.`,
    'pull.checks-red': ({ pull, red }) => `Checks of pull request ${pull} are red${aside(red)}.`,
    'pull.closed': ({ pull, by }) => `${by} closed pull request ${pull}.`,
    'pull.conflict': ({ pull, files }) => `Pull request ${pull} conflicts with its base${aside(files)}.`,
    'pull.objected': ({ pull, why }) => `The last look before the merge of pull request ${pull} objects: ${why}.`,
    'pull.unmerged': ({ pull, detail }) => `Pull request ${pull} was not merged in time${aside(detail)}.`,
    'pull.unready': ({ pull, reasons }) => `Pull request ${pull} may not be merged yet: ${reasons}.`,
    'run.runaway': ({ moves, at }) =>
      `The run made ${moves} moves without waiting for anything (now ${at}); that is a defect of the workflow.`,
    'sandbox.leaks': ({ write, secret, process }) =>
      `The sandbox does not hold, so nobody was asked: writing outside is ${write}, the home is ${secret}, a process left behind is ${process}.`,
    'secret.in-change': ({ files }) =>
      `The change contains a secret, so it was not committed; it is in ${files}. What was written stays under refs/harness/kept.`,
  },
  notes: {
    'agent.started': ({ provider, model }) => `asked ${provider}${model ? ` ${model}` : ''}`,
    'agent.spent': ({ costUsd }) => `was cut off; it had cost $${Number(costUsd).toFixed(2)}`,
    'agent.denied': ({ path, why }) => `denied: ${path}${aside(why)}`,
    'agent.step-failed': ({ step, path, exitCode }) =>
      `a scripted ${step} did not succeed${aside(path ?? (exitCode === undefined ? '' : `exit ${exitCode}`))}`,
    'budget.near': ({ limit, spent, of }) => `${amount(limit, spent)} of ${amount(limit, of)} spent (${limit})`,
    'budget.ceiling-reached': ({ limit, spent, of }) =>
      `the ceiling ${limit} of ${amount(limit, of)} is reached: ${amount(limit, spent)} spent; work goes on`,
    'effect.interrupted': () => 'was cut off when its process ended',
    'process.started': ({ pid }) => `started process ${pid}`,
    'process.ended': ({ pid }) => `ended process ${pid}, left behind by a process that died`,
    'run.repaired': ({ keptAs }) => `repaired: the journal's torn last line was cut off and kept as ${keptAs}`,
    'run.resumed': () => 'resumed',
    'sandbox.canary': ({ write, secret, process }) => `sandbox: write ${write}, secret ${secret}, process ${process}`,
    'work.kept': ({ ref }) => `kept what was written under ${ref}`,
  },
  questions: {
    ...taskQuestions,
    passes: {
      question: ({ passes, because }) =>
        `No pass is left (${passes} ${Number(passes) === 1 ? 'was' : 'were'} allowed) and ${
          stillWrong[String(because)] ?? 'a finding still blocks'
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
    scope: {
      question: ({ item, files }) =>
        `The change of ${item} touches files that are not of this feature: ${files}. How shall it go on?`,
      options: {
        Allow: 'It is right so. These files are not asked about again.',
        'Send back': 'Let them be brought back as they were.',
        Stop: 'Go no further. What was written is not lost.',
      },
    },
    checkpoint: {
      question: ({ name }) => `The mission has come to the checkpoint ${name}. May it go on?`,
      options: {
        Grant: 'It may go on.',
        Stop: 'End the mission. What was written stays reachable.',
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
    'run.started': ({ workflow, title }) => `${workflow}: ${String(title).trim().split('\n')[0]}`,
    'run.stopping': ({ by }) => `stopping, asked by ${by}`,
    'run.ended': ({ end }) => `ended: ${end}`,
    'role.asked': ({ role }) => `${role} works`,
    'role.answered': ({ role, said, ms, tokens, costUsd, rehearsed }) =>
      `${role}${said === '' ? '' : `: ${said}`}${spent(ms, tokens, costUsd, rehearsed)}`,
    'review.answered': ({ role, blocking, low, ms, tokens, costUsd, rehearsed }) =>
      `${role}: ${count(blocking, 'blocking finding')}, ${count(low, 'low')}${spent(ms, tokens, costUsd, rehearsed)}`,
    'check.green': ({ command, ms }) => `${command} is green${spent(ms, 0, 0)}`,
    'check.red': ({ command, exitCode, executed, ms }) =>
      `${command} is red, exit ${exitCode}${executed === 0 ? ': no test was executed' : ''}${spent(ms, 0, 0)}`,
    'lane.opened': ({ branch, path }) => `lane ${branch} in ${path}`,
    'lane.saved': ({ files }) => `${count(files, 'file')} changed`,
    'lane.committed': ({ commit }) => `committed ${String(commit).slice(0, 10)}`,
    'lane.unchanged': () => 'no file differs from where it began: there is nothing to commit',
    'lane.closed': ({ kept }) => (kept ? `lane closed; what was not committed is kept under ${kept}` : 'lane closed'),
    'pull.opened': ({ pull, url }) => `pull request ${pull}: ${url}`,
    'pull.merged': ({ commit, why }) => `merged as ${String(commit).slice(0, 10)}${why ? `; ${why}` : ''}`,
    'question.asked': ({ header }) => `${header}:`,
    'question.answered': ({ choice, by }) => `"${choice}", says ${by}`,
    'step.again': ({ untilMs }) => `again at ${clockTime(untilMs)}:`,
    'step.parked': ({ untilMs }) => `parked, to be resumed at or after ${clockTime(untilMs)}:`,
    'step.failed': () => 'failed:',
  },
  unboxed,
  outlook,
  tellings: { ...tellings, ...missionTellings },
  missionDefects,
  missionEnding,
  problems,
  defects,
  planDefects,
  planProblems,
  planning,
  context,
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
    shipped: ({ sha, base }) => `merged into ${base} as ${sha}; the plan is filed`,
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
