/**
 * The schema of journal entries, and the types derived from it.
 *
 * It is separate from the folds, because reading a journal needs no schema: a valid checksum proves that this code wrote the
 * line. The schema is for journals from other sources, and for tests.
 */
import * as z from 'zod';
import { type FailureCode, failureCodes } from '../failure/failure.ts';
import type { State } from '../machine/machine.ts';
import { type End, ends } from './end.ts';
import { noteCodes } from './note.ts';

const atMs = z.number();
const key = z.string().min(1);
const params = z.record(z.string(), z.union([z.string(), z.number()]));
const state = z.custom<State>((value) => z.looseObject({ at: z.string() }).safeParse(value).success);
const failure = z.object({ code: z.enum(failureCodes as readonly [FailureCode, ...FailureCode[]]), params });
const outcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), failure }),
]);
const spent = z
  .object({
    usage: z.object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() }),
    costUsd: z.number(),
  })
  .exactOptional();
const end = z.enum(Object.keys(ends) as [End, ...End[]]);

export const entrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    atMs,
    machine: z.string(),
    version: z.number(),
    title: z.string(),
    /** How to perform the run (provider, script, limits); a resume keeps it. The machine never sees it. */
    settings: params,
    input: z.unknown(),
    state,
  }),
  z.object({
    type: z.literal('asked'),
    atMs,
    key,
    effect: z.object({ kind: z.string(), input: z.unknown() }),
    reserved: z.object({ tokens: z.number(), costUsd: z.number() }).exactOptional(),
  }),
  z.object({ type: z.literal('failed'), atMs, key, failure, againAtMs: z.number(), parks: z.boolean(), spent }),
  /** `by` is the id of the inbox message with the answer; each message is used once. */
  z.object({ type: z.literal('answered'), atMs, key, outcome, spent, by: z.string().exactOptional() }),
  z.object({ type: z.literal('moved'), atMs, state }),
  z.object({ type: z.literal('noted'), atMs, key: key.exactOptional(), code: z.enum(noteCodes), params }),
  z.object({ type: z.literal('upgraded'), atMs, version: z.number(), state }),
  z.object({ type: z.literal('stopping'), atMs, by: z.string(), because: failure.exactOptional() }),
  z.object({ type: z.literal('ended'), atMs, end, result: z.unknown() }),
  /**
   * A person resumed a failed run at its failed step. `keys` are the needs that keep their key, by name. `waits` is the key
   * of the wait for the child that is resumed too: its answer no longer counts.
   */
  z.object({ type: z.literal('reopened'), atMs, state, keys: z.record(z.string(), key), waits: key.optional() }),
]);

export type Entry = z.infer<typeof entrySchema>;
type WithoutTime<E> = E extends unknown ? Omit<E, 'atMs'> : never;
export type NewEntry = WithoutTime<Entry>;
export type EntryOf<Type extends Entry['type']> = Extract<Entry, { type: Type }>;
