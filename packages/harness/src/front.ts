/** A run in front of a person: driven until it ends, waits, parks or is left, and told about meanwhile. */
import { questionId } from '@harness/core/effects/question';
import { ends, exitCodes } from '@harness/core/end';
import { family } from '@harness/engine/family';
import type { Observed, Standing, World } from '@harness/engine/world';
import { agentsFor, compose } from './compose.ts';
import { prepareFolder, storeOf } from './folder.ts';
import { type Leaving, Left, listenForLeaving } from './leaving.ts';
import { keepLive } from './live-file.ts';
import { people } from './people.ts';
import { liveScreen } from './render/live.ts';
import { plainScreen } from './render/plain.ts';
import type { Output, Screen } from './render/screen.ts';
import type { Settings } from './settings.ts';

export interface Front {
  readonly root: string;
  readonly run: string;
  readonly settings: Settings;
  readonly takeOver: boolean;
  readonly output: Output;
  go(world: World, signal: AbortSignal): Promise<Standing>;
}

export type Gone = { readonly is: 'left'; readonly exitCode: number };
export type Outcome = Standing | Gone;

export async function inFront({ root, run, settings, takeOver, output, go }: Front): Promise<Outcome> {
  const { provider, script } = await agentsFor(settings);
  prepareFolder(root);
  const store = storeOf(root);
  const owner = await store.own(run, { takeOver });
  const leaving = listenForLeaving(() => output.tell('parking the run; once more ends it at once\n'));
  const screen = screenFor(output, leaving);
  const ask = screen.ask?.bind(screen);
  const terminal = ask && !output.noInput ? { ask } : undefined;
  const here = people({ store, script, terminal, onTrouble: leaving.giveUp });
  try {
    const journals = await family(store, run);
    for (const journal of journals) screen.know(journal);
    const observe = (seen: Observed) => {
      if (seen.type === 'entry' && seen.entry.type === 'answered') here.answered(questionId(seen.run, seen.entry.key));
      if (seen.type === 'live') keepLive(store.folder(seen.run), seen.key, seen.event, Date.now());
      screen.see(seen);
    };
    return await go(
      compose({ root, store, owner, settings, provider, journals, attended: here.attend, observe }),
      leaving.signal,
    );
  } catch (error) {
    if (error instanceof Left) return { is: 'left', exitCode: error.exitCode };
    throw error;
  } finally {
    here.leave();
    screen.close();
    leaving.close();
    await owner.release();
  }
}

const screenFor = (output: Output, leaving: Leaving): Screen =>
  output.isTerminal && !output.json
    ? liveScreen(output, () => leaving.leave(exitCodes.interrupted))
    : plainScreen(output);

/** What the command exits with: it is 0 only when what was asked for is done. */
export function exitCodeOf(outcome: Outcome): number {
  switch (outcome.is) {
    case 'ended':
      return ends[outcome.end].exitCode;
    case 'waiting':
      return exitCodes.waiting;
    case 'parked':
      return exitCodes.rateLimited;
    case 'held':
      return exitCodes.frozen;
    case 'left':
      return outcome.exitCode;
  }
}
