/** Caches values within this process, to start git less often; only values that never change may be used unchecked. */
/** Holds at most `most` entries; a full cache is cleared. */
export function createProcessCache<Value>(most = 10_000): Map<string, Value> {
  const known = new Map<string, Value>();
  const set = known.set.bind(known);
  known.set = (key, value) => {
    if (known.size >= most) known.clear();
    return set(key, value);
  };
  return known;
}
