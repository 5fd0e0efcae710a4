/**
 * Builds the prompt of a resumed session, and of a new session that replaces a lost one.
 *
 * A resumed session already has the repository's instructions, and repeating them costs tokens in every later turn. A
 * new session knows nothing, so its prompt starts with the change so far.
 */
import type { AgentRequest } from './provider.ts';

export const resumePrompt = ({ prompt, words = '' }: Pick<AgentRequest, 'prompt' | 'words'>): string =>
  words !== '' && prompt.startsWith(words) ? prompt.slice(words.length).trimStart() : prompt;

export const restartPrompt = (request: AgentRequest): AgentRequest =>
  request.recap === undefined ? request : { ...request, prompt: `${request.recap}\n\n${request.prompt}` };
