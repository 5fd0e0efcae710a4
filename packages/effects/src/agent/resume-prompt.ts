/**
 * What a conversation is told when it goes on, and when it was lost and begins anew.
 *
 * One that goes on has heard the words of the repository: hearing them again is paid for in every turn that follows. One
 * that was lost knows nothing: it is told the change so far before anything else.
 */
import type { AgentRequest } from './provider.ts';

export const resumePrompt = ({ prompt, words = '' }: Pick<AgentRequest, 'prompt' | 'words'>): string =>
  words !== '' && prompt.startsWith(words) ? prompt.slice(words.length).trimStart() : prompt;

export const restartPrompt = (request: AgentRequest): AgentRequest =>
  request.recap === undefined ? request : { ...request, prompt: `${request.recap}\n\n${request.prompt}` };
