import { onTestFinished } from 'vitest';
import { environment } from '../../testing/codex.ts';
import { responsesServer } from '../../testing/responses-server/server.ts';
import { type Answer, patchAdding, shell } from '../../testing/responses-server/turn.ts';
import { type Behaviour, providerContract } from '../provider.contract.ts';
import { codexProvider } from './provider.ts';

const behaviours: Readonly<Record<Behaviour, Answer>> = {
  replies: { turns: [{ text: 'hello' }] },
  writes: { turns: [{ tools: [patchAdding('made.txt', 'made'), shell('touch ran.txt')] }, { text: 'wrote' }] },
  fails: { turns: [{ fault: { is: 'rate-limit', retryAfterS: 3600 } }] },
  hangs: { turns: [{ text: 'a beginning', fault: { is: 'silence' } }] },
};

providerContract(async (behaviour) => {
  const server = await responsesServer([{ role: 'contract.tester', ...behaviours[behaviour] }]);
  onTestFinished(() => server.close());
  return codexProvider({ baseUrl: server.url, retries: 0, environment });
});
