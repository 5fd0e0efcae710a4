/** English: why a command did not do what it was asked, and a command that helps. */

import type { Messages } from '../messages.ts';
import { parenthesised } from '../parenthesised.ts';
import { planRefusals } from './plan-refusals.ts';

export const refusals: Messages['refusals'] = {
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
  'usage.exact': ({ detail, command }) => ({ message: detail, next: `harness ${command} --help` }),
  'tree.dirty': ({ files, next }) => ({
    message: `The working tree is not clean: ${files}. Work begins from a clean one.`,
    next,
  }),
  'repo.missing': ({ path }) => ({ message: `There is no folder ${path}.`, next: 'harness --repo <path>' }),
  'repo.none': ({ path, detail }) => ({
    message: `${path} is not in a git repository${parenthesised(detail)}; work is isolated in git worktrees.`,
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
  'provider.unnamed': ({ provider, setting, known, example }) => ({
    message: `The provider "${provider}" needs an agent: set agent.${setting} to ${known}, or to a command, or say --${setting}.`,
    next: `harness converge "<text>" --${setting} ${example}`,
  }),
  'provider.no-program': ({ provider, program, package: name }) => ({
    message: `The agent "${provider}" is not installed: there is no program ${program}.`,
    next: name ? `npm install --global ${name}` : 'harness doctor',
  }),
  'provider.missing': ({ provider, missing, root }) => ({
    message: `The provider "${provider}" is not installed: there is no ${missing}.`,
    next: `npm --prefix ${root} ci --include=optional`,
  }),
  'provider.no-key': ({ provider, keys, login }) => ({
    message: `The provider "${provider}" has neither a key nor a login; set ${keys}, or log in.`,
    next: login,
  }),
  'script.missing': ({ path, run }) => ({
    message: path ? `There is no script ${path}.` : 'The scripted provider needs a script.',
    next: `harness ${run ? `resume ${run}` : 'converge "<text>"'} --script <file>`,
  }),
  'sandbox.missing': ({ install }) => ({
    message: 'A sandbox is required, and bubblewrap is not installed.',
    next: install,
  }),
  'sandbox.unusable': ({ detail, allow }) => ({
    message: `A sandbox is required, and bubblewrap does not work here${parenthesised(detail)}.`,
    next: allow,
  }),
  'config.unreadable': ({ path, detail }) => ({
    message: `The configuration ${path} cannot be read: ${detail}.`,
    next: 'harness init --force',
  }),
  'config.invalid': ({ path, problems }) => ({
    message: `The configuration ${path} is wrong: ${problems}`,
    next: 'harness doctor',
  }),
  'config.exists': ({ path }) => ({
    message: `There is a configuration already: ${path}. It was left as it is.`,
    next: 'harness init --force',
  }),
  'script.invalid': ({ detail }) => ({
    message: detail,
    next: 'harness demo',
  }),
  'record.exists': ({ path, command, run, free }) => ({
    message: `There is a file ${path} already, and it is no record of this run. It was left as it is.`,
    next: `harness ${run ? `resume ${run}` : `${command} "<text>"`} --record "${free}"`,
  }),
  'record.unwritable': ({ path, folder, command, run, detail }) => ({
    message: `The record ${path} cannot be written: ${folder ? `there is no folder ${folder}` : detail}.`,
    next: folder ? `mkdir -p "${folder}"` : `harness ${run ? `resume ${run}` : `${command} "<text>"`} --record <file>`,
  }),
  'record.late': ({ run }) => ({
    message: `Agents were called in ${run} before it was recorded: a record of the rest could not be replayed.`,
    next: `harness resume ${run}`,
  }),
  'input.missing': ({ path, command }) => ({
    message: `There is no file ${path}.`,
    next: `harness ${command} --help`,
  }),
  'input.outside': ({ path, command }) => ({
    message: `${path} is not a file of this repository, or is reached through a link.`,
    next: `harness ${command} --help`,
  }),
  'input.too-large': ({ path, maximum, command }) => ({
    message: `${path} is larger than ${maximum} bytes.`,
    next: `harness ${command} --help`,
  }),
  'input.not-text': ({ path, command }) => ({
    message: `${path} is not text in UTF-8.`,
    next: `harness ${command} --help`,
  }),
  'input.empty': ({ path, command }) => ({ message: `${path} is empty.`, next: `harness ${command} --help` }),
  ...planRefusals,
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
  'run.of-daemon': ({ run }) => ({
    message: `${run} is the queue of plans; the daemon goes on with it.`,
    next: 'harness daemon start',
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
    message: choice ? `"${choice}" is not one of the options: ${options}.` : `Choose one of the options: ${options}.`,
    next: `harness answer ${question} "<option>"`,
  }),
  'control.none': ({ pid, command }) => ({
    message: pid ? `The daemon that was here (pid ${pid}) is gone.` : 'No daemon runs here.',
    next: `harness ${command}`,
  }),
  'control.silent': ({ pid, url }) => ({
    message: `The process ${pid} should serve ${url}, but does not answer.`,
    next: 'harness doctor',
  }),
  'control.refused': ({ detail, next }) => ({ message: `The daemon says: ${detail}`, next }),
  'control.port-taken': ({ port, detail, command }) => ({
    message: `The control server cannot have the port ${port}${parenthesised(detail)}; --port <n> takes another one, and 0 a free one.`,
    next: `harness ${command} --port 0`,
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
};
