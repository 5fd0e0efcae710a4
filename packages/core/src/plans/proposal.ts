/** Schema of the plans that the planner proposes, as JSON (DO-17). */
import * as z from 'zod';
import { isGlob, isTag } from '../input-files/plan-file.ts';
import { type WorkKind, workKinds } from '../trust/work-kind.ts';

const line = (longest: number) =>
  z
    .string()
    .refine((text) => text.trim() !== '' && !/[\r\n]/.test(text), 'must be one line of text')
    .refine((text) => text.length <= longest, `must not be longer than ${longest} characters`);

/** A missing list is empty. Not by `default`: some providers refuse a schema with defaults. */
const listOf = <Item extends z.ZodType>(item: Item) => z.preprocess((value) => value ?? [], z.array(item));

/** `null` is absent, because a provider with strict schemas sends every key. */
const optional = <Item extends z.ZodType>(item: Item) => z.preprocess((value) => value ?? undefined, item.optional());

/** A phase is a word of the spec, but some planners answer with its number. */
const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);

const id = z.string().regex(/^\d{4}$/, 'must be four digits, such as "0007"');

const proposal = z.object({
  id,
  slug: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
    .refine((text) => text.length <= 60, 'must not be longer than 60 characters'),
  title: line(200),
  phase: z.preprocess(asText, line(80)),
  depends_on: listOf(id),
  estimated_passes: z.int().min(1).max(100),
  summary: z
    .string()
    .refine((text) => text.trim() !== '', 'must say something')
    .refine((text) => text.length <= 2_000, 'must not be longer than 2,000 characters'),
  scope_bullets: listOf(line(500)).refine((all) => all.length <= 20, 'must not be more than 20'),
  acceptance_tags: listOf(z.string().refine(isTag, 'must be a tag without spaces')),
  kind: optional(z.enum(['', ...workKinds])),
  changes: optional(z.array(line(200).refine(isGlob, 'must be a glob in the repository'))),
});

type Answered = z.output<typeof proposal>;

/** Without a kind or changes, the keys are absent. */
export interface Proposal extends Omit<Answered, 'kind' | 'changes'> {
  readonly kind?: WorkKind;
  readonly changes?: readonly string[];
}

/** An empty text or list means none. */
export const proposalOf = ({ kind = '', changes = [], ...rest }: Answered): Proposal => ({
  ...rest,
  ...(kind === '' ? {} : { kind }),
  ...(changes.length === 0 ? {} : { changes }),
});

/** Also accepts a bare list, or a list named `plans`. */
function unwrap(answer: unknown): unknown {
  if (Array.isArray(answer)) return { proposals: answer };
  const { proposals, plans } = (answer ?? {}) as { proposals?: unknown; plans?: unknown };
  return proposals === undefined && Array.isArray(plans) ? { proposals: plans } : answer;
}

export const proposalsSchema = z.preprocess(unwrap, z.object({ proposals: z.array(proposal) }));

export const fileNameOf = ({ id: own, slug }: Pick<Proposal, 'id' | 'slug'>): string => `${own}-${slug}.md`;
