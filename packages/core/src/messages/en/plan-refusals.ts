/** What is refused around plans, in English. */

import type { Messages } from '../messages.ts';
import { parenthesised } from '../parenthesised.ts';

type PlanRefusal = Extract<
  keyof Messages['refusals'],
  `${'plan' | 'plans' | 'phase' | 'branch' | 'daemon' | 'state' | 'base' | 'browser' | 'site' | 'gate'}.${string}`
>;

export const planRefusals: Pick<Messages['refusals'], PlanRefusal> = {
  'plans.disorder': ({ problems, file }) => ({
    message: `The plans are not in order: ${problems}`,
    next: `git log --patch -1 -- ${file}`,
  }),
  'plan.unknown': ({ plan, nearest, path }) => ({
    message: `There is no plan "${plan}" in ${path}.`,
    next: nearest ? `harness run ${nearest}` : 'harness plan <spec>',
  }),
  'plan.completed': ({ plan }) => ({ message: `Plan ${plan} is completed already.`, next: 'harness runs' }),
  'plan.waits': ({ plan, ids, first }) => ({
    message: `Plan ${plan} depends on plans that are not completed: ${ids}.`,
    next: `harness run ${first}`,
  }),
  'plan.unfinished': ({ plan, run, owned }) => ({
    message: `Plan ${plan} is worked on by the run ${run}, which has not ended; two would get in each other's way.`,
    next: `harness ${owned ? 'watch' : 'resume'} ${run}`,
  }),
  'plan.nothing-to-resume': ({ plan, phase }) => ({
    message: `No run of plan ${plan}${phase ? ` (${phase})` : ''} is unfinished.`,
    next: `harness run ${plan}${phase ? ` --phase ${phase}` : ''}`,
  }),
  'phase.unknown': ({ phase, known, plan }) => ({
    message: `There is no phase "${phase}"; there are ${known}.`,
    next: `harness run ${plan} --phase all`,
  }),
  'phase.unconfigured': ({ phase, setting }) => ({
    message: `The phase ${phase} needs ${setting}, and the configuration does not set it.`,
    next: 'harness doctor',
  }),
  'phase.no-branch': ({ plan, branch }) => ({
    message: `There is no branch ${branch} yet.`,
    next: `harness run ${plan} --phase implement`,
  }),
  'phase.unreviewed': ({ plan, branch, first }) => ({
    message:
      first === 'fix'
        ? `The newest review of ${branch} found what blocks: no pull request is prepared before it is repaired.`
        : `The newest commit on ${branch} was not reviewed: no pull request is prepared before it is.`,
    next: `harness run ${plan} --phase ${first}`,
  }),
  'phase.nothing-to-fix': ({ plan, branch }) => ({
    message: `Nothing that blocks is known of the newest commit on ${branch}.`,
    next: `harness run ${plan} --phase review`,
  }),
  'branch.checked-out': ({ branch, base }) => ({
    message: `You stand on ${branch}: a commit on it would make your files look changed.`,
    next: `git switch ${base}`,
  }),
  'plan.in-work': ({ plan }) => ({
    message: `The daemon is working on plan ${plan}.`,
    next: 'harness daemon status',
  }),
  'plan.not-blocked': ({ plan }) => ({ message: `Plan ${plan} is not blocked.`, next: 'harness daemon status' }),
  'daemon.runs': ({ pid }) => ({
    message: `A daemon runs here already (pid ${pid}).`,
    next: 'harness daemon status',
  }),
  'daemon.none': () => ({ message: 'No daemon runs here.', next: 'harness daemon start' }),
  'daemon.lost': ({ path, detail }) => ({
    message: `The daemon did not come up${parenthesised(detail)}; what it said is in ${path}.`,
    next: 'harness daemon start',
  }),
  'state.version': ({ path, version }) => ({
    message: `${path} is of version ${version}, which this version does not know. It was left as it is.`,
    next: `mv ${path} ${path}.old`,
  }),
  'base.missing': ({ branch }) => ({
    message: `There is no branch ${branch} to begin from and to merge into.`,
    next: 'harness doctor',
  }),
  'browser.missing': ({ detail, install }) => ({
    message: `A browser is needed to look at a site: ${detail}.`,
    next: install,
  }),
  'gate.no-spec': ({ key, command }) => ({
    message: `No spec was named: say --spec <path>, or set ${key}.`,
    next: `harness ${command} --spec docs/product.md`,
  }),
  'gate.no-criteria': ({ detail }) => ({
    message: `There is nothing to hold the product against: ${detail}. A criterion is a bullet below "## Release criteria" with its tag in backticks.`,
    next: 'harness release-gate --help',
  }),
};
