/** English: refusals that several commands about plans share. */
import type { Messages } from '../messages.ts';

type PlanRefusal = 'plans.disorder' | 'base.missing' | 'browser.missing' | 'gate.no-spec' | 'gate.no-criteria';

export const planRefusals: Pick<Messages['refusals'], PlanRefusal> = {
  'plans.disorder': ({ problems, file }) => ({
    message: `The plans are not in order: ${problems}`,
    next: `git log --patch -1 -- ${file}`,
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
