/**
 * One conversation with the provider's program: a process, what it says, and what it is asked.
 *
 *   N1. It does nothing before its process was told of.
 *   N2. It is over when its process is gone, whoever ended it.
 *   N3. Whatever it throws is kept for whoever asks how it ended.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from '@harness/core/journal';
import type { ThreadEvent, ThreadOptions } from '@openai/codex-sdk';
import { endGroup, isAlive, startOf } from '../../process/identity.ts';
import { type Launcher, launchedType } from './launcher.ts';

/** After it was asked to end it has this long to do so by itself. */
const patienceMs = 500;

export interface Asked {
  readonly launcher: Launcher;
  readonly environment: Record<string, string>;
  readonly options: ThreadOptions;
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  /** The session to go on with. */
  readonly thread: string | undefined;
}

export type Said = ThreadEvent | ({ readonly type: 'process' } & ChildProcess);

export interface Conversation {
  /** Hands on what is said until it has ended. Never throws. */
  events(signal: AbortSignal): AsyncGenerator<Said, void>;
  /** Ends it; resolves when the process is gone. */
  end(): Promise<void>;
  thrown(): string | undefined;
}

export async function openConversation({
  launcher,
  environment,
  options,
  schema,
  thread: id,
}: Asked): Promise<Conversation> {
  const { Codex } = await import('@openai/codex-sdk');
  const codex = new Codex({ codexPathOverride: launcher.path, env: environment });
  const thread = id === undefined ? codex.startThread(options) : codex.resumeThread(id, options);
  // The SDK's own: an abort after its end would be an error that nobody hears, and Node would end the harness for it.
  const stop = new AbortController();
  let child: ChildProcess | undefined;
  let thrown: string | undefined;
  return {
    thrown: () => thrown,
    async *events(signal) {
      const abort = () => stop.abort();
      signal.addEventListener('abort', abort, { once: true });
      try {
        const turn = { signal: stop.signal, ...(schema === undefined ? {} : { outputSchema: schema }) };
        const { events } = await thread.runStreamed('', turn); // what is asked is in the launcher's hands
        for await (const event of events as AsyncGenerator<Said | Launched>) {
          if (event.type !== launchedType) yield event;
          else {
            child = { pid: event.pid, startedAt: startOf(event.pid) ?? '' };
            yield { type: 'process', ...child };
            await launcher.go();
          }
        }
      } catch (error) {
        thrown = error instanceof Error ? error.message : String(error);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    async end() {
      if (child === undefined) return;
      const giveUpAt = performance.now() + patienceMs;
      while (isAlive(child) && performance.now() < giveUpAt) await delay(10);
      await endGroup(child);
    },
  };
}

interface Launched {
  readonly type: typeof launchedType;
  readonly pid: number;
}
