/** English. Codes and parameters in, sentences out; nothing else in the product holds prose about them. */
import type { Messages } from './messages.ts';

const aside = (text: string | number | undefined) => (text === undefined || text === '' ? '' : ` (${text})`);

const count = (n: string | number | undefined, noun: string) => `${n} ${noun}${Number(n) === 1 ? '' : 's'}`;

const clockTime = (atMs: string | number | undefined) => new Date(Number(atMs)).toISOString().slice(11, 19);

/** ` · 1.2 s · 1,300 tokens · $0.01`, without what is nothing. */
function spent(
  ms: string | number | undefined,
  tokens: string | number | undefined,
  costUsd: string | number | undefined,
) {
  const parts = [`${(Number(ms) / 1000).toFixed(1)} s`];
  if (Number(tokens) > 0) parts.push(`${Number(tokens).toLocaleString('en-US')} tokens`);
  if (Number(costUsd) > 0) parts.push(`$${Number(costUsd).toFixed(2)}`);
  return ` · ${parts.join(' · ')}`;
}

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
    'agent.budget': ({ role }) => `${role ?? 'An agent'} reached its cost limit.`,
    'agent.aborted': ({ role }) => `${role ?? 'An agent'} was cut off.`,
    'agent.startup': ({ role, detail }) => `${role ?? 'An agent'} could not be started${aside(detail)}.`,
    'agent.session-lost': ({ role }) => `The session of ${role ?? 'an agent'} is gone.`,
    'agent.unscripted': ({ role, item, attempt }) =>
      `The script has no answer for role ${role}, item ${item ?? 'none'}, attempt ${attempt}.`,
    'check.timed-out': ({ command, timeoutMs }) => `"${command}" did not finish within ${timeoutMs} ms.`,
    'check.unstartable': ({ command, detail }) => `"${command}" could not be started${aside(detail)}.`,
    'effect.interrupted': ({ key }) => `${key} was cut off and may have happened.`,
    'git.failed': ({ op, detail }) => `git could not ${op ?? 'do it'}${aside(detail)}.`,
    'git.branch-moved': ({ branch }) => `${branch} was moved by somebody else; nothing was written on it.`,
    'path.outside': ({ path }) => `${path} lies outside the folder of this work.`,
    'run.runaway': ({ moves, at }) =>
      `The run made ${moves} moves without waiting for anything (now ${at}); that is a defect of the workflow.`,
  },
  notes: {
    'agent.started': ({ provider, model }) => `asked ${provider}${model ? ` ${model}` : ''}`,
    'agent.spent': ({ costUsd }) => `was cut off; it had cost $${Number(costUsd).toFixed(2)}`,
    'agent.denied': ({ path, why }) => `denied: ${path}${aside(why)}`,
    'agent.step-failed': ({ step, path, exitCode }) =>
      `a scripted ${step} did not succeed${aside(path ?? (exitCode === undefined ? '' : `exit ${exitCode}`))}`,
    'effect.interrupted': () => 'was cut off when its process ended',
    'process.started': ({ pid }) => `started process ${pid}`,
    'process.ended': ({ pid }) => `ended process ${pid}, left behind by a process that died`,
    'run.repaired': ({ keptAs }) => `repaired: the journal's torn last line was cut off and kept as ${keptAs}`,
    'run.resumed': () => 'resumed',
    'work.kept': ({ ref }) => `kept what was written under ${ref}`,
  },
  questions: {
    passes: {
      question: ({ passes, because }) =>
        `No pass is left (${passes} ${Number(passes) === 1 ? 'was' : 'were'} allowed) and ${
          because === 'checks' ? 'a check is still red' : 'a finding still blocks'
        }. How shall it go on?`,
      options: {
        'one more pass': 'Let the implementer repair it once more.',
        stop: 'End the run. What was written stays reachable under refs/harness/kept.',
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
  refusals: {
    'usage.invalid': ({ detail, command }) => ({
      message: `${detail}.`,
      next: `harness ${command ?? ''} --help`.replace('  ', ' '),
    }),
    'usage.unknown-command': ({ command, suggestion }) => ({
      message: `There is no command "${command}".${suggestion ? ` Did you mean "${suggestion}"?` : ''}`,
      next: suggestion ? `harness ${suggestion} --help` : 'harness --help',
    }),
    'usage.missing-input': ({ what, command }) => ({
      message: `${what} is missing.`,
      next: `harness ${command} --help`,
    }),
    'passes.too-few': ({ passes }) => ({
      message: `--passes must be a whole number of at least 1, not "${passes}".`,
      next: 'harness converge "<text>" --passes 3',
    }),
    'repo.missing': ({ path }) => ({ message: `There is no folder ${path}.`, next: 'harness --repo <path>' }),
    'repo.none': ({ path, detail }) => ({
      message: `${path} is not in a git repository${aside(detail)}; work is isolated in git worktrees.`,
      next: `git init ${path}`,
    }),
    'repo.no-commits': ({ path }) => ({
      message: `The repository ${path} has no commit yet; a lane needs one to begin from.`,
      next: `git -C ${path} commit --allow-empty -m "First commit"`,
    }),
    'repo.bare': ({ path }) => ({
      message: `${path} is a bare repository; there is nothing to work in.`,
      next: `git clone ${path} <folder>`,
    }),
    'provider.unknown': ({ provider, known }) => ({
      message: `There is no provider "${provider}"; known are ${known}.`,
      next: 'harness converge "<text>" --provider scripted --script <file>',
    }),
    'provider.unavailable': ({ provider }) => ({
      message: `The provider "${provider}" is not part of this version; it can rehearse with a script.`,
      next: 'harness converge "<text>" --script <file>',
    }),
    'script.missing': ({ path, run }) => ({
      message: path ? `There is no script ${path}.` : 'The scripted provider needs a script.',
      next: `harness ${run ? `resume ${run}` : 'converge "<text>"'} --script <file>`,
    }),
    'script.invalid': ({ detail }) => ({
      message: String(detail),
      next: 'harness demo',
    }),
    'run.unknown': ({ run }) => ({ message: `There is no run "${run}" here.`, next: 'harness runs' }),
    'run.ambiguous': ({ run, matches }) => ({ message: `"${run}" could be any of: ${matches}.`, next: 'harness runs' }),
    'run.none': () => ({ message: 'No run here is unfinished.', next: 'harness runs' }),
    'run.several': ({ runs, first }) => ({
      message: `Several runs are unfinished: ${runs}.`,
      next: `harness resume ${first}`,
    }),
    'run.ended': ({ run, end }) => ({ message: `The run ${run} has ended: ${end}.`, next: `harness show ${run}` }),
    'run.owned': ({ run, pid }) => ({
      message: `Another process (pid ${pid}) is working on ${run}.`,
      next: `harness resume ${run} --take-over`,
    }),
    'run.deposed': () => ({
      message: 'Another process has taken this run over; nothing more was written here.',
      next: 'harness runs',
    }),
    'run.unresponsive': ({ run, pid }) => ({
      message: `The process ${pid} that owns ${run} was asked to stop and does not react.`,
      next: `harness resume ${run} --take-over`,
    }),
    'run.broken': ({ detail, run }) => ({
      message: `A defect of the harness ended this process: ${detail}. The journal is intact.`,
      next: run ? `harness resume ${run}` : 'harness runs',
    }),
    'question.unknown': ({ question }) => ({
      message: `There is no question "${question}" here.`,
      next: 'harness questions',
    }),
    'question.ambiguous': ({ question, matches }) => ({
      message: `"${question}" could be any of: ${matches}.`,
      next: 'harness questions',
    }),
    'question.answered': ({ question, by, at, choice }) => ({
      message: by
        ? `${question} was already answered: "${choice}", by ${by} at ${at}.`
        : `${question} is closed: its run went on or ended without it.`,
      next: 'harness questions',
    }),
    'question.not-an-option': ({ choice, options, question }) => ({
      message: `"${choice}" is not one of the options: ${options}.`,
      next: `harness answer ${question} "<option>"`,
    }),
    'journal.damaged': ({ path, line }) => ({
      message: `The journal ${path} is damaged at line ${line}; it was left as it is.`,
      next: 'harness runs',
    }),
    'journal.unreadable': ({ path, detail }) => ({
      message: `The journal ${path} cannot be read (${detail}).`,
      next: 'harness runs',
    }),
    'store.unwritable': ({ path, detail }) => ({
      message: `${path} cannot be written (${detail}); nothing was changed.`,
      next: 'df -h .',
    }),
  },
  lines: {
    'run.started': ({ workflow, title }) => `${workflow}: ${String(title).trim().split('\n')[0]}`,
    'run.stopping': ({ by }) => `stopping, asked by ${by}`,
    'run.ended': ({ end }) => `ended: ${end}`,
    'role.asked': ({ role }) => `${role} works`,
    'role.answered': ({ role, said, ms, tokens, costUsd }) => `${role}: ${said}${spent(ms, tokens, costUsd)}`,
    'review.answered': ({ role, blocking, low, ms, tokens, costUsd }) =>
      `${role}: ${count(blocking, 'blocking finding')}, ${count(low, 'low')}${spent(ms, tokens, costUsd)}`,
    'check.green': ({ command, ms }) => `${command} is green${spent(ms, 0, 0)}`,
    'check.red': ({ command, exitCode, ms }) => `${command} is red, exit ${exitCode}${spent(ms, 0, 0)}`,
    'lane.opened': ({ branch, path }) => `lane ${branch} in ${path}`,
    'lane.saved': ({ files }) => `${count(files, 'file')} changed`,
    'lane.committed': ({ commit }) => `committed ${String(commit).slice(0, 10)}`,
    'lane.unchanged': () => 'no file differs from where the lane began: there is nothing to commit',
    'lane.closed': ({ kept }) => (kept ? `lane closed; what was not committed is kept under ${kept}` : 'lane closed'),
    'question.asked': ({ header }) => `${header}:`,
    'question.answered': ({ choice, by }) => `"${choice}", says ${by}`,
    'step.again': ({ untilMs }) => `again at ${clockTime(untilMs)}:`,
    'step.parked': ({ untilMs }) => `parked, to be resumed at or after ${clockTime(untilMs)}:`,
    'step.failed': () => 'failed:',
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
