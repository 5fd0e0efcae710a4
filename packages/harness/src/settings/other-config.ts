/** Warns of a configuration in a place where other tools keep theirs: its settings have no effect here. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messagesFor } from '@harness/core/messages/index';
import type { Output } from '../render/screen.ts';

const path = '.harness/config.json';

export function warnOfOtherConfig(root: string, { language, tell }: Pick<Output, 'language' | 'tell'>): void {
  if (existsSync(join(root, path))) tell(`${messagesFor(language).trust.otherConfig({ path })}\n`);
}
