/**
 * The sandbox of one run: the boxes that every process of an agent, and every check, is started in.
 *
 *   A1. One mechanism for all providers: bubblewrap around the whole program, not around what it calls a command.
 *   A2. It is known to hold before it is used (see canary).
 *   A3. Who only reads has a lane that cannot be written, and a network that leads to the model and nowhere else.
 */
import { findProgram } from '../process/find.ts';
import { type Boxes, type BoxesOptions, createBoxes } from './boxes.ts';
import { type Canary, runCanary } from './canary.ts';

export interface Sandbox extends Pick<Boxes, 'forCheck' | 'forBrowser' | 'forAgent'> {
  readonly canary: Canary;
}

export type SandboxOptions = Omit<BoxesOptions, 'bwrap' | 'environment'> & { readonly environment?: NodeJS.ProcessEnv };

export type Opened =
  | { readonly is: 'open'; readonly sandbox: Sandbox }
  | { readonly is: 'missing' }
  | { readonly is: 'unusable'; readonly detail: string };

export async function openSandbox(options: SandboxOptions): Promise<Opened> {
  const environment = options.environment ?? process.env;
  const bwrap = process.platform === 'linux' ? findProgram('bwrap', environment['PATH']) : undefined;
  if (bwrap === undefined) return { is: 'missing' };
  const { widest, ...boxes } = createBoxes({ ...options, bwrap, environment });
  const probed = await runCanary({
    ...widest(),
    environment: { PATH: environment['PATH'], HOME: environment['HOME'] },
  });
  return probed.ok
    ? { is: 'open', sandbox: { canary: probed.canary, ...boxes } }
    : { is: 'unusable', detail: probed.detail };
}
