/**
 * Builds the content of the prompt. The parts that later calls of the run repeat are blocks of their own.
 *
 * Only the last of them is a cache breakpoint, because the API allows four and the program uses three. The API finds the
 * prefix that an earlier call stored at any of the up to 20 blocks before a breakpoint.
 */
import type { AgentRequest } from '../provider.ts';

interface Block {
  readonly type: 'text';
  readonly text: string;
  readonly cache_control?: { readonly type: 'ephemeral' };
}

export type Content = string | readonly Block[];

const separator = '\n\n';

/** The blocks together equal the prompt. A prompt that does not start with the parts of `opening` stays one text. */
export function messageContent({ prompt, opening = [] }: Pick<AgentRequest, 'prompt' | 'opening'>): Content {
  const repeated = opening.join(separator);
  if (repeated === '' || !prompt.startsWith(repeated)) return prompt;
  const texts = opening.map((part, at) => (at === 0 ? part : `${separator}${part}`));
  const rest = prompt.slice(repeated.length);
  const last = texts.length - 1;
  const blocks = texts.map((text, at): Block => {
    const block = { type: 'text', text } as const;
    return at === last ? { ...block, cache_control: { type: 'ephemeral' } } : block;
  });
  return rest === '' ? blocks : [...blocks, { type: 'text', text: rest }];
}
