/** Checks whether the configuration is valid; prints the same message as every command. */

import { Refusal } from '@harness/core/failure/refusal';
import { en } from '@harness/core/messages/en';
import { refusalText } from '@harness/core/messages/lookup';
import { findConfigPath, loadConfig } from '../settings/config.ts';
import { type Diagnosis, failedWith, passed } from './diagnosis.ts';

export async function config(root: string): Promise<Diagnosis> {
  const path = findConfigPath(root);
  try {
    await loadConfig(root, {}, process.env);
    return passed('config', true, path ?? 'no configuration: all settings are detected or have defaults');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return failedWith('config', true, refusalText(en, error.code, error.params).message, 'harness init --force');
  }
}
