/** What the fidelity role says of a product, and the score that the harness makes of it (DO-19). A score of its own counts for nothing. */
import * as z from 'zod';

export const requirementStatuses = ['met', 'partial', 'unmet'] as const;
export type RequirementStatus = (typeof requirementStatuses)[number];

const longest = 1_000;
const most = 300;

/** Some give a list of objects where a sentence was asked for: the first words in one are what it says. */
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
    .refine((text) => text.length <= longest, `must not be longer than ${longest} characters`),
);

/** A list may be left out. Said so, and not by a default: some providers take no schema that has one. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => value ?? [],
    z.array(item).refine((all) => all.length <= most, `must not be more than ${most}`),
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

/** Half of the share that is not met (what is met in part counts half), two for each drift, three tenths of the risk. */
export function scoreOf({ requirements, drift, risk_score: risk }: FidelityVerdict): number {
  const { partial, unmet } = counted(requirements);
  const share = requirements.length === 0 ? 0 : (unmet + partial / 2) / requirements.length;
  const score = 0.5 * share * 100 + 2 * drift.length + 0.3 * risk;
  return Math.round(Math.min(100, Math.max(0, score)) * 100) / 100;
}

export type Counts = Readonly<Record<RequirementStatus, number>>;

export const counted = (requirements: FidelityVerdict['requirements']): Counts => {
  const count = (wanted: RequirementStatus) => requirements.filter(({ status }) => status === wanted).length;
  return { met: count('met'), partial: count('partial'), unmet: count('unmet') };
};

/** An answer that holds nothing against the spec says nothing, and must not pass for a product without drift. */
export const saysNothing = ({ requirements, drift, risks }: FidelityVerdict): boolean =>
  requirements.length + drift.length + risks.length === 0;
