/** Builds the content of the prompt. The part that is the same in every call of the role in a run is a cached block. */
import type { AgentRequest } from '../provider.ts';

interface Block {
  readonly type: 'text';
  readonly text: string;
  readonly cache_control?: { readonly type: 'ephemeral' };
}

export type Content = string | readonly Block[];

/** The two blocks together equal the prompt. A prompt that does not start with `opening` stays one text. */
export function messageContent({ prompt, opening = '' }: Pick<AgentRequest, 'prompt' | 'opening'>): Content {
  if (opening === '' || !prompt.startsWith(opening)) return prompt;
  const first: Block = { type: 'text', text: opening, cache_control: { type: 'ephemeral' } };
  const rest = prompt.slice(opening.length);
  return rest === '' ? [first] : [first, { type: 'text', text: rest }];
}
