/** Every workflow by the name a person types. Adding one is a folder and a line here. */
import type { Machine } from '../machine.ts';
import { converge } from './converge/machine.ts';
import { deliver } from './deliver/machine.ts';
import { lane } from './mission/lane/machine.ts';
import { mission } from './mission/machine.ts';
import { planning } from './planning/machine.ts';
import { plan } from './plans/machine.ts';
import { task } from './task/machine.ts';

export const workflows: ReadonlyMap<string, Machine> = new Map(
  [
    ...[converge as Machine, deliver as Machine, plan as Machine, task as Machine, planning as Machine],
    ...[mission as Machine, lane as Machine],
  ].map((machine) => [machine.id, machine]),
);
