/** Every workflow by the name a person types. Adding one is a folder and a line here. */
import type { Machine } from '../machine.ts';
import { converge } from './converge/machine.ts';
import { deliver } from './deliver/machine.ts';
import { fidelity } from './fidelity/machine.ts';
import { planning } from './planning/machine.ts';
import { plan } from './plans/machine.ts';
import { plans } from './plans/queue.ts';
import { watch } from './plans/watch.ts';
import { task } from './task/machine.ts';

const machines = [
  ...[converge as Machine, deliver as Machine, fidelity as Machine, plan as Machine, plans as Machine],
  ...[task as Machine, planning as Machine, watch as Machine],
];

export const workflows: ReadonlyMap<string, Machine> = new Map(machines.map((machine) => [machine.id, machine]));
