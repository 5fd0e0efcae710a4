/** English refusals that several plan commands share. */
import type { Messages } from '../messages.ts';

type PlanRefusal = 'plans.disorder' | 'base.missing' | 'browser.missing' | 'gate.no-spec' | 'gate.no-criteria';

export const planRefusals: Pick<Messages['refusals'], PlanRefusal> = {
  'plans.disorder': ({ problems, file }) => ({
    message: `The plan files are invalid: ${problems}`,
    next: `git log --patch -1 -- ${file}`,
  }),
  'base.missing': ({ branch }) => ({
    message: `The base branch ${branch} does not exist.`,
    next: 'harness doctor',
  }),
  'browser.missing': ({ detail, install }) => ({
    message: `A site cannot be captured: ${detail}.`,
    next: install,
  }),
  'gate.no-spec': ({ key, command }) => ({
    message: `No spec is set: pass --spec <path>, or set ${key}.`,
    next: `harness ${command} --spec docs/product.md`,
  }),
  'gate.no-criteria': ({ detail }) => ({
    message: `No release criterion found: ${detail}. A criterion is a bullet below "## Release criteria" with its tag in backticks.`,
    next: 'harness release-gate --help',
  }),
};
