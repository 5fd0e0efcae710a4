/** Whether the configuration can be read; what is wrong with it is said as every command would say it. */
import { en } from '@harness/core/messages/en';
import { Refusal } from '@harness/core/refusal';
import { configFor, configPath } from '../config.ts';
import { type Examined, fine, wrong } from './check.ts';

export async function config(root: string): Promise<Examined> {
  const path = configPath(root);
  try {
    await configFor(root, {}, process.env);
    return fine('config', true, path ?? 'no configuration: everything is detected or has a default');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return wrong('config', true, en.refusals[error.code](error.params).message, 'harness init --force');
  }
}
