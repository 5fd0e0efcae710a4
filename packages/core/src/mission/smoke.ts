/** What a smoke test expects of the running product, and whether an answer is it (MO-09). Pure: the harness looks itself. */

export interface SmokeUrl {
  readonly url: string;
  readonly expectStatus: number;
  readonly expectText?: string;
}

export interface SmokeTest {
  /** The command that starts the product; none when it runs already. */
  readonly command?: string;
  /** How long it may take until it answers. */
  readonly waitMs: number;
  readonly urls: readonly SmokeUrl[];
}

/** What an address answered; nobody answered when there is no status. */
export interface SmokeAnswer {
  readonly status: number | null;
  readonly body: string;
}

/** What is wrong with an answer; nothing when it is as expected. */
export function smokeProblem({ url, expectStatus, expectText }: SmokeUrl, { status, body }: SmokeAnswer) {
  if (status === null) return `${url}: nobody answers`;
  if (status !== expectStatus) return `${url}: answered ${status}, not ${expectStatus}`;
  if (expectText !== undefined && !body.includes(expectText))
    return `${url}: the answer does not contain "${expectText}"`;
  return undefined;
}

/** A product that is still coming up says so: it is looked at again until its time is over. */
const comingUp: readonly (number | null)[] = [null, 502, 503, 504];
export const isStillStarting = ({ status }: SmokeAnswer): boolean => comingUp.includes(status);
