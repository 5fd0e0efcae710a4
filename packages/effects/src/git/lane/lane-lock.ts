/** Locks a lane, or another path, within this process: two reviewers resumed after a crash share one folder. */
const last = new Map<string, Promise<unknown>>();

export async function withLaneLock<Value>(lane: string, act: () => Promise<Value>): Promise<Value> {
  const turn = (last.get(lane) ?? Promise.resolve()).then(act, act);
  last.set(lane, turn);
  try {
    return await turn;
  } finally {
    if (last.get(lane) === turn) last.delete(lane);
  }
}
