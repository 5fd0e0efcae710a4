/** Compares the answers of the running product with a smoke test (MO-09). Pure: an effect sends the requests. */

export interface SmokeUrl {
  readonly url: string;
  readonly expectStatus: number;
  readonly expectText?: string;
}

export interface SmokeTest {
  /** Starts the product; absent if it already runs. */
  readonly command?: string;
  /** Maximum time until it answers. */
  readonly waitMs: number;
  readonly urls: readonly SmokeUrl[];
}

/** The answer of a URL; `status` is `null` if the server did not answer. */
export interface SmokeAnswer {
  readonly status: number | null;
  readonly body: string;
}

/** `undefined` if the answer is as expected. */
export function smokeProblem({ url, expectStatus, expectText }: SmokeUrl, { status, body }: SmokeAnswer) {
  if (status === null) return `${url}: no response`;
  if (status !== expectStatus) return `${url}: responded with ${status}, not ${expectStatus}`;
  if (expectText !== undefined && !body.includes(expectText))
    return `${url}: the response does not contain "${expectText}"`;
  return undefined;
}

/** Describes an answer to compare two commits; `undefined` if the product did not answer or is still starting. */
export function smokeFact(expected: SmokeUrl, answer: SmokeAnswer): string | undefined {
  if (isStillStarting(answer)) return undefined;
  return smokeProblem(expected, answer) === undefined ? 'as expected' : `not as expected: ${answer.status}`;
}

/** Statuses of a product that is still starting: the request is repeated until `waitMs` is over. */
const startingStatuses: readonly (number | null)[] = [null, 502, 503, 504];
export const isStillStarting = ({ status }: SmokeAnswer): boolean => startingStatuses.includes(status);
