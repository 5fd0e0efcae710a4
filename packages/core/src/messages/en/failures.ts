/** English texts of failures. */

import type { Messages } from '../messages.ts';
import { parenthesised } from '../parenthesised.ts';
import { amount, countOf } from './amounts.ts';

export const failureSentences: Messages['failures'] = {
  'agent.rate-limit': ({ role }) => `The provider is rate limiting ${role ?? 'the agent'}.`,
  'agent.overloaded': ({ role }) => `The provider is overloaded and did not answer ${role ?? 'the agent'}.`,
  'agent.network': ({ role, detail }) =>
    `The connection to the provider failed while calling ${role ?? 'an agent'}${parenthesised(detail)}.`,
  'agent.timeout': ({ role, detail }) => `${role ?? 'An agent'} was stopped after a timeout${parenthesised(detail)}.`,
  'agent.crash': ({ role, detail }) => `The process of ${role ?? 'an agent'} crashed${parenthesised(detail)}.`,
  'agent.unknown': ({ role, detail }) => `${role ?? 'An agent'} failed for an unknown reason${parenthesised(detail)}.`,
  'agent.schema': ({ role, reason }) =>
    `${role ?? 'An agent'} gave an answer that cannot be read${parenthesised(reason)}.`,
  'agent.auth': ({ role }) =>
    `The provider rejected the key or login for ${role ?? 'the agent'}. Check it with: harness doctor.`,
  'agent.billing': ({ role }) =>
    `The provider account has no credit left for ${role ?? 'the agent'}. Add credit, then try again.`,
  'agent.context': ({ role }) => `The prompt of ${role ?? 'an agent'} is longer than the model accepts.`,
  'agent.bad-request': ({ role, detail }) =>
    `The provider rejected the request for ${role ?? 'an agent'} as invalid${parenthesised(detail)}.`,
  'agent.turn-limit': ({ role }) => `${role ?? 'An agent'} used all its turns without finishing.`,
  'agent.budget': ({ role, limit, of, spent }) =>
    limit === undefined || of === undefined || spent === undefined
      ? `${role ?? 'An agent'} reached its cost limit.`
      : `${role ?? 'An agent'} was interrupted: it exceeded ${limit} of ${amount(limit, of)}; ${amount(limit, spent)} spent.`,
  'agent.aborted': ({ role }) => `${role ?? 'An agent'} was interrupted.`,
  'agent.startup': ({ role, detail }) => `${role ?? 'An agent'} could not be started${parenthesised(detail)}.`,
  'agent.session-lost': ({ role }) => `The provider session of ${role ?? 'an agent'} no longer exists.`,
  'agent.unscripted': ({ role, item, attempt }) =>
    `The script has no answer for role ${role}, item ${item ?? 'none'}, attempt ${attempt}.`,
  'base.unpushed': ({ base, commits }) =>
    `${base} has ${countOf(commits, 'commit')} missing on the forge, so the merge would not include them. Run "git push origin ${base}"; if git rejects it, run "git pull" first.`,
  'browser.failed': ({ detail }) => `The browser failed${parenthesised(detail)}.`,
  'browser.missing': ({ detail }) => `Pages cannot be shown${parenthesised(detail)}.`,
  'budget.cap-reached': ({ limit, spent, of, reserved = 0 }) =>
    reserved > 0 && spent < of
      ? `The next call does not fit under the cap ${limit} of ${amount(limit, of)}: ${amount(limit, spent)} spent, ${amount(limit, reserved)} reserved.`
      : `The cap ${limit} of ${amount(limit, of)} is reached: ${amount(limit, spent)} spent.`,
  'check.timed-out': ({ command, timeoutMs }) => `"${command}" did not finish within ${timeoutMs} ms.`,
  'check.unstartable': ({ command, detail }) => `"${command}" could not be started${parenthesised(detail)}.`,
  'dependencies.failed': ({ command, detail }) =>
    `The dependencies could not be installed: "${command}" failed${parenthesised(detail)}. Run it in your checkout, then try again.`,
  'effect.interrupted': ({ key }) => `${key} was interrupted and may already have taken effect.`,
  'features.broken': ({ detail }) => `The mission plan is invalid${parenthesised(detail)}.`,
  'forge.branch-moved': ({ branch }) =>
    `${branch} changed on the forge, so nothing was pushed. harness never force-pushes.`,
  'forge.unauthorized': ({ detail }) => `The forge rejected the credentials${parenthesised(detail)}.`,
  'forge.forbidden': ({ detail }) => `The forge does not allow this operation${parenthesised(detail)}.`,
  'forge.not-found': ({ detail }) =>
    `Not found on the forge, or not visible to these credentials${parenthesised(detail)}.`,
  'forge.refused': ({ detail }) => `The forge refused the request${parenthesised(detail)}.`,
  'forge.rate-limited': ({ detail }) => `The forge is rate limiting requests${parenthesised(detail)}.`,
  'forge.unavailable': ({ detail }) => `The forge is unreachable or has an outage${parenthesised(detail)}.`,
  'forge.unreadable': ({ detail }) => `The forge sent a response that cannot be read${parenthesised(detail)}.`,
  'git.failed': ({ op, detail }) =>
    `${op ? `The git operation ${op}` : 'A git operation'} failed${parenthesised(detail)}.`,
  'git.branch-moved': ({ branch }) => `Another process changed ${branch}; nothing was written to it.`,
  'path.outside': ({ path }) => `${path} is outside the working folder of this run.`,
  'plans.broken': ({ detail }) => `The plan files are invalid${parenthesised(detail)}; no file was written.`,
  'plans.conflict': ({ ids }) => `Plans with these ids already exist: ${ids}. No file was written.`,
  'plan.no-change': ({ plan }) => `Plan ${plan} ran without changing any file, so there is nothing to deliver.`,
  'pull.changed': ({ pull, head }) =>
    `Pull request ${pull} has a new commit (${head}) that was not reviewed, so it was not merged.`,
  'pull.checks-late': ({ pull, pending }) =>
    `The checks of pull request ${pull} did not finish in time${parenthesised(pending)}.`,
  'pull.checks-red': ({ pull, red }) => `Checks of pull request ${pull} are red${parenthesised(red)}.`,
  'pull.closed': ({ pull, by }) => `${by} closed pull request ${pull}.`,
  'pull.conflict': ({ pull, files }) => `Pull request ${pull} conflicts with its base${parenthesised(files)}.`,
  'plan.unreviewed': ({ plan, branch }) =>
    `Plan ${plan} is not ready for a pull request: the newest commit on ${branch} was not reviewed, or a finding blocks it.`,
  'pull.none': ({ branch }) => `No open pull request of ${branch} found.`,
  'pull.objected': ({ pull, why }) => `The final check before merging pull request ${pull} found a problem: ${why}.`,
  'pull.unmerged': ({ pull, detail }) => `Pull request ${pull} was not merged in time${parenthesised(detail)}.`,
  'pull.unready': ({ pull, reasons }) => `Pull request ${pull} cannot be merged yet: ${reasons}.`,
  'run.runaway': ({ moves, at }) =>
    `The run made ${moves} moves without waiting for anything (now ${at}). This is a defect of the workflow.`,
  'sandbox.leaks': ({ write, secret, process }) =>
    `The sandbox does not isolate agents, so no agent was called: writing outside is ${write}, the home folder is ${secret}, a leftover process is ${process}.`,
  'server.died': ({ command, exitCode, log }) =>
    `The server "${command}" exited (${exitCode}) while it was needed. Its output is in ${log}.`,
  'server.late': ({ command, url, timeoutMs, log }) =>
    `The server "${command}" did not answer at ${url} within ${timeoutMs} ms. Its output is in ${log}.`,
  'server.port-in-use': ({ port, url, by }) =>
    `Port ${port} is in use${parenthesised(by)}, so the server for ${url} was not started. Stop the process that uses it, or change devServer.url.`,
  'server.unstartable': ({ command, detail }) =>
    `The server "${command}" could not be started${parenthesised(detail)}.`,
  'site.exists': ({ paths }) => `These files already exist: ${paths}. No file was written.`,
  'site.no-pages': ({ url, detail }) => `No page of ${url} could be captured${parenthesised(detail)}.`,
  'site.unreachable': ({ url, detail }) => `${url} cannot be reached${parenthesised(detail)}.`,
  'secret.in-change': ({ files }) =>
    `The change contains a secret, so it was not committed. The secret is in ${files}. The work is kept under refs/harness/kept.`,
  'secret.shaped': ({ files }) =>
    `The change contains text with the form of a key, so it was not committed: ${files}. If it is no key, run "git config harness.keyShapes off", then repeat. The work is kept under refs/harness/kept.`,
  'spec.missing': ({ path }) => `The spec ${path} is missing, or it is not a text file. Restore it, then repeat.`,
  'subsystems.broken': ({ problems }) =>
    `The subsystem specs are not in order: ${problems.replace(/\.$/, '')}. Correct and commit them, then run "harness resume".`,
  'tracker.unauthorized': ({ detail }) => `The tracker rejected the key${parenthesised(detail)}.`,
  'tracker.forbidden': ({ detail }) => `The tracker does not allow this operation${parenthesised(detail)}.`,
  'tracker.not-found': ({ detail }) => `The tracker does not have this${parenthesised(detail)}.`,
  'tracker.refused': ({ detail }) => `The tracker refused the request${parenthesised(detail)}.`,
  'tracker.rate-limited': ({ detail }) => `The tracker is rate limiting requests${parenthesised(detail)}.`,
  'tracker.unavailable': ({ detail }) => `The tracker is unreachable or has an outage${parenthesised(detail)}.`,
  'tracker.unreadable': ({ detail }) => `The tracker sent a response that cannot be read${parenthesised(detail)}.`,
  'work.too-large': ({ files, size, limit, path }) =>
    `${files} (${size}) exceeds the limit of ${limit}, so the work was not saved. It stays in ${path}: delete the file or add it to .gitignore there, then repeat.`,
};
