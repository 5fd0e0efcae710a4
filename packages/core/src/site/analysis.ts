/** What the analyst says of a site, as JSON by a schema; every word of it comes from captured pages and is checked as such. */
import * as z from 'zod';

const said = (most: number) =>
  z
    .string()
    .refine((text) => text.trim() !== '', 'must say something')
    .refine((text) => text.length <= most, `must not be longer than ${most} characters`);

/** A list may be left out. Said so, and not by a default: some providers take no schema that has one. */
const listOf = <Item extends z.ZodType>(item: Item, most: number) =>
  z
    .preprocess((value) => value ?? [], z.array(item))
    .refine((all) => all.length <= most, `must not be more than ${most}`);

const page = z.object({ url: said(2_000), purpose: said(1_000), elements: listOf(said(300), 30) });
const flow = z.object({ name: said(200), steps: listOf(said(300), 20) });

export const analysisType = z.object({
  title: said(120),
  summary: said(2_000),
  audience: said(500),
  pages: listOf(page, 5),
  flows: listOf(flow, 12),
  requirements: listOf(said(500), 40),
  visual_style: said(2_000),
  open_questions: listOf(said(500), 20),
});

export type Analysis = z.output<typeof analysisType>;
