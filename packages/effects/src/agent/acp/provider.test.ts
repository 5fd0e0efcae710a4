import { testFolder } from '../../test-folder.ts';
import { environment } from '../../testing/acp.ts';
import type { Answer } from '../../testing/acp-agent/script.ts';
import { scriptedAgent } from '../../testing/acp-agent/start.ts';
import { type Behaviour, providerContract } from '../provider.contract.ts';
import { acpAgent } from './agents.ts';
import { acpProvider } from './provider.ts';

const behaviours: Readonly<Record<Behaviour, Answer>> = {
  replies: {
    steps: [{ say: ['hel', 'lo'] }, { cost: 0.25 }],
    usage: { totalTokens: 30, inputTokens: 10, outputTokens: 5, cachedReadTokens: 15 },
  },
  writes: { steps: [{ write: 'made.txt', text: 'made' }, { run: 'touch ran.txt' }, { say: 'wrote' }] },
  fails: { steps: [{ fail: { code: -32603, message: 'Internal error', data: { errorKind: 'rate_limit' } } }] },
  hangs: { steps: [{ say: 'a beginning' }, { hang: true }] },
};

providerContract(async (behaviour) => {
  const answers = [{ role: 'contract.tester', ...behaviours[behaviour] }];
  const { command } = scriptedAgent(await testFolder(), { answers });
  return acpProvider({ agent: acpAgent({ command: [...command], env: [] }), retries: 0, environment });
});
