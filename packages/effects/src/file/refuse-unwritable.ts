/** Turns an error of the disk into a refusal: the run stops, and its journal stays as it was. */
import { diskErrorCodes } from '@harness/core/failure/disk-errors';
import { Refusal } from '@harness/core/failure/refusal';

export async function refuseUnwritable<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!diskErrorCodes.has(code)) throw error;
    throw new Refusal('store.unwritable', { path, detail: message });
  }
}
