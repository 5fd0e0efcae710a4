/**
 * Marks comments and issues of the harness, so that a later try finds them, and says which run has claimed an issue.
 *
 *   MK1. A mark is a line of a text: an HTML comment, which most trackers do not show. One that shows it gives the words of
 *        `markLine` another form.
 *   MK2. Text from outside never contains a mark of the harness: `withMark` breaks those that it finds.
 *   MK3. The claims of an issue form a chain: the first claim holds until a claim names it as the one that it replaces. Of
 *        several claims that replace the same one, the first counts. So every reader of the same comments agrees.
 */
type MarkKind = 'claim' | 'comment' | 'issue';

export interface Mark {
  readonly kind: MarkKind;
  /** `<run>/<key>`. */
  readonly effect: string;
  /** Effect of the claim that this claim replaces; `null` if there is none. */
  readonly over: string | null;
}

const opening = '<!-- harness ';

export function withMark(text: string, { kind, effect, over }: Mark): string {
  const plain = text.replaceAll(opening, '<!- harness ').trimEnd();
  return `${plain}\n\n<!-- ${markLine({ kind, effect, over })} -->`;
}

/** A mark in words, without the signs around it. */
export const markLine = ({ kind, effect, over }: Mark): string =>
  `harness ${kind} ${encode(effect)}${over === null ? '' : ` over ${encode(over)}`}`;

export function parseMark(line: string): Mark | null {
  const { kind, effect, over } = form.exec(line)?.groups ?? {};
  if (kind === undefined || effect === undefined) return null;
  return { kind: kind as MarkKind, effect: decode(effect), over: over === undefined ? null : decode(over) };
}

const form = /^harness (?<kind>claim|comment|issue) (?<effect>\S{1,500})(?: over (?<over>\S{1,500}))?$/;
const hiddenLine = /^<!-- (harness [^\n]{1,1100}?) -->[ \t]*\r?$/gm;

/** The last mark of a text, because a person may write below it; `null` if it has none. */
export function markOf(text: string): Mark | null {
  return (
    [...text.matchAll(hiddenLine)].map(([, line = '']) => parseMark(line)).findLast((mark) => mark !== null) ?? null
  );
}

export const withoutMarks = (text: string): string => text.replace(/^<!-- harness [^\n]*-->[ \t]*\r?$/gm, '');

/** Whether a text has the mark of this effect. */
export const isMarked = (text: string, kind: MarkKind, effect: string): boolean => {
  const mark = markOf(text);
  return mark?.kind === kind && mark.effect === effect;
};

/** A `%` of another program's text may be followed by anything. */
const encode = (text: string) =>
  text.replace(/[%\s<>]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
const decode = (text: string) =>
  text.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A claim, with the time of its comment. */
export interface IssueClaim extends Pick<Mark, 'effect' | 'over'> {
  /** ISO 8601. */
  readonly at: string;
}

export const claimsIn = (comments: readonly { readonly text: string; readonly at: string }[]): readonly IssueClaim[] =>
  comments.flatMap(({ text, at }) => {
    const mark = markOf(text);
    return mark?.kind === 'claim' ? [{ effect: mark.effect, over: mark.over, at }] : [];
  });

/**
 * The claim that counts; `null` if there is none. Claims of the same second count in the given order. A copy of a claim
 * does not count, and a claim whose predecessor a person deleted starts a new chain.
 */
export function lastClaim(all: readonly IssueClaim[]): IssueClaim | null {
  const byTime = all.toSorted((one, other) => (Date.parse(one.at) || 0) - (Date.parse(other.at) || 0));
  const claims = byTime.filter((claim, at) => byTime.findIndex(({ effect }) => effect === claim.effect) === at);
  const known = new Set(claims.map(({ effect }) => effect));
  let holder = claims.find(({ over }) => over === null || !known.has(over)) ?? null;
  for (let steps = 0; holder !== null && steps < claims.length; steps++) {
    const { effect }: IssueClaim = holder;
    const next = claims.find(({ over }) => over === effect);
    if (next === undefined) return holder;
    holder = next;
  }
  return holder;
}

/** The run that made an effect; a child belongs to its first parent. */
export const runOfEffect = (effect: string): string => effect.split(/[./]/, 1)[0] ?? '';

export interface ClaimFacts {
  /** Whether the issue has the status in progress. */
  readonly isInProgress: boolean;
  readonly ageMs: number;
  /** `null` if the run belongs to another repository or machine. */
  readonly hasRunEnded: boolean | null;
}

/** Time between the comment and the status of a claim, with a crash and a resume between them. */
const settleMs = 10 * 60_000;
/** How long a claim of a run in another repository counts. */
const unknownRunMs = 24 * 3_600_000;

/** Whether a claim keeps other runs away. A person releases it with another status, or by deleting its comment. */
export function isClaimHeld({ isInProgress, ageMs, hasRunEnded }: ClaimFacts): boolean {
  if (hasRunEnded === true) return false;
  if (!isInProgress && ageMs > settleMs) return false;
  return hasRunEnded === false || ageMs < unknownRunMs;
}
