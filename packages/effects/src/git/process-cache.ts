/**
 * What this process has learnt and need not start a git for again. Only what can never change may be remembered as it is:
 * what a hash names; anything else is looked at before it is believed. A new process remembers nothing.
 */
/** At most so many; a full one begins anew. */
export function createProcessCache<Value>(most = 10_000): Map<string, Value> {
  const known = new Map<string, Value>();
  const set = known.set.bind(known);
  known.set = (key, value) => {
    if (known.size >= most) known.clear();
    return set(key, value);
  };
  return known;
}
