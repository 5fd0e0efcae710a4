/** Schema of a subsystem spec, `subsystems_knowledge/<system>/<subsystem>.yaml` (IO-15). */
import * as z from 'zod';
import { boundedLine, boundedText } from '../text/bounded-text.ts';
import { normalizeGlob } from './file-glob.ts';
import type { specDefects, specValueKinds } from './problem.ts';

type Rule = keyof typeof specDefects;
type Kind = (typeof specValueKinds)[number];

/** Names the problem of a custom rule. */
const rule = (problem: Rule) => ({ params: { problem } });
/** Names the expected kind if no alternative fits. */
const kind = (expected: Kind) => ({ error: expected });

const maxText = 4_000;
const maxLine = 1_000;
const maxEntries = 200;

const isFilled = (given: string) => given.trim() !== '';
const filled = z.string().max(maxText).refine(isFilled, rule('empty'));
const text = filled.transform((given) => boundedText(given, maxText));
const line = filled.max(maxLine).transform((given) => boundedLine(given, maxLine));
/** An id that YAML may read as a number. */
const label = z.union([line, z.number().transform(String)], kind('text'));

/** A word of a commit trailer and of the name of a file. */
const specName = /^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,63}$/u;
export const isSpecName = (given: string): boolean => specName.test(given);

const listOf = <Item extends z.ZodType<string>>(item: Item) => {
  const one = item.transform((given: string): string[] => [given]);
  return z.union([z.array(item).max(maxEntries), one], kind('texts'));
};

const glob = z
  .string()
  .refine((given) => normalizeGlob(given) !== null, rule('glob'))
  .transform((given) => normalizeGlob(given) ?? given);

const command = filled
  .max(maxLine)
  .refine((given) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(given.trim()), rule('command'))
  .transform((given) => given.trim());
const commands = (meaning: string) => listOf(command).nullish().describe(meaning);

const lines = (meaning: string) => listOf(line).nullish().describe(meaning);

const invariantObject = z.object({
  id: z.string().refine(isSpecName, rule('name')).optional().describe('Unique in this file; default: `INV-<n>`.'),
  text: line.describe('The rule, in one sentence.'),
  command: command
    .optional()
    .describe('The harness runs it; exit code 0 proves the rule. Without it a reviewer judges.'),
});
const invariantSchema = z.union([invariantObject, line.transform((rule) => ({ text: rule }))], kind('invariant'));

const maturity = z.enum(['concept', 'prototype', 'alpha', 'beta', 'production']).nullish();

const gapSchema = z.object({
  id: label.describe('Its id.'),
  type: line.nullish().describe('Any word.'),
  title: line.describe('The missing part, in one sentence.'),
  priority: z.int().min(1).max(5).nullish().describe('1 is the most urgent.'),
  blocks: lines('Work that waits for it.'),
  done_when: listOf(text).nullish().describe('When it is no gap any more.'),
  status: z.enum(['open', 'in-progress', 'addressed']).nullish().describe('Default: `open`.'),
});

const fixSchema = z.object({
  id: label.nullish().describe('Its id.'),
  date: line.nullish().describe('Its day.'),
  description: line.describe('The problem that must not come back.'),
  files: listOf(glob).nullish().describe('Globs of its files; default: all files of the subsystem.'),
});

const skillObject = z.object({
  name: line.describe('Name of the skill.'),
  plugin: line.nullish().describe('Where it comes from.'),
  when: line.nullish().describe('When it helps.'),
});
const skillSchema = z.union([skillObject, line.transform((name) => ({ name }))], kind('skill'));

const name = z.string().refine((given) => given.split('/').every(isSpecName), rule('name'));

export const specSchema = z.object({
  id: name.describe('Name of the subsystem, as in the name of the file; `<system>/<subsystem>` is accepted too.'),
  system: z.string().refine(isSpecName, rule('name')).describe('Name of the system, as the folder of the file.'),
  description: text.describe('The purpose of the subsystem, for planners.'),
  paths: z
    .object({
      owned: listOf(glob)
        .refine((all) => all.length > 0, rule('empty'))
        .describe('The files of the subsystem.'),
      public_api: listOf(glob).nullish().describe('Those of its files that others use; a change of one is a warning.'),
    })
    .describe('Globs from the root of the repository.'),
  invariants: z.array(invariantSchema).max(maxEntries).describe('Rules that every change must keep; may be empty.'),
  dependencies: z
    .object({
      compile_time: lines('Subsystems whose code this one imports.'),
      runtime: lines('Subsystems that this one calls while it runs.'),
      data: lines('Subsystems whose data it reads, or other data.'),
      config: lines('Subsystems whose configuration it reads, or other settings.'),
    })
    .nullish()
    .describe('The providers of this subsystem.'),
  dependents: lines('The consumers of this subsystem.'),
  tests: z
    .object({
      tier0: commands('Commands for every change group; less than 30 seconds.'),
      tier1: commands('Commands for the review; less than 5 minutes.'),
      tier2: commands('Commands that only people run.'),
    })
    .nullish()
    .describe('Test commands, each one text or a list.'),
  milestone: z
    .object({ current: maturity.describe('Today.'), target: maturity.describe('Aimed at.') })
    .nullish()
    .describe('Its maturity.'),
  gaps: z.array(gapSchema).max(maxEntries).nullish().describe('Known gaps; planners are warned of open ones.'),
  owners: lines('People or teams to ask.'),
  architecture: z.unknown().optional().describe('Notes of any form for planners.'),
  recently_fixed: z.array(fixSchema).max(maxEntries).nullish().describe('Fixes that a change must not undo.'),
  helpful_skills: z.array(skillSchema).max(maxEntries).nullish().describe('Skills for work on this subsystem.'),
});

export type SpecDocument = z.infer<typeof specSchema>;
