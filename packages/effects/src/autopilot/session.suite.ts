/** Performs operations of autopilot in a real repository, for tests. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSession, type SessionSpec } from '@harness/core/effects/autopilot';
import { act } from '@harness/core/effects/operation';
import type { PerformContext } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import type { Effect } from '@harness/core/machine/machine';
import { type Scratch, scratch } from '../git/scratch.ts';
import { autopilotPerformer } from './performer.ts';

export const specPath = 'docs/changes/shop/proposal.md';
export const sessionDir = '.harness/sessions/changes--shop--proposal/';
const spec = `# Shop
## Implementation Order
### Phase 1: Core
<!-- complexity: low -->
Change \`src/main.ts\`.
### Phase 2: Core prices
Add prices.
`;

export interface AutopilotSession {
  readonly repo: Scratch;
  readonly spec: SessionSpec;
  readonly runFolder: string;
  /** Performs an effect. The same key is a repeat after a crash. */
  perform<Value>(effect: Effect<Value>, key?: string): Promise<Outcome<Value>>;
  /** The value of an effect that must succeed. */
  value<Value>(effect: Effect<Value>, key?: string): Promise<Value>;
  artifact(artifact: Artifact): string;
  /** A file of the session; `null` if it does not exist. */
  file(name: string): string | null;
  json(name: string): unknown;
}

const noForge = () => Promise.reject(new Error('no operation but offer-pull needs a forge'));

type Settings = Partial<Parameters<typeof autopilotPerformer>[0]>;

/** A repository with a committed spec, before its session is open. */
export function sessionIn(
  repo: Scratch = scratch(),
  settings: Settings = {},
  run = 'r',
): Omit<AutopilotSession, 'spec'> {
  const runFolder = join(repo.root, '.harness/runs/r');
  mkdirSync(runFolder, { recursive: true });
  const performer = autopilotPerformer({ repo: repo.root, runFolder: () => runFolder, forge: noForge, ...settings });
  let n = 0;
  const perform: AutopilotSession['perform'] = async ({ input }, key = `${n++}/x`) => {
    const signal = new AbortController().signal;
    const context = { run, key, interrupted: false, signal } as PerformContext<AbortSignal>;
    return (await performer.perform(input, context)).outcome as Outcome<never>;
  };
  const file = (name: string) => {
    const path = join(repo.root, sessionDir, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
  return {
    repo,
    runFolder,
    perform,
    async value(effect, key) {
      const outcome = await perform(effect, key);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
      return outcome.value;
    },
    artifact: ({ path }) => readFileSync(join(runFolder, path), 'utf8'),
    file,
    json: (name) => JSON.parse(file(name) ?? 'null'),
  };
}

export async function openedSession(settings: Settings = {}, run?: string): Promise<AutopilotSession> {
  const session = sessionIn(scratch(), settings, run);
  session.repo.write(specPath, spec);
  session.repo.git('add', '--all');
  session.repo.git('commit', '--quiet', '--message=spec');
  const opened = await session.value(act(openSession, { specPath }), 'open/x');
  return { ...session, spec: { specPath, slug: 'changes--shop--proposal', spec: opened.spec } };
}

export const core = { n: 1, name: 'Core' };
export const prices = { n: 2, name: 'Core prices' };
