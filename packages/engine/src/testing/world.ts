/** Creates a world whose answers, clock and signals a test controls. */

import type { CallCost } from '@harness/core/budget/usage';
import type { AfterCrash, PerformContext, Performer } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import type { Machine } from '@harness/core/machine/machine';
import { admitAll, type Gate } from '../admission.ts';
import { type BudgetTracker, unlimitedBudget } from '../budget-tracker.ts';
import type { RemedyLimits } from '../choose-remedy.ts';
import type { Store } from '../store/store.ts';
import { type Observation, type World, worldDefaults } from '../world.ts';
import { type HandClock, handClock } from './hand-clock.ts';

type Context = PerformContext<AbortSignal>;
export type FakePerformer = (context: Context, input: unknown) => Outcome<unknown> | Promise<Outcome<unknown>>;

export interface TestWorldOptions {
  /** Result or implementation per kind of effect. */
  readonly deeds?: Readonly<Record<string, Outcome<unknown> | FakePerformer>>;
  readonly afterCrash?: Readonly<Record<string, AfterCrash>>;
  readonly attended?: boolean;
  readonly movesWithoutWait?: number;
  readonly takeOver?: boolean;
  readonly admit?: Gate;
  readonly purse?: BudgetTracker;
  readonly remedies?: RemedyLimits;
}

const oneCent: CallCost = { usage: { input: 10, output: 1, cacheRead: 0, cacheWrite: 0 }, costUsd: 0.01 };

export interface TestWorld {
  readonly world: World;
  readonly clock: HandClock;
  /** `run/key` of every performed effect, in order. */
  readonly performed: string[];
  readonly observed: Observation[];
  readonly orphans: string[];
}

export async function testWorld(
  store: Store,
  root: string,
  machines: readonly Machine[],
  {
    deeds = {},
    afterCrash = {},
    attended = false,
    movesWithoutWait = 1_000,
    takeOver = false,
    admit,
    purse,
    remedies,
  }: TestWorldOptions = {},
): Promise<TestWorld> {
  const performed: string[] = [];
  const observed: Observation[] = [];
  const orphans: string[] = [];
  const clock = handClock();
  const performer = ([kind, deed]: [string, Outcome<unknown> | FakePerformer]): [string, Performer<AbortSignal>] => [
    kind,
    {
      kind,
      afterCrash: afterCrash[kind] ?? 'repeat',
      async perform(input, context) {
        performed.push(`${context.run}/${context.key}`);
        return { outcome: typeof deed === 'function' ? await deed(context, input) : deed, spent: oneCent };
      },
    },
  ];
  const world: World = {
    machines: new Map(machines.map((machine) => [machine.id, machine])),
    performers: new Map(Object.entries(deeds).map(performer)),
    ...worldDefaults,
    ...(remedies ? { remediesFor: () => remedies } : {}),
    movesWithoutWait,
    admit: admit ?? admitAll,
    purse: purse ?? unlimitedBudget,
    clock,
    owner: await store.own(root, { takeOver }),
    inbox: (run) => store.inbox(run),
    endOrphans: async (effect, processes) => {
      orphans.push(effect);
      return processes.map(({ pid }) => pid);
    },
    attended: () => attended,
    observe: (seen) => observed.push(seen),
  };
  return { world, clock, performed, observed, orphans };
}

/** Lets everything proceed that needs neither time nor people. */
export const letProceed = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
