/** Lets one process at a time use the local forge. */
import { type TryLock, withLock } from '../../file/with-lock.ts';
import { ForgeError } from '../forge-error.ts';

export type TryForgeLock = TryLock;

export const withForgeLock = <Value>(tryLock: TryForgeLock, act: () => Promise<Value>): Promise<Value> =>
  withLock(
    tryLock,
    () => new ForgeError('forge.unavailable', { detail: 'another process holds the lock of the local forge' }),
    act,
  );
