/** A provider that writes its prompt to a file, if the role may write, and replies with a fixed text. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noCost } from '@harness/core/budget/usage';
import { echo } from '@harness/core/providers/echo';
import { modelOf } from '@harness/core/providers/model-tier';
import type { Provider } from '../provider.ts';

export const echoProvider = (reply: string): Provider => ({
  id: 'echo',
  async *run({ mode, cwd, prompt, model = 'haiku' }) {
    yield { type: 'started', params: { provider: 'echo', model: modelOf(echo.tiers, model) } };
    if (mode === 'exec') await writeFile(join(cwd, 'echo.txt'), prompt);
    yield { type: 'text', text: reply };
    yield { type: 'result', result: { outcome: 'ok', text: reply, spent: noCost } };
  },
});
