/** Types of settings. Each takes the sentence that the docs and the editor show, so that no setting lacks one. */
import * as z from 'zod';
import { relativePath } from '../text/paths.ts';
import type { RuleCode } from './problem.ts';

/** Names the problem to report if a custom rule fails. */
export const problemParams = (problem: RuleCode) => ({ params: { problem } });

const form = (problem: RuleCode, fits: (text: string) => boolean) => z.string().refine(fits, problemParams(problem));

export const text = (meaning: string) => z.string().min(1).describe(meaning);

/** A command that a shell runs in the repository. One without a word would do nothing and succeed. */
export const command = (meaning: string) =>
  z
    .string()
    .min(1, { abort: true })
    .refine((given) => given.trim() !== '', problemParams('empty'))
    .describe(meaning);

/** A file or folder inside the repository, as a normalized path. */
export const path = (meaning: string) =>
  form('path', (given) => segmentsOf(given).length > 0)
    .transform((given) => segmentsOf(given).join('/'))
    .describe(meaning);

const segmentsOf = (given: string) => {
  const inside = relativePath(given, 'path');
  return inside.ok && !inside.segments.includes('.git') ? inside.segments : [];
};

/** A URL without a password, because the configuration is committed. */
export const url = (meaning: string, ...protocols: readonly string[]) =>
  form('url', (given) => protocols.some((protocol) => given.startsWith(`${protocol}://`) && /:\/\/\S/.test(given)))
    .refine((given) => !/^[^/]*\/\/[^/@]*:[^/@]*@/.test(given), problemParams('password'))
    .describe(meaning);

/** A path on the dev server, so that it cannot name another server. */
export const pagePath = (meaning: string) =>
  form('page', (given) => /^\/(?![/\\])[^\s\\]*$/.test(given)).describe(meaning);

/** A language tag such as `en`, `ko`, `pt-BR`. */
export const tag = (meaning: string) =>
  form('tag', (given) => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(given)).describe(meaning);

/** A valid file name of letters, digits, `_` and `-`. */
export const name = (meaning: string) =>
  form('name', (given) => /^[a-z0-9][a-z0-9_-]*$/i.test(given)).describe(meaning);

export const flag = (meaning: string) => z.boolean().describe(meaning);

export const count = (meaning: string) => z.int().min(1).describe(meaning);

export const number = (meaning: string) => z.int().min(0).describe(meaning);

export const usd = (meaning: string) => z.number().min(0).describe(meaning);

export const share = (meaning: string) => z.number().min(0).max(1).describe(meaning);

export const oneOf = <const Choices extends readonly [string, ...string[]]>(choices: Choices, meaning: string) =>
  z.enum(choices).describe(meaning);

export const either = <const Forms extends readonly [z.ZodType, ...z.ZodType[]]>(forms: Forms, meaning: string) =>
  z.union(forms).describe(meaning);

export const list = <Item extends z.ZodType>(item: Item, meaning: string) => z.array(item).describe(meaning);

/** A group of settings. An unknown setting is an error, so that typing errors are noticed. */
export const section = <Shape extends z.ZodRawShape>(shape: Shape, meaning: string) =>
  z.strictObject(shape).describe(meaning);

/** A section that can be switched on and off: `true` and `false` are short for `{ enabled: … }`. */
export const toggle = <Shape extends z.ZodRawShape & { enabled: z.ZodType }>(shape: Shape, meaning: string) => {
  const whole = z.strictObject(shape);
  return z.union([whole, z.boolean().transform((enabled) => whole.parse({ enabled }))]).describe(meaning);
};
