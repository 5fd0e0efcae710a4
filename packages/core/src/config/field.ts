/** What a setting can be. Each is made with the sentence that the docs and the editor show, so that none goes without. */
import * as z from 'zod';
import { relativePath } from '../text/paths.ts';
import type { RuleCode } from './problem.ts';

/** What is said when a rule of ours does not hold; the schema itself knows only types. */
export const problemParams = (problem: RuleCode) => ({ params: { problem } });

const form = (problem: RuleCode, fits: (text: string) => boolean) => z.string().refine(fits, problemParams(problem));

export const text = (meaning: string) => z.string().min(1).describe(meaning);

/** A command that a shell runs in the repository. */
export const command = (meaning: string) => text(meaning);

/** A file or folder inside the repository, in its normal form. */
export const path = (meaning: string) =>
  form('path', (given) => segmentsOf(given).length > 0)
    .transform((given) => segmentsOf(given).join('/'))
    .describe(meaning);

const segmentsOf = (given: string) => {
  const inside = relativePath(given, 'path');
  return inside.ok && !inside.segments.includes('.git') ? inside.segments : [];
};

/** An address. A password has no place in it: what stands in the configuration is committed. */
export const url = (meaning: string, ...protocols: readonly string[]) =>
  form('url', (given) => protocols.some((protocol) => given.startsWith(`${protocol}://`) && /:\/\/\S/.test(given)))
    .refine((given) => !/^[^/]*\/\/[^/@]*:[^/@]*@/.test(given), problemParams('password'))
    .describe(meaning);

/** A page of a server: only its place there, so that no other server can be meant. */
export const pagePath = (meaning: string) =>
  form('page', (given) => /^\/(?![/\\])[^\s\\]*$/.test(given)).describe(meaning);

/** A language: `en`, `ko`, `pt-BR`. */
export const tag = (meaning: string) =>
  form('tag', (given) => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(given)).describe(meaning);

/** A word that can be the name of a file. */
export const name = (meaning: string) =>
  form('name', (given) => /^[a-z0-9][a-z0-9_-]*$/i.test(given)).describe(meaning);

export const flag = (meaning: string) => z.boolean().describe(meaning);

/** A whole number of at least one. */
export const count = (meaning: string) => z.int().min(1).describe(meaning);

/** A whole number that may be zero. */
export const number = (meaning: string) => z.int().min(0).describe(meaning);

export const usd = (meaning: string) => z.number().min(0).describe(meaning);

/** A part of one. */
export const share = (meaning: string) => z.number().min(0).max(1).describe(meaning);

export const oneOf = <const Choices extends readonly [string, ...string[]]>(choices: Choices, meaning: string) =>
  z.enum(choices).describe(meaning);

/** One of several forms. */
export const either = <const Forms extends readonly [z.ZodType, ...z.ZodType[]]>(forms: Forms, meaning: string) =>
  z.union(forms).describe(meaning);

export const list = <Item extends z.ZodType>(item: Item, meaning: string) => z.array(item).describe(meaning);

/** Settings that belong together. A setting that is not known is an error: a typing error must not be silent. */
export const section = <Shape extends z.ZodRawShape>(shape: Shape, meaning: string) =>
  z.strictObject(shape).describe(meaning);

/** A section that is switched on and off: `true` and `false` are short for `{ enabled: … }`. */
export const toggle = <Shape extends z.ZodRawShape & { enabled: z.ZodType }>(shape: Shape, meaning: string) => {
  const whole = z.strictObject(shape);
  return z.union([whole, z.boolean().transform((enabled) => whole.parse({ enabled }))]).describe(meaning);
};
