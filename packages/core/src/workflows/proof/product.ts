/**
 * Looks at the running product, if no test and no given command witnesses the change: first at the answers of the smoke
 * test, then at the pages. The harness starts the base and the change itself, in clean rooms.
 */
import { inRoom } from '../../checks/check-round.ts';
import { act } from '../../effects/operation.ts';
import { takeScreenshots } from '../../effects/screens.ts';
import { smokeTest } from '../../effects/smoke.ts';
import { defineStep } from '../../machine/machine.ts';
import { differingAddresses, lookOrder, type ProductLook } from '../../trust/product-look.ts';
import { decide } from './decide.ts';
import type { ProofFound, ProofState } from './job.ts';
import { failed, foundOf, noMutants, toMutants } from './next.ts';

const step = defineStep<ProofState>();

const afterLooks = ['commenting-pause', 'asking-promise', 'asking-witness', 'proved', 'back'] as const;

export const productSteps = [
  step({
    at: 'requesting',
    to: ['requesting', 'viewing', ...afterLooks, 'failed'],
    needs: ({ job, looks, smoke }) => ({
      looked: act(smokeTest, { ...smoke, cwd: job.path, commit: nextCommit(job, looks), isProof: true }),
    }),
    next: (state, { looked }) => {
      if (!looked.ok) return failed(looked); // a used port says nothing about any commit
      const looks = [...state.looks, looked.value.look ?? unseen];
      if (isUnsettled(looks)) return { ...foundOf(state), at: 'requesting', looks, smoke: state.smoke };
      const addresses = differingAddresses(looks);
      return addresses.length > 0 ? decide({ ...foundOf(state), addresses }, noMutants) : toPages(foundOf(state));
    },
  }),
  step({
    at: 'viewing',
    to: ['viewing', ...afterLooks],
    needs: ({ job, looks, screens }) => ({
      looked: act(takeScreenshots, {
        ...screens,
        cwd: job.path,
        ...inRoom(nextCommit(job, looks), job.checks), // the product may need the build outputs of the checks
        isProof: true,
        ...(isOfBase(looks) ? {} : { isSecond: true }), // so that the checks run once per commit
      }),
    }),
    next: (state, { looked }) => {
      // A plan reviews its pages afterwards, and reports why they cannot be shown; a mission continues without them.
      const look = looked.ok && looked.value.is === 'seen' ? looked.value.look : undefined;
      const looks = [...state.looks, look ?? unseen];
      return isUnsettled(looks)
        ? { ...foundOf(state), at: 'viewing', looks, screens: state.screens }
        : decide({ ...foundOf(state), addresses: differingAddresses(looks) }, noMutants);
    },
  }),
];

/** Work of another kind, an empty change and a change of documents need no difference, or cannot have one. */
export function toProduct(found: ProofFound) {
  const { job, plan, commands } = found;
  const isUseful = (job.kind === undefined || job.kind === 'config') && !plan.isEmpty && plan.others.length > 0;
  if (!isUseful || commands.length > 0 || job.product === undefined) return toMutants(found);
  const { smoke } = job.product;
  return smoke ? ({ ...found, at: 'requesting', looks: [] as readonly ProductLook[], smoke } as const) : toPages(found);
}

function toPages(found: ProofFound) {
  const { screens } = found.job.product ?? {};
  return screens
    ? ({ ...found, at: 'viewing', looks: [] as readonly ProductLook[], screens } as const)
    : decide(found, noMutants);
}

/** A product that did not start, or could not be seen. */
const unseen: ProductLook = { right: {}, wrong: {} };

/** The second look at each commit is made only if the first ones differ. Nothing differs from a base that was not seen. */
function isUnsettled(looks: readonly ProductLook[]): boolean {
  const [base = unseen] = looks;
  if (looks.length === 1) return Object.keys({ ...base.right, ...base.wrong }).length > 0;
  return looks.length < lookOrder.length && differingAddresses(looks).length > 0;
}

const isOfBase = (looks: readonly ProductLook[]): boolean => lookOrder[looks.length] === 'base';

const nextCommit = ({ base, change }: ProofFound['job'], looks: readonly ProductLook[]): string =>
  isOfBase(looks) ? base : change;
