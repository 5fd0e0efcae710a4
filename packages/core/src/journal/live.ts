/** Live activity of an agent, in a form that is common to all providers. */
import type { Usage } from '../budget/usage.ts';

export type LiveEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool'; readonly tool: string; readonly detail: string }
  | { readonly type: 'tool-result'; readonly tool: string; readonly ok: boolean }
  | { readonly type: 'denied'; readonly tool: string; readonly path: string }
  | { readonly type: 'retry'; readonly detail: string; readonly afterMs: number }
  | { readonly type: 'usage'; readonly usage: Usage; readonly costUsd?: number };
