/**
 * One conversation with the provider's program: a process, what it says, and the one thing that it is asked.
 *
 *   N1. It is not asked before its process was told of: until then it waits and does nothing.
 *   N2. It can be interrupted, and then says what it used; who does not listen is ended.
 *   N3. Whatever it throws is kept for whoever asks how it ended.
 */
import { type ChildProcess as Child, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Options, Query, SDKMessage, SDKUserMessage, SpawnOptions } from '@anthropic-ai/claude-agent-sdk';
import type { ChildProcess } from '@harness/core/journal/journal';
import { tailBytes } from '../../excerpt.ts';
import { killGroup, startTimeOf } from '../../process/process-identity.ts';
import type { BoxedCommand } from '../../sandbox/box.ts';
import type { Content } from './content.ts';

/** After an interruption it has this long to say what it used. */
const patienceMs = 1_000;
/** After its result it has this long to leave: what it left running in the background must not hold the call. */
const lingerMs = 5_000;
const maxStderrBytes = 2_000;

export interface ClaudeConversation {
  /** Nothing when it could not be started. */
  readonly process: ChildProcess | undefined;
  /** Asks, and hands on what is said until it has ended. Never throws. */
  ask(prompt: Content): AsyncGenerator<SDKMessage, void>;
  /** Resolves when the process is gone. */
  end(): Promise<void>;
  thrown(): string | undefined;
  exit(): { readonly code: number | null; readonly signal: string | null } | undefined;
  stderr(): string;
}

/** `boxed` says what has to be started in place of the program. */
export async function openConversation(
  options: Options,
  boxed: (command: BoxedCommand) => BoxedCommand,
  signal: AbortSignal,
): Promise<ClaudeConversation> {
  const { query } = await import('@anthropic-ai/claude-agent-sdk');
  const words = inbox();
  let child: Child | undefined;
  let stderr: Buffer = Buffer.alloc(0);
  let thrown: string | undefined;
  const start = ({ command, args, cwd, env }: SpawnOptions) => {
    const inside = boxed({ program: command, args });
    const started = spawn(inside.program, inside.args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    started.stderr.on('data', (chunk: Buffer) => {
      stderr = Buffer.concat([stderr, chunk]).subarray(-maxStderrBytes);
    });
    child = started;
    return started;
  };
  const talk: Query = query({ prompt: words.messages(), options: { ...options, spawnClaudeCodeProcess: start } });
  const kill = () => {
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) killGroup(child.pid);
  };
  return {
    process: identityOf(child),
    thrown: () => thrown,
    exit: () => (child ? { code: child.exitCode, signal: child.signalCode } : undefined),
    stderr: () => tailBytes(stderr, maxStderrBytes),
    async *ask(prompt) {
      const stop = stopper(talk, words.asked, kill);
      let linger: NodeJS.Timeout | undefined;
      signal.addEventListener('abort', stop.now, { once: true });
      try {
        if (signal.aborted) return;
        words.say(prompt);
        for await (const message of talk) {
          yield message;
          if (message.type !== 'result') continue;
          words.over(); // it leaves by itself when nothing more can come
          linger ??= setTimeout(kill, lingerMs);
        }
      } catch (error) {
        thrown = error instanceof Error ? error.message : String(error);
      } finally {
        signal.removeEventListener('abort', stop.now);
        stop.off();
        clearTimeout(linger);
        words.over();
      }
    },
    async end() {
      words.over();
      talk.close();
      kill();
      if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const identityOf = (child: Child | undefined): ChildProcess | undefined =>
  child?.pid === undefined ? undefined : { pid: child.pid, startedAt: startTimeOf(child.pid) ?? '' };

/** Asks it to stop; ends it when it was not asked anything yet, or does not stop. */
function stopper(talk: Query, asked: () => boolean, kill: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    now() {
      if (!asked()) return kill();
      timer = setTimeout(kill, patienceMs);
      talk.interrupt().catch(kill); // it has ended meanwhile, or cannot hear
    },
    off: () => clearTimeout(timer),
  };
}

/** What it is told. The way in stays open until the end: an interruption takes the same way. */
function inbox() {
  let say: (prompt: Content) => void = () => undefined;
  let over: () => void = () => undefined;
  let asked = false;
  const prompt = new Promise<Content | undefined>((resolve) => {
    say = resolve;
    over = () => resolve(undefined);
  });
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  return {
    asked: () => asked,
    say(text: Content) {
      asked = true;
      say(text);
    },
    over() {
      over();
      close();
    },
    async *messages(): AsyncGenerator<SDKUserMessage, void> {
      const content = await prompt;
      if (content === undefined) return;
      yield messageOf(content);
      await closed;
    },
  };
}

/** Taken as it is: in what a person typed, `@file` would be read and `/command` run, and this holds diffs and reports. */
const messageOf = (content: Content): SDKUserMessage => ({
  type: 'user',
  message: { role: 'user', content: typeof content === 'string' ? content : [...content] },
  parent_tool_use_id: null,
  client_composed: true,
});
