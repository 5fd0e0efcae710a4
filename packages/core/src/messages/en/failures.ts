/** What went wrong, in English. */

import type { Messages } from '../messages.ts';
import { parenthesised } from '../parenthesised.ts';
import { amount, count } from './amounts.ts';

export const failures: Messages['failures'] = {
  'agent.rate-limit': ({ role }) => `The provider limits how often ${role ?? 'an agent'} may call.`,
  'agent.overloaded': ({ role }) => `The provider is overloaded and did not answer ${role ?? 'the call'}.`,
  'agent.network': ({ role, detail }) =>
    `The connection to the provider broke during ${role ?? 'a call'}${parenthesised(detail)}.`,
  'agent.timeout': ({ role, detail }) => `${role ?? 'An agent'} was ended by a watchdog${parenthesised(detail)}.`,
  'agent.crash': ({ role, detail }) => `The process of ${role ?? 'an agent'} died${parenthesised(detail)}.`,
  'agent.unknown': ({ role, detail }) =>
    `${role ?? 'An agent'} failed in a way we do not know${parenthesised(detail)}.`,
  'agent.schema': ({ role, reason }) =>
    `${role ?? 'An agent'} answered in a form that cannot be read${parenthesised(reason)}.`,
  'agent.auth': ({ role }) => `The provider refused the key or login of ${role ?? 'the call'}.`,
  'agent.billing': ({ role }) => `The provider's account has no credit left for ${role ?? 'the call'}.`,
  'agent.context': ({ role }) => `The prompt of ${role ?? 'the call'} is longer than the model takes.`,
  'agent.bad-request': ({ role, detail }) =>
    `The provider did not understand ${role ?? 'the call'}${parenthesised(detail)}.`,
  'agent.turn-limit': ({ role }) => `${role ?? 'An agent'} used up its turns without coming to an end.`,
  'agent.budget': ({ role, limit, of, spent }) =>
    limit === undefined || of === undefined || spent === undefined
      ? `${role ?? 'An agent'} reached its cost limit.`
      : `${role ?? 'An agent'} was interrupted: it crossed ${limit} of ${amount(limit, of)}; ${amount(limit, spent)} spent.`,
  'agent.aborted': ({ role }) => `${role ?? 'An agent'} was cut off.`,
  'agent.startup': ({ role, detail }) => `${role ?? 'An agent'} could not be started${parenthesised(detail)}.`,
  'agent.session-lost': ({ role }) => `The session of ${role ?? 'an agent'} is gone.`,
  'agent.unscripted': ({ role, item, attempt }) =>
    `The script has no answer for role ${role}, item ${item ?? 'none'}, attempt ${attempt}.`,
  'base.unpushed': ({ base, commits }) =>
    `${base} has ${count(commits, 'commit')} that the forge does not have, so they would not be in what is merged: "git push origin ${base}" brings them there; if it refuses, "git pull" first.`,
  'browser.failed': ({ detail }) => `The browser broke down${parenthesised(detail)}.`,
  'browser.missing': ({ detail }) => `There is no browser to look with${parenthesised(detail)}.`,
  'budget.cap-reached': ({ limit, spent, of, reserved = 0 }) =>
    reserved > 0 && spent < of
      ? `The next call does not fit under the cap ${limit} of ${amount(limit, of)}: ${amount(limit, spent)} spent, ${amount(limit, reserved)} reserved.`
      : `The cap ${limit} of ${amount(limit, of)} is reached: ${amount(limit, spent)} spent.`,
  'check.timed-out': ({ command, timeoutMs }) => `"${command}" did not finish within ${timeoutMs} ms.`,
  'check.unstartable': ({ command, detail }) => `"${command}" could not be started${parenthesised(detail)}.`,
  'dependencies.failed': ({ command, detail }) =>
    `The dependencies could not be installed: "${command}" failed${parenthesised(detail)}. Run it in your checkout, then go on.`,
  'effect.interrupted': ({ key }) => `${key} was cut off and may have happened.`,
  'features.broken': ({ detail }) => `The plan of the mission is not in order${parenthesised(detail)}.`,
  'forge.branch-moved': ({ branch }) =>
    `${branch} was moved on the forge by somebody else; nothing was pushed, and nothing is ever forced.`,
  'forge.unauthorized': ({ detail }) => `The forge does not accept who we are${parenthesised(detail)}.`,
  'forge.forbidden': ({ detail }) => `The forge does not allow it${parenthesised(detail)}.`,
  'forge.not-found': ({ detail }) => `The forge does not have it, or does not show it to us${parenthesised(detail)}.`,
  'forge.refused': ({ detail }) => `The forge refused${parenthesised(detail)}.`,
  'forge.rate-limited': ({ detail }) => `The forge wants us to wait${parenthesised(detail)}.`,
  'forge.unavailable': ({ detail }) => `The forge cannot be reached or is in trouble${parenthesised(detail)}.`,
  'forge.unreadable': ({ detail }) => `What the forge said cannot be read${parenthesised(detail)}.`,
  'git.failed': ({ op, detail }) => `git could not ${op ?? 'do it'}${parenthesised(detail)}.`,
  'git.branch-moved': ({ branch }) => `${branch} was moved by somebody else; nothing was written on it.`,
  'path.outside': ({ path }) => `${path} lies outside the folder of this work.`,
  'plans.broken': ({ detail }) => `The plan files are not in order${parenthesised(detail)}; nothing was written.`,
  'plans.conflict': ({ ids }) => `Plans with these ids are there already: ${ids}. Nothing was written.`,
  'plan.no-change': ({ plan }) =>
    `Plan ${plan} was carried out without changing anything: there is nothing to deliver.`,
  'pull.changed': ({ pull, head }) =>
    `Somebody pushed to pull request ${pull} (${head}): what was reviewed is not what would be merged.`,
  'pull.checks-late': ({ pull, pending }) =>
    `The checks of pull request ${pull} did not finish in time${parenthesised(pending)}.`,
  'pull.checks-red': ({ pull, red }) => `Checks of pull request ${pull} are red${parenthesised(red)}.`,
  'pull.closed': ({ pull, by }) => `${by} closed pull request ${pull}.`,
  'pull.conflict': ({ pull, files }) => `Pull request ${pull} conflicts with its base${parenthesised(files)}.`,
  'plan.unreviewed': ({ plan, branch }) =>
    `The newest commit on ${branch} was not reviewed, or something in it blocks: plan ${plan} is not ready for a pull request.`,
  'pull.none': ({ branch }) => `There is no open pull request of ${branch}.`,
  'pull.objected': ({ pull, why }) => `The last look before the merge of pull request ${pull} objects: ${why}.`,
  'pull.unmerged': ({ pull, detail }) => `Pull request ${pull} was not merged in time${parenthesised(detail)}.`,
  'pull.unready': ({ pull, reasons }) => `Pull request ${pull} may not be merged yet: ${reasons}.`,
  'run.runaway': ({ moves, at }) =>
    `The run made ${moves} moves without waiting for anything (now ${at}); that is a defect of the workflow.`,
  'sandbox.leaks': ({ write, secret, process }) =>
    `The sandbox does not hold, so nobody was asked: writing outside is ${write}, the home is ${secret}, a process left behind is ${process}.`,
  'server.died': ({ command, exitCode, log }) =>
    `The server "${command}" ended (${exitCode}) while it was needed; what it said is in ${log}.`,
  'server.late': ({ command, url, timeoutMs, log }) =>
    `The server "${command}" did not answer at ${url} within ${timeoutMs} ms; what it said is in ${log}.`,
  'server.port-in-use': ({ port, url, by }) =>
    `Port ${port} is in use, so the server for ${url} was not started${parenthesised(by)}. End what holds it, or change devServer.url.`,
  'server.unstartable': ({ command, detail }) =>
    `The server "${command}" could not be started${parenthesised(detail)}.`,
  'site.exists': ({ paths }) => `These files are there already: ${paths}. Nothing was written.`,
  'site.no-pages': ({ url, detail }) => `No page of ${url} could be captured${parenthesised(detail)}.`,
  'site.unreachable': ({ url, detail }) => `${url} cannot be reached${parenthesised(detail)}.`,
  'secret.in-change': ({ files }) =>
    `The change contains a secret, so it was not committed; it is in ${files}. What was written stays under refs/harness/kept.`,
};
