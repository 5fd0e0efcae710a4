/**
 * What the model is asked, as one text or as two blocks: what every call of the role in a run begins with, kept in the
 * provider's cache, and the rest.
 */
import type { AgentRequest } from '../provider.ts';

interface Block {
  readonly type: 'text';
  readonly text: string;
  readonly cache_control?: { readonly type: 'ephemeral' };
}

export type Content = string | readonly Block[];

/** The two blocks say together exactly what the prompt says. A prompt that begins otherwise stays as it is. */
export function contentOf({ prompt, opening = '' }: Pick<AgentRequest, 'prompt' | 'opening'>): Content {
  if (opening === '' || !prompt.startsWith(opening)) return prompt;
  const first: Block = { type: 'text', text: opening, cache_control: { type: 'ephemeral' } };
  const rest = prompt.slice(opening.length);
  return rest === '' ? [first] : [first, { type: 'text', text: rest }];
}
