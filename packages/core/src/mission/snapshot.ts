/** Names the snapshots of a mission, `<time>-iter-NNN`, and selects those to delete (MO-04, MO-26). */
export const snapshotName = (atMs: number, iteration: number): string => {
  const time = new Date(atMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${time}-iter-${String(iteration).padStart(3, '0')}`;
};

/** A mission resumed within a second restarts its iteration count, so the name may exist. */
export function freeSnapshotName(names: readonly string[], name: string): string {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}-${n}`;
    if (!names.includes(free)) return free;
  }
}

const ownName = /^\d{8}T\d{6}Z-iter-\d{3,}(?:-\d+)?$/;

/** Never selects a file with another name: the harness did not write it. */
export function outdatedSnapshots(names: readonly string[], retention: number): readonly string[] {
  const own = names.filter((name) => ownName.test(name)).sort();
  return own.slice(0, Math.max(0, own.length - retention));
}
