/** What a conversation that goes on is told: it has heard the words of the repository, and hearing them again is paid for in every turn that follows. */
import type { AgentRequest } from './provider.ts';

export const goingOn = ({ prompt, words = '' }: Pick<AgentRequest, 'prompt' | 'words'>): string =>
  words !== '' && prompt.startsWith(words) ? prompt.slice(words.length).trimStart() : prompt;
