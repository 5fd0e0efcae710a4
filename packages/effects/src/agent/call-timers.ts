/** Times one call: the wall-clock limit, the idle limit or an abort, whichever comes first. */
import { timerMs } from '../process/timer.ts';

export interface CallTimeouts {
  readonly wallMs: number;
  readonly idleMs: number;
}

export type CallTimer = 'wall' | 'idle' | 'aborted';

export interface CallTimers {
  readonly raised: Promise<CallTimer>;
  /** Starts the idle timer; `pause` stops it. */
  listen(): void;
  pause(): void;
  off(): void;
}

export function startCallTimers({ wallMs, idleMs }: CallTimeouts, signal?: AbortSignal): CallTimers {
  let raise: (alarm: CallTimer) => void = () => undefined;
  const raised = new Promise<CallTimer>((resolve) => {
    raise = resolve;
  });
  const aborted = () => raise('aborted');
  signal?.addEventListener('abort', aborted, { once: true });
  if (signal?.aborted) aborted();
  const wall = setTimeout(() => raise('wall'), timerMs(wallMs));
  let idle: NodeJS.Timeout | undefined;
  const pause = () => clearTimeout(idle);
  return {
    raised,
    listen() {
      pause();
      idle = setTimeout(() => raise('idle'), timerMs(idleMs));
    },
    pause,
    off() {
      pause();
      clearTimeout(wall);
      signal?.removeEventListener('abort', aborted);
    },
  };
}
