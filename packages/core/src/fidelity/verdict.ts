/** Parses the answer of the fidelity role, and computes the score (DO-19). A score in the answer is ignored. */
import * as z from 'zod';

export const requirementStatuses = ['met', 'partial', 'unmet'] as const;
export type RequirementStatus = (typeof requirementStatuses)[number];

const maxLength = 1_000;
const maxItems = 300;

/** Some models return objects instead of sentences: takes the first text in the object. */
function asText(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.values(value).find((one) => typeof one === 'string' && one.trim() !== '') ?? value;
}
const sentence = z.preprocess(
  asText,
  z
    .string()
    .refine((text) => text.trim() !== '', 'must say something')
    .refine((text) => text.length <= maxLength, `must not be longer than ${maxLength} characters`),
);

/** An optional list. It uses no schema default, because some providers reject schemas with defaults. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => value ?? [],
    z.array(item).refine((all) => all.length <= maxItems, `must not be more than ${maxItems}`),
  );

const requirement = z.object({
  requirement: sentence,
  status: z.enum(requirementStatuses),
  plan_id: z.preprocess((value) => asText(value) ?? null, z.string().nullable()),
  notes: z.preprocess((value) => value ?? '', z.string()),
});

export const fidelityType = z.object({
  risk_score: z.number().min(0).max(100),
  requirements: listOf(requirement),
  drift: listOf(sentence),
  risks: listOf(sentence),
  recommended_actions: listOf(sentence),
});

export type FidelityVerdict = z.output<typeof fidelityType>;

/** Adds 50 times the unmet share (a partially met requirement counts half), 2 per drift, and 0.3 of the risk score. */
export function scoreOf({ requirements, drift, risk_score: risk }: FidelityVerdict): number {
  const { partial, unmet } = countStatuses(requirements);
  const share = requirements.length === 0 ? 0 : (unmet + partial / 2) / requirements.length;
  const score = 0.5 * share * 100 + 2 * drift.length + 0.3 * risk;
  return Math.round(Math.min(100, Math.max(0, score)) * 100) / 100;
}

export type RequirementCounts = Readonly<Record<RequirementStatus, number>>;

export const countStatuses = (requirements: FidelityVerdict['requirements']): RequirementCounts => {
  const count = (wanted: RequirementStatus) => requirements.filter(({ status }) => status === wanted).length;
  return { met: count('met'), partial: count('partial'), unmet: count('unmet') };
};

/** Whether the answer is empty; an empty answer must not count as a product without drift. */
export const isEmptyVerdict = ({ requirements, drift, risks }: FidelityVerdict): boolean =>
  requirements.length + drift.length + risks.length === 0;
