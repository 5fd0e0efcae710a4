/**
 * Writes `context.json`: what a role should know before it works on a phase (A-24, AO-32).
 *
 *   C1. Every part is there. A part that could not be read is `null`, and `meta.errors` says why.
 *   C2. Each part has its share of the budget, so that no part can displace another one.
 */
import { boundedLine } from '../text/bounded-text.ts';
import { fitValue } from './fit-value.ts';

export const contextParts = [
  'state',
  'learnings',
  'handoff',
  'graph',
  'businessKnowledge',
  'sessions',
  'validation',
] as const;
export type ContextPartName = (typeof contextParts)[number];

/** In tokens. */
const tokenBudget = 4_000;
const shares: Readonly<Record<ContextPartName, number>> = {
  state: 500,
  learnings: 1_000,
  handoff: 800,
  graph: 600,
  businessKnowledge: 600,
  sessions: 200,
  validation: 300,
};
const charactersPerToken = 4;

export const learningsLength = shares.learnings * charactersPerToken;

/** The value of a part; `null` if there is none. */
export type GatheredPart = { readonly value: unknown } | { readonly error: string };

export interface ContextInput {
  /** Path of the repository and slug of the session, as a role knows them. */
  readonly session: string | null;
  readonly phase: { readonly n: number; readonly name: string } | null;
  readonly include?: readonly ContextPartName[];
  /** Default: autopilot itself. */
  readonly skill?: string | undefined;
  readonly parts: Readonly<Record<ContextPartName, GatheredPart>>;
}

const maxError = 200;

export const contextDocumentText = (input: ContextInput): string =>
  `${JSON.stringify(contextDocument(input), null, 2)}\n`;

/** `include` names the wanted parts; by default all. */
export function contextDocument({
  session,
  phase,
  parts,
  include = contextParts,
  skill = 'harness-autopilot',
}: ContextInput) {
  const fitted = include.map((part) => [part, fitPart(part, parts[part])] as const);
  return {
    ...Object.fromEntries(fitted.map(([part, { value }]) => [part, value])),
    meta: {
      skill,
      session,
      phase,
      include,
      tokenBudget,
      learningsBudget: shares.learnings,
      cut: fitted.flatMap(([part, { isCut }]) => (isCut ? [part] : [])),
      errors: fitted.flatMap(([part, { error }]) =>
        error === undefined ? [] : [{ part, error: boundedLine(error, maxError) }],
      ),
    },
  };
}

interface FittedPart {
  readonly value: unknown;
  readonly isCut: boolean;
  readonly error?: string;
}

function fitPart(part: ContextPartName, gathered: GatheredPart): FittedPart {
  if ('error' in gathered) return { value: null, isCut: false, error: gathered.error };
  const fitted = fitValue(gathered.value, shares[part] * charactersPerToken);
  return fitted ?? { value: null, isCut: true, error: 'it is too large' };
}
