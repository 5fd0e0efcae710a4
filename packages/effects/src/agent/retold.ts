/** What is asked when the conversation to go on with is lost: whoever begins anew is told the change so far first. */
import type { AgentRequest } from './provider.ts';

export function retold({ session: _lost, recap, ...request }: AgentRequest): AgentRequest {
  return recap === undefined ? request : { ...request, prompt: `${recap}\n\n${request.prompt}` };
}
