/** Keeps `.harness/greeting.txt`, a view file with the newest greeting of this repository. */
import { join } from 'node:path';
import { type HelloState, hello } from '@harness/core/workflows/hello/machine';
import { replaceDurableFile } from '@harness/engine/store/durable-file';
import type { ViewFile } from '../../run/view-file.ts';

export const greetingFile = '.harness/greeting.txt';

export function createGreetingFile(root: string): ViewFile {
  const own = new Set<string>();
  return {
    know: (run, [first]) => {
      if (first?.type === 'started' && first.machine === hello.id) own.add(run);
    },
    see: (run, entry) => {
      if (entry.type === 'started' && entry.machine === hello.id) own.add(run);
      if (!own.has(run) || entry.type !== 'moved') return;
      const state = entry.state as HelloState;
      if (state.at === 'greeted')
        replaceDurableFile(join(root, greetingFile), `${state.greeting}\n`, { durable: false });
    },
  };
}
