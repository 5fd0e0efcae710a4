/** Reads and plays a script. */
import { Refusal } from '@harness/core/failure/refusal';
import type { ProviderParts } from '../provider-module.ts';

export const parts: ProviderParts = {
  state: () => ({ found: 'scripted agents need no key and no network', refusal: undefined }),
  async open({ script: path }) {
    if (path === '') throw new Refusal('script.missing');
    const [{ scriptedProvider }, { readScript }, { ScriptError }] = await Promise.all([
      import('@harness/effects/agent/scripted/provider'),
      import('@harness/effects/agent/scripted/script'),
      import('@harness/effects/agent/scripted/source'),
    ]);
    try {
      const { script, sha256 } = await readScript(path);
      return { provider: scriptedProvider({ script, sha256 }), people: script.people };
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      if (error.code === 'missing') throw new Refusal('script.missing', { path });
      throw new Refusal('script.invalid', { path, detail: error.message });
    }
  },
};
