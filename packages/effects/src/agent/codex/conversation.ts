/**
 * One conversation with the provider's program: a process, what it says, and what it is asked.
 *
 *   N1. It does nothing before its process was told of.
 *   N2. It is over when its process is gone and all that it started, whoever ended it.
 *   N3. Whatever it throws is kept for whoever asks how it ended.
 *   N4. Its silence is told too, every second: somebody may look whether it lives.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from '@harness/core/journal/journal';
import type { ThreadEvent, ThreadOptions } from '@openai/codex-sdk';
import { effectVariable, endOrphans } from '../../process/orphans.ts';
import { isAlive, startTimeOf } from '../../process/process-identity.ts';
import { type Launcher, launchedType } from './launcher.ts';

/** After it was asked to end it has this long to do so by itself. */
const patienceMs = 500;
const tickMs = 1_000;

export interface CodexConversationInput {
  readonly launcher: Launcher;
  readonly environment: Record<string, string>;
  readonly options: ThreadOptions;
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  /** The session to go on with. */
  readonly thread: string | undefined;
}

export type CodexStreamEvent =
  | ThreadEvent
  | ({ readonly type: 'process' } & ChildProcess)
  | { readonly type: 'silent' };

export interface CodexConversation {
  /** Hands on what is said until it has ended. Never throws. */
  events(signal: AbortSignal): AsyncGenerator<CodexStreamEvent, void>;
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
}: CodexConversationInput): Promise<CodexConversation> {
  const { Codex } = await import('@openai/codex-sdk');
  const codex = new Codex({ codexPathOverride: launcher.path, env: environment });
  const thread = id === undefined ? codex.startThread(options) : codex.resumeThread(id, options);
  // The SDK's own: an abort after its end would be an error that nobody hears, and Node would end the harness for it.
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
        const turn = { signal: stop.signal, ...(schema === undefined ? {} : { outputSchema: schema }) };
        const { events } = await thread.runStreamed('', turn); // what is asked is in the launcher's hands
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
      const giveUpAt = performance.now() + patienceMs;
      while (isAlive(child) && performance.now() < giveUpAt) await delay(10);
      await endOrphans(mark, [child]); // its commands too: what they still write would be left behind
    },
  };
}

/** A second without a word is told as one. Whoever leaves in one has the program stopped, or it would be waited for. */
async function* withSilences<Event>(
  events: AsyncGenerator<Event>,
  stop: () => void,
): AsyncGenerator<Event | { readonly type: 'silent' }, void> {
  let next: ReturnType<typeof events.next> | undefined;
  try {
    for (;;) {
      next ??= events.next();
      const heard = await within(tickMs, next).catch((error: unknown) => {
        next = undefined;
        throw error;
      });
      if (heard) next = undefined;
      if (heard?.done) return;
      yield heard ? heard.value : { type: 'silent' };
    }
  } finally {
    if (next) {
      stop();
      await next.catch(() => undefined); // nobody is there any more to be told
    }
    await events.return(undefined);
  }
}

async function within<Value>(ms: number, coming: Promise<Value>): Promise<Value | undefined> {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).catch(() => undefined); // cancelled: it came in time
  return Promise.race([coming, late]).finally(() => timer.abort());
}

interface Launched {
  readonly type: typeof launchedType;
  readonly pid: number;
}
