/**
 * Caches values within this process, to start git less often. Only values that never change, such as the content of a
 * hash, may be cached unchecked. All others are verified before use.
 */
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
