/** Schema of the analyst's answer about a site. Its text comes from captured pages, so every length is limited. */
import * as z from 'zod';

const text = (most: number) =>
  z
    .string()
    .refine((text) => text.trim() !== '', 'must say something')
    .refine((text) => text.length <= most, `must not be longer than ${most} characters`);

/** A missing list is empty. Not by `default`: some providers refuse a schema with defaults. */
const listOf = <Item extends z.ZodType>(item: Item, most: number) =>
  z
    .preprocess((value) => value ?? [], z.array(item))
    .refine((all) => all.length <= most, `must not be more than ${most}`);

const page = z.object({ url: text(2_000), purpose: text(1_000), elements: listOf(text(300), 30) });
const flow = z.object({ name: text(200), steps: listOf(text(300), 20) });

export const analysisSchema = z.object({
  title: text(120),
  summary: text(2_000),
  audience: text(500),
  pages: listOf(page, 5),
  flows: listOf(flow, 12),
  requirements: listOf(text(500), 40),
  visual_style: text(2_000),
  open_questions: listOf(text(500), 20),
});

export type Analysis = z.output<typeof analysisSchema>;
