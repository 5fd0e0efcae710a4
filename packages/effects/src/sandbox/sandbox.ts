/**
 * Opens the sandbox of a run: every process of an agent, and every check, runs in one of its boxes.
 *
 *   A1. One mechanism for all providers: bubblewrap around the whole program, not only around its commands.
 *   A2. The canary tests it before it is used.
 *   A3. A read-only agent has a read-only lane, and a network that reaches only the model.
 */
import { findProgram } from '../process/find.ts';
import { trustedPath } from '../process/trusted-path.ts';
import { type Boxes, type BoxesOptions, createBoxes } from './boxes.ts';
import { type Canary, runCanary } from './canary.ts';

export interface Sandbox extends Pick<Boxes, 'forCheck' | 'forBrowser' | 'forAgent'> {
  readonly canary: Canary;
}

export type SandboxOptions = Omit<BoxesOptions, 'bwrap' | 'environment'> & { readonly environment?: NodeJS.ProcessEnv };

export type OpenSandboxResult =
  | { readonly is: 'open'; readonly sandbox: Sandbox }
  | { readonly is: 'missing' }
  | { readonly is: 'unusable'; readonly detail: string };

export async function openSandbox(options: SandboxOptions): Promise<OpenSandboxResult> {
  const environment = options.environment ?? process.env;
  const bwrap =
    process.platform === 'linux' ? findProgram('bwrap', trustedPath(options.root, environment['PATH'])) : undefined;
  if (bwrap === undefined) return { is: 'missing' };
  const { widest, ...boxes } = createBoxes({ ...options, bwrap, environment });
  const tested = await runCanary({
    ...widest(),
    environment: { PATH: environment['PATH'], HOME: environment['HOME'] },
  });
  return tested.ok
    ? { is: 'open', sandbox: { canary: tested.canary, ...boxes } }
    : { is: 'unusable', detail: tested.detail };
}
