/**
 * Asks the person at the client through its form. A model has no part in the reply: it is no argument of the tool.
 *
 *   A1. Only an accepted form counts. A form that is declined, cancelled or missing answers nothing.
 *   A2. A reply belongs to the form of its key, so a client cannot use it for another question.
 */
import { type InputRequiredResult, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import type { McpCall } from './tool.ts';

export interface Form {
  readonly message: string;
  readonly choice: { readonly title: string; readonly options: readonly string[] };
  /** Title of a field for a text; absent if there is none. */
  readonly note?: string;
}

export type FormReply =
  | { readonly is: 'asking'; readonly request: InputRequiredResult }
  | { readonly is: 'chosen'; readonly choice: string; readonly note: string }
  | { readonly is: 'unanswered' };

export function askPerson({ context, canAsk }: McpCall, key: string, form: Form): FormReply {
  const reply = inputResponse(context.mcpReq.inputResponses, key);
  if (reply.kind === 'missing') return canAsk ? { is: 'asking', request: requestOf(key, form) } : { is: 'unanswered' };
  if (reply.kind !== 'elicit' || reply.action !== 'accept') return { is: 'unanswered' };
  const { choice, note } = reply.content ?? {};
  if (typeof choice !== 'string') return { is: 'unanswered' };
  return { is: 'chosen', choice, note: typeof note === 'string' ? note.trim() : '' };
}

function requestOf(key: string, { message, choice, note }: Form): InputRequiredResult {
  const properties = {
    choice: { type: 'string' as const, title: choice.title, enum: [...choice.options] },
    ...(note === undefined ? {} : { note: { type: 'string' as const, title: note } }),
  };
  const requestedSchema = { type: 'object' as const, properties, required: ['choice'] };
  return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) } });
}
