/** A disk that takes nothing more is said to be so, and the run stops with its journal as it was. */
import { Refusal } from '@harness/core/refusal';
import { unwritableCodes } from '@harness/core/unwritable';

export async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!unwritableCodes.has(code)) throw error;
    throw new Refusal('store.unwritable', { path, detail: message });
  }
}
