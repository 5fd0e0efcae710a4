/** Requests and replies of the GitHub stand-in. */
import type { HubState } from './state.ts';

export interface GitHubRequest {
  readonly state: HubState;
  readonly url: string;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}
export interface Reply {
  readonly status: number;
  readonly data: unknown;
  /** The rows of a list with pages; `wrap` builds its document. */
  readonly rows?: readonly unknown[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Plain text instead of a document. */
  readonly text?: string;
  wrap?(rows: readonly unknown[]): unknown;
}
export const replyWith = (data: unknown, status = 200): Reply => ({ status, data });
export const pages = (rows: readonly unknown[], wrap: (rows: readonly unknown[]) => unknown = (all) => all): Reply => ({
  status: 200,
  data: null,
  rows,
  wrap,
});
export const errorReply = (status: number, message: string, errors?: readonly object[]): Reply =>
  replyWith(
    { message, ...(errors ? { errors } : {}), documentation_url: 'https://docs.github.com/rest', status: `${status}` },
    status,
  );
export const invalid = (...errors: object[]) => errorReply(422, 'Validation Failed', errors);
