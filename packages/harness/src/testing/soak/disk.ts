/**
 * Journals of a simulated night, in memory, so that only the seed decides the order of events. An append can find the disk
 * full, and the daemon can be killed within an append; entries written before the kill are kept.
 */

import { Refusal } from '@harness/core/failure/refusal';
import type { Entry } from '@harness/core/journal/journal';
import type { Owner, Store } from '@harness/engine/store/store';
import { memoryStore } from '@harness/engine/testing/memory-store';
import type { Faults } from './faults.ts';

export class Killed extends Error {
  override readonly name = 'Killed';
}

export interface NightDisk {
  readonly store: Store;
  readonly files: Map<string, Entry[]>;
  /** An owner whose appends can be killed or find the disk full. */
  own(run: string): Promise<Owner>;
}

export function nightDisk(faults: Faults): NightDisk {
  const files = new Map<string, Entry[]>();
  const store = memoryStore({ files });
  /** Appends per journal, so that a place does not depend on other journals. */
  const appends = new Map<string, number>();
  const placeOf = (member: string) => {
    const n = (appends.get(member) ?? 0) + 1;
    appends.set(member, n);
    return `${member} ${n}`;
  };
  return {
    store,
    files,
    async own(run) {
      const owner = await store.own(run, { takeOver: true });
      const open: Owner['open'] = async (member) => {
        const writer = await owner.open(member);
        const append = async (entries: readonly Entry[]) => {
          const place = placeOf(member);
          if (faults.strikes('full disk', place)) {
            faults.struck('full disk', place);
            throw new Refusal('store.unwritable', { path: member, detail: 'ENOSPC' });
          }
          if (!faults.strikes('daemon kill', place)) return writer.append(entries);
          faults.struck('daemon kill', place);
          await writer.append(entries.slice(0, Math.floor(faults.number(place) * (entries.length + 1))));
          throw new Killed(place);
        };
        return { ...writer, append };
      };
      return { open, release: () => owner.release() };
    },
  };
}
