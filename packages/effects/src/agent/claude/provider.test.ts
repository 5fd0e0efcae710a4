import { onTestFinished } from 'vitest';
import { messagesServer } from '../../testing/messages-server/server.ts';
import type { Answer } from '../../testing/messages-server/turn.ts';
import { type Behaviour, providerContract } from '../provider.contract.ts';
import { claudeProvider } from './provider.ts';

const behaviours: Readonly<Record<Behaviour, Answer>> = {
  replies: { turns: [{ text: 'hello' }] },
  writes: {
    turns: [
      {
        tools: [
          { name: 'Write', input: { file_path: 'made.txt', content: 'made' } },
          { name: 'Bash', input: { command: 'touch ran.txt' } },
        ],
      },
      { text: 'wrote' },
    ],
  },
  fails: { turns: [{ fault: { is: 'rate-limit', retryAfterS: 3600 } }] },
  hangs: { turns: [{ text: 'a beginning', fault: { is: 'silence' } }] },
};

const environment = { PATH: process.env['PATH'], ANTHROPIC_API_KEY: 'a-key-of-the-test' };

providerContract(async (behaviour) => {
  const server = await messagesServer([{ role: 'contract.tester', ...behaviours[behaviour] }]);
  onTestFinished(() => server.close());
  return claudeProvider({ baseUrl: server.url, retries: 0, environment });
});
