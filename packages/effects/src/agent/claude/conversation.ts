/**
 * Runs one conversation with the provider's program: its process, its messages, and the single prompt.
 *
 *   N1. The prompt is not sent before the process is reported; until then the program only waits.
 *   N2. An interrupted program may still report its usage; if it does not react, it is killed.
 *   N3. An exception is kept as the reason of the end.
 */
import { type ChildProcess as Child, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Options, Query, SDKMessage, SDKUserMessage, SpawnOptions } from '@anthropic-ai/claude-agent-sdk';
import type { ChildProcess } from '@harness/core/journal/journal';
import { loadAddOn } from '../../add-ons/find.ts';
import { tailBytes } from '../../excerpt.ts';
import { killGroup, startTimeOf } from '../../process/process-identity.ts';
import type { BoxedCommand } from '../../sandbox/box.ts';
import type { Content } from './content.ts';

/** Time to report its usage after an interrupt. */
const interruptMs = 1_000;
/** Time to exit after its result: background processes must not block the call. */
const exitMs = 5_000;
const maxStderrBytes = 2_000;

export interface ClaudeConversation {
  /** `undefined` if it could not be started. */
  readonly process: ChildProcess | undefined;
  /** Sends the prompt and yields the messages until the end. Never throws. */
  ask(prompt: Content): AsyncGenerator<SDKMessage, void>;
  /** Resolves when the process is gone. */
  end(): Promise<void>;
  thrown(): string | undefined;
  exit(): { readonly code: number | null; readonly signal: string | null } | undefined;
  stderr(): string;
}

export async function openClaudeConversation(
  options: Options,
  boxed: (command: BoxedCommand) => BoxedCommand,
  signal: AbortSignal,
): Promise<ClaudeConversation> {
  const { query } = await loadAddOn<typeof import('@anthropic-ai/claude-agent-sdk')>('claude', 'sdk.mjs');
  const input = createInput();
  let child: Child | undefined;
  let stderr: Buffer = Buffer.alloc(0);
  let thrown: string | undefined;
  const start = ({ command, args, cwd, env }: SpawnOptions) => {
    const wrapped = boxed({ program: command, args });
    const started = spawn(wrapped.program, wrapped.args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    started.stderr.on('data', (chunk: Buffer) => {
      stderr = Buffer.concat([stderr, chunk]).subarray(-maxStderrBytes);
    });
    child = started;
    return started;
  };
  const messages: Query = query({ prompt: input.messages(), options: { ...options, spawnClaudeCodeProcess: start } });
  const kill = () => {
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) killGroup(child.pid);
  };
  return {
    process: identityOf(child),
    thrown: () => thrown,
    exit: () => (child ? { code: child.exitCode, signal: child.signalCode } : undefined),
    stderr: () => tailBytes(stderr, maxStderrBytes),
    async *ask(prompt) {
      const stop = createStop(messages, input.asked, kill);
      let exitTimer: NodeJS.Timeout | undefined;
      signal.addEventListener('abort', stop.now, { once: true });
      try {
        if (signal.aborted) return;
        input.say(prompt);
        for await (const message of messages) {
          yield message;
          if (message.type !== 'result') continue;
          input.over(); // the program exits when its input is closed
          exitTimer ??= setTimeout(kill, exitMs);
        }
      } catch (error) {
        thrown = error instanceof Error ? error.message : String(error);
      } finally {
        signal.removeEventListener('abort', stop.now);
        stop.off();
        clearTimeout(exitTimer);
        input.over();
      }
    },
    async end() {
      input.over();
      messages.close();
      kill();
      if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const identityOf = (child: Child | undefined): ChildProcess | undefined =>
  child?.pid === undefined ? undefined : { pid: child.pid, startedAt: startTimeOf(child.pid) ?? '' };

/** Interrupts the program; kills it if it has no prompt yet or does not stop. */
function createStop(messages: Query, hasPrompt: () => boolean, kill: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    now() {
      if (!hasPrompt()) return kill();
      timer = setTimeout(kill, interruptMs);
      messages.interrupt().catch(kill); // the program has ended or does not react
    },
    off: () => clearTimeout(timer),
  };
}

/** Creates the program's input. It stays open until the end, because an interrupt uses it too. */
function createInput() {
  let say: (prompt: Content) => void = () => undefined;
  let over: () => void = () => undefined;
  let hasPrompt = false;
  const prompt = new Promise<Content | undefined>((resolve) => {
    say = resolve;
    over = () => resolve(undefined);
  });
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  return {
    asked: () => hasPrompt,
    say(text: Content) {
      hasPrompt = true;
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

/** `client_composed`: otherwise the program would read `@file` and run `/command` in the prompt's diffs and reports. */
const messageOf = (content: Content): SDKUserMessage => ({
  type: 'user',
  message: { role: 'user', content: typeof content === 'string' ? content : [...content] },
  parent_tool_use_id: null,
  client_composed: true,
});
