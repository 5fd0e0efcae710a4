/** Computes the share of input that several calls read from the cache, and finds the call with the lowest share. */
import type { Usage } from '@harness/core/budget/usage';
import { type Difference, findDifference } from './difference.ts';
import type { Logged } from './server.ts';

/** The requests of one call, in order. */
export type CallLog = readonly Pick<Logged, 'role' | 'request' | 'usage'>[];

export interface Share {
  /** Total input of all calls but the first, which has nothing to read. */
  readonly input: number;
  readonly read: number;
  readonly share: number;
  /** The call with the lowest share, 1-based, and the difference of its first request from that of the call before. */
  readonly worst: { readonly call: number; readonly role: string; readonly parted: Difference | undefined };
}

export function shareOf(calls: readonly CallLog[]): Share {
  const later = calls.slice(1).map(inputOf);
  const [input, read] = [sum(later.map((one) => one.input)), sum(later.map((one) => one.read))];
  const shares = later.map((one) => one.read / one.input);
  const at = shares.indexOf(Math.min(...shares)) + 1;
  const [before, after] = [calls[at - 1]?.[0], calls[at]?.[0]];
  const parted = before && after && findDifference(before.request, after.request);
  return { input, read, share: read / input, worst: { call: at + 1, role: after?.role ?? '', parted } };
}

/** Explains why the worst call missed the cache. */
export function explainShare({ worst: { call, role, parted } }: Share): readonly string[] {
  const which = `${role}: call ${call} and the one before it`;
  if (!parted) return [`${which} say the same, and it was not read`];
  const { block, byte, before, after } = parted;
  return [`${which} part in ${block} at byte ${byte}:`, `  ${JSON.stringify(before)}`, `  ${JSON.stringify(after)}`];
}

function inputOf(call: CallLog): { readonly input: number; readonly read: number } {
  const used = call.flatMap(({ usage }) => (usage === null ? [] : [usage]));
  return { input: sum(used.map(allInput)), read: sum(used.map(({ cacheRead }) => cacheRead)) };
}

const allInput = ({ input, cacheRead, cacheWrite }: Usage) => input + cacheRead + cacheWrite;
const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
