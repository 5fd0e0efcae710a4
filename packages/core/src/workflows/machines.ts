/** Loads the machines of all workflows. Commands that only show runs never import it. */
import type { Machine } from '../machine/machine.ts';
import { modules } from './list.ts';

const loaded = await Promise.all(modules.map(async ({ load }) => (await load()).logic.loadMachines()));

/** By the name that journals know them by. */
export const machines: ReadonlyMap<string, Machine> = new Map(
  loaded.flat().map((machine) => [machine.id, machine] as const),
);
