/** The machines that there are, by the name that journals know them by. */
import type { Machine } from '../machine/machine.ts';
import { converge } from './converge/machine.ts';
import { deliver } from './deliver/machine.ts';
import { fidelity } from './fidelity/machine.ts';
import { competition } from './mission/competition/machine.ts';
import { lane } from './mission/lane/machine.ts';
import { mission } from './mission/machine.ts';
import { phase } from './phase/machine.ts';
import { plan } from './plan/machine.ts';
import { planning } from './planning/machine.ts';
import { queueMachine } from './queue/machine.ts';
import { watch } from './queue/watch.ts';
import { siteReverse } from './site-reverse/machine.ts';
import { task } from './task/machine.ts';

const machines = [
  ...[competition as Machine],
  ...[converge as Machine, deliver as Machine, fidelity as Machine, lane as Machine, mission as Machine],
  ...[phase as Machine, plan as Machine, planning as Machine, queueMachine as Machine, siteReverse as Machine],
  ...[task as Machine, watch as Machine],
];

export const workflows: ReadonlyMap<string, Machine> = new Map(machines.map((machine) => [machine.id, machine]));
