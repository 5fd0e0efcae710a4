/** Gives other work of the process a turn during a long computation, so that a server still answers. */

/** Time after which a computation must pause. A request takes several turns of the event loop. */
const turnMs = 2;

let turn: Promise<void> | undefined;
let startedAtMs = 0;

/** Pauses if the current turn has lasted too long. All computations share one turn. */
export async function yieldTurn(): Promise<void> {
  if (performance.now() - startedAtMs < turnMs) return;
  turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = undefined;
      startedAtMs = performance.now();
      resolve();
    }),
  );
  await turn;
}

/** Runs a computation part by part. */
export async function finishInTurns<Result>(parts: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const next = parts.next();
    if (next.done) return next.value;
    await yieldTurn();
  }
}
