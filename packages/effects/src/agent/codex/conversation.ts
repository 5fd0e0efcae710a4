/**
 * Runs one conversation with the provider's program: its process, its events, its input.
 *
 *   N1. The program does nothing before its process is reported.
 *   N2. The conversation is over when its process and all child processes are gone, whatever ended them.
 *   N3. An exception is kept as the reason of the end.
 *   N4. Silence is reported every second, so that the caller can check whether the program is alive.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from '@harness/core/journal/journal';
import type { ThreadEvent, ThreadOptions } from '@openai/codex-sdk';
import { effectVariable, endOrphans } from '../../process/orphans.ts';
import { isAlive, startTimeOf } from '../../process/process-identity.ts';
import { withTimeout } from '../../process/with-timeout.ts';
import { type Launcher, launchedType } from './launcher.ts';
import { toStrictSchema } from './strict-schema.ts';

/** Time to exit after an abort. */
const exitTimeoutMs = 500;
const tickMs = 1_000;

export interface CodexConversationInput {
  readonly launcher: Launcher;
  readonly environment: Record<string, string>;
  readonly options: ThreadOptions;
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  /** The session to resume; `undefined` starts a new one. */
  readonly thread: string | undefined;
}

export type CodexStreamEvent =
  | ThreadEvent
  | ({ readonly type: 'process' } & ChildProcess)
  | { readonly type: 'silent' };

export interface CodexConversation {
  /** Yields the events until the end. Never throws. */
  events(signal: AbortSignal): AsyncGenerator<CodexStreamEvent, void>;
  /** Ends the conversation; resolves when its processes are gone. */
  end(): Promise<void>;
  thrown(): string | undefined;
}

export async function openCodexConversation({
  launcher,
  environment,
  options,
  schema,
  thread: id,
}: CodexConversationInput): Promise<CodexConversation> {
  const { Codex } = await import('@openai/codex-sdk');
  const codex = new Codex({ codexPathOverride: launcher.path, env: environment });
  const thread = id === undefined ? codex.startThread(options) : codex.resumeThread(id, options);
  // The SDK needs its own controller: an abort after its end would be an unhandled error and end the harness.
  const stop = new AbortController();
  const mark = environment[effectVariable] ?? '';
  let child: ChildProcess | undefined;
  let thrown: string | undefined;
  return {
    thrown: () => thrown,
    async *events(signal) {
      const abort = () => stop.abort();
      signal.addEventListener('abort', abort, { once: true });
      try {
        if (signal.aborted) return;
        const turn = { signal: stop.signal, ...(schema === undefined ? {} : { outputSchema: toStrictSchema(schema) }) };
        const { events } = await thread.runStreamed('', turn); // the launcher passes the prompt
        for await (const event of withSilences(events as AsyncGenerator<CodexStreamEvent | Launched>, abort)) {
          if (event.type !== launchedType) yield event;
          else {
            child = { pid: event.pid, startedAt: startTimeOf(event.pid) ?? '' };
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
      const giveUpAt = performance.now() + exitTimeoutMs;
      while (isAlive(child) && performance.now() < giveUpAt) await delay(10);
      await endOrphans(mark, [child]); // its commands too: they could still write files
    },
  };
}

/** Adds an event per second of silence. Stops the program if the caller stops reading, to avoid waiting for it. */
async function* withSilences<Event>(
  events: AsyncGenerator<Event>,
  stop: () => void,
): AsyncGenerator<Event | { readonly type: 'silent' }, void> {
  let next: ReturnType<typeof events.next> | undefined;
  try {
    for (;;) {
      next ??= events.next();
      const received = await withTimeout(next, tickMs).catch((error: unknown) => {
        next = undefined;
        throw error;
      });
      if (received.came) next = undefined;
      if (received.came && received.value.done) return;
      yield received.came ? received.value.value : { type: 'silent' };
    }
  } finally {
    if (next) {
      stop();
      await next.catch(() => undefined); // no caller is left to receive the error
    }
    await events.return(undefined);
  }
}

interface Launched {
  readonly type: typeof launchedType;
  readonly pid: number;
}
