/** Every workflow by the name a person types. Adding one is a folder and a line here. */
import type { Machine } from '../machine.ts';
import { converge } from './converge/machine.ts';

export const workflows: ReadonlyMap<string, Machine> = new Map([[converge.id, converge as Machine]]);
