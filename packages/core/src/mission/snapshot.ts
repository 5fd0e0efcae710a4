/** How snapshots of a mission are called, and which of them go (MO-04, MO-26): `<time>-iter-NNN`, the newest are kept. */
export const snapshotName = (atMs: number, iteration: number): string => {
  const time = new Date(atMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${time}-iter-${String(iteration).padStart(3, '0')}`;
};

/** A mission that is led on within a second counts its iterations anew: what was copied before stays. */
export function freeSnapshotName(names: readonly string[], name: string): string {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}-${n}`;
    if (!names.includes(free)) return free;
  }
}

const form = /^\d{8}T\d{6}Z-iter-\d{3,}(?:-\d+)?$/;

/** Whatever has another name is somebody else's, and stays. */
export function outdatedSnapshots(names: readonly string[], retention: number): readonly string[] {
  const own = names.filter((name) => form.test(name)).sort();
  return own.slice(0, Math.max(0, own.length - retention));
}
