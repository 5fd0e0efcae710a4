/** Every workflow by the name a person types. Adding one is a folder and a line here. */
import type { Machine } from '../machine.ts';
import { converge } from './converge/machine.ts';
import { deliver } from './deliver/machine.ts';
import { fidelity } from './fidelity/machine.ts';
import { phase } from './phase/machine.ts';
import { planning } from './planning/machine.ts';
import { plan } from './plans/machine.ts';
import { siteReverse } from './site-reverse/machine.ts';
import { task } from './task/machine.ts';

export const workflows: ReadonlyMap<string, Machine> = new Map(
  [
    converge as Machine,
    deliver as Machine,
    plan as Machine,
    phase as Machine,
    task as Machine,
    planning as Machine,
    siteReverse as Machine,
    fidelity as Machine,
  ].map((machine) => [machine.id, machine]),
);
