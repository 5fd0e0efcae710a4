/** English refusals of commands, each with a command that helps. */

import type { Messages } from '../messages.ts';
import { parenthesised } from '../parenthesised.ts';
import { purposeOf } from './add-ons.ts';
import { planRefusals } from './plan-refusals.ts';

export const refusalSentences: Messages['refusals'] = {
  'usage.invalid': ({ detail, command }) => ({
    message: `${detail}.`,
    next: `harness ${command ?? ''} --help`.replace('  ', ' '),
  }),
  'usage.unknown-command': ({ command, suggestion }) => ({
    message: `Unknown command "${command}".${suggestion ? ` Did you mean "${suggestion}"?` : ''}`,
    next: suggestion ? `harness ${suggestion} --help` : 'harness --help',
  }),
  'usage.missing-input': ({ what, command }) => ({
    message: `${what} is missing.`,
    next: `harness ${command} --help`,
  }),
  'usage.exact': ({ detail, command }) => ({ message: detail, next: `harness ${command} --help` }),
  'command.unfinished': () => ({
    message:
      'The command ended before it finished, because nothing was left to wait for. A promise in the configuration may never settle.',
    next: 'harness runs',
  }),
  'tree.dirty': ({ files, next }) => ({
    message: `The working tree is not clean: ${files}. Commit or stash these changes first.`,
    next,
  }),
  'filter.unsupported': ({ path, detail }) => ({
    message: `${path} passes through the git filter "${detail}". Harness does not run filters, because they could start files of an agent outside the sandbox. To work without them and commit files as they are, set harness.filters.`,
    next: 'git config harness.filters off',
  }),
  'repo.missing': ({ path }) => ({ message: `The folder ${path} does not exist.`, next: 'harness --repo <path>' }),
  'repo.none': ({ path, detail }) => ({
    message: `${path} is not in a git repository${parenthesised(detail)}. harness needs one, because it works in git worktrees.`,
    next: `git init ${path}`,
  }),
  'repo.no-commits': ({ path }) => ({
    message: `The repository ${path} has no commit yet. harness needs one to start from.`,
    next: `git -C ${path} commit --allow-empty -m "First commit"`,
  }),
  'repo.bare': ({ path }) => ({
    message: `${path} is a bare repository without a working tree.`,
    next: `git clone ${path} <folder>`,
  }),
  'provider.unknown': ({ provider, known }) => ({
    message: `Unknown provider "${provider}". Known providers: ${known}.`,
    next: 'harness converge "<text>" --provider scripted --script <file>',
  }),
  'provider.unnamed': ({ provider, setting, known, example }) => ({
    message: `The provider "${provider}" needs an agent: set agent.${setting} to ${known} or to a command, or pass --${setting}.`,
    next: `harness converge "<text>" --${setting} ${example}`,
  }),
  'provider.no-program': ({ provider, program, package: name }) => ({
    message: `The agent "${provider}" is not installed: the program ${program} was not found.`,
    next: name ? `npm install --global ${name}` : 'harness doctor',
  }),
  'provider.too-old': ({ provider, program, version, least, update }) => ({
    message: `The program ${program} of the provider "${provider}" is too old: it is ${version}, and harness needs ${least} or later.`,
    next: update,
  }),
  'add-on.missing': ({ name, package: missing }) => ({
    message: `${missing} is not installed. harness needs it ${purposeOf(name)}.`,
    next: `harness provider add ${name}`,
  }),
  'add-on.unconfirmed': ({ name, packages, megabytes }) => ({
    message: `This downloads ${packages} (about ${megabytes} MB) with npm to your home folder. Confirm it with --yes.`,
    next: `harness provider add ${name} --yes`,
  }),
  'add-on.not-installed': ({ name, detail }) => ({
    message: `The add-on ${name} was not installed: ${detail}. Nothing was changed.`,
    next: `harness provider add ${name}`,
  }),
  'provider.no-key': ({ provider, keys, login }) => ({
    message: `The provider "${provider}" has neither a key nor a login. Set ${keys}, or log in.`,
    next: login,
  }),
  'forge.unusable': ({ host, detail }) => ({
    message: host
      ? `The repository is on ${host}, and there is no token for it. Set GITHUB_TOKEN or GH_TOKEN, or log in with gh, so that gh auth token prints one.${host === 'github.com' ? '' : ` The variables are used for ${host} only if GH_HOST names it.`} To keep pull requests on this machine and merge here, set forge.kind: "local".`
      : `GitHub cannot be used: ${detail}. To keep pull requests on this machine and merge here, set forge.kind: "local".`,
    next: host ? `gh auth login --hostname ${host}` : 'git remote --verbose',
  }),
  'script.missing': ({ path, run }) => ({
    message: path ? `The script ${path} does not exist.` : 'The scripted provider needs a script.',
    next: `harness ${run ? `resume ${run}` : 'converge "<text>"'} --script <file>`,
  }),
  'sandbox.missing': ({ install }) => ({
    message: 'A sandbox is required, but bubblewrap is not installed.',
    next: install,
  }),
  'sandbox.unusable': ({ detail, allow }) => ({
    message: `A sandbox is required, but bubblewrap does not work here${parenthesised(detail)}.`,
    next: allow,
  }),
  'config.unreadable': ({ path, detail }) => ({
    message: `The configuration ${path} cannot be read: ${detail}.`,
    next: 'harness init --force',
  }),
  'config.invalid': ({ path, problems }) => ({
    message: `The configuration ${path} is invalid: ${problems}`,
    next: 'harness doctor',
  }),
  'config.changed': ({ path }) => ({
    message: `${path} changed while an agent could write here, so it is not obeyed. Read it; then accept it, or restore it.`,
    next: 'harness trust',
  }),
  'config.exists': ({ path }) => ({
    message: `A configuration already exists: ${path}. It was not changed.`,
    next: 'harness init --force',
  }),
  'script.invalid': ({ detail }) => ({
    message: detail,
    next: 'harness demo',
  }),
  'record.exists': ({ path, command, run, free }) => ({
    message: `The file ${path} already exists and is not a record of this run. It was not changed.`,
    next: `harness ${run ? `resume ${run}` : `${command} "<text>"`} --record "${free}"`,
  }),
  'record.unwritable': ({ path, folder, command, run, detail }) => ({
    message: `The record ${path} cannot be written: ${folder ? `the folder ${folder} does not exist` : detail}.`,
    next: folder ? `mkdir -p "${folder}"` : `harness ${run ? `resume ${run}` : `${command} "<text>"`} --record <file>`,
  }),
  'record.late': ({ run }) => ({
    message: `${run} called agents before the recording started, so its record could not be replayed. Resume it without --record.`,
    next: `harness resume ${run}`,
  }),
  'input.missing': ({ path, command }) => ({
    message: `The file ${path} does not exist.`,
    next: `harness ${command} --help`,
  }),
  'input.outside': ({ path, command }) => ({
    message: `${path} is not a file of this repository, or its path contains a link.`,
    next: `harness ${command} --help`,
  }),
  'input.too-large': ({ path, maximum, command }) => ({
    message: `${path} is larger than ${maximum} bytes.`,
    next: `harness ${command} --help`,
  }),
  'input.not-text': ({ path, command }) => ({
    message: `${path} is not UTF-8 text.`,
    next: `harness ${command} --help`,
  }),
  'input.empty': ({ path, command }) => ({ message: `${path} is empty.`, next: `harness ${command} --help` }),
  ...planRefusals,
  'run.unknown': ({ run }) => ({ message: `No run "${run}" found.`, next: 'harness runs' }),
  'run.ambiguous': ({ run, matches }) => ({
    message: `"${run}" matches several runs: ${matches}.`,
    next: 'harness runs',
  }),
  'run.none': () => ({ message: 'No unfinished run found.', next: 'harness runs' }),
  'run.several': ({ runs, first }) => ({
    message: `Several runs are unfinished: ${runs}. Name one.`,
    next: `harness resume ${first}`,
  }),
  'run.ended': ({ run, end }) => ({
    message: `The run ${run} has already ended: ${end}.`,
    next: `harness show ${run}`,
  }),
  'work.claimed': ({ what }) => ({
    message: `Another process has just started a run of the same work (${what}).`,
    next: 'harness runs',
  }),
  'run.owned': ({ run, pid }) => ({
    message: `Another process (pid ${pid}) is working on ${run}.`,
    next: `harness resume ${run} --take-over`,
  }),
  'run.of-daemon': ({ run }) => ({
    message: `${run} is the plan queue. Only the daemon can resume it.`,
    next: 'harness daemon start',
  }),
  'run.deposed': () => ({
    message: 'Another process has taken over this run, so this process stopped.',
    next: 'harness runs',
  }),
  'run.unresponsive': ({ run, pid }) => ({
    message: `The process ${pid} that owns ${run} does not respond to the request to stop.`,
    next: `harness resume ${run} --take-over`,
  }),
  'run.broken': ({ detail, run }) => ({
    message: `A defect in harness ended this process: ${detail}. The journal is intact.`,
    next: run ? `harness resume ${run}` : 'harness runs',
  }),
  'question.unknown': ({ question }) => ({
    message: `No question "${question}" found.`,
    next: 'harness questions',
  }),
  'question.ambiguous': ({ question, matches }) => ({
    message: `"${question}" matches several questions: ${matches}.`,
    next: 'harness questions',
  }),
  'question.answered': ({ question, by, at, choice }) => ({
    message: by
      ? `${question} was already answered: "${choice}", by ${by} at ${at}.`
      : `${question} is closed: its run continued or ended without an answer.`,
    next: 'harness questions',
  }),
  'question.not-an-option': ({ choice, options, question }) => ({
    message: choice
      ? `"${choice}" was not understood: it is not one of the options: ${options}.`
      : `Choose one of the options: ${options}.`,
    next: `harness answer ${question} "<option>"`,
  }),
  'control.none': ({ pid, command }) => ({
    message: pid ? `The daemon (pid ${pid}) is no longer running.` : 'No daemon is running here.',
    next: `harness ${command}`,
  }),
  'control.silent': ({ pid, url }) => ({
    message: `The process ${pid} does not answer at ${url}.`,
    next: 'harness doctor',
  }),
  'control.refused': ({ detail, next }) => ({ message: `The daemon refused: ${detail}`, next }),
  'control.port-taken': ({ port, detail, command }) => ({
    message: `The control server cannot use port ${port}${parenthesised(detail)}. Choose another with --port <n>; 0 selects a free port.`,
    next: `harness ${command} --port 0`,
  }),
  'journal.damaged': ({ path, line }) => ({
    message: `The journal ${path} is damaged at line ${line}: the line is wrong or does not follow the line before. The file was not changed.`,
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
