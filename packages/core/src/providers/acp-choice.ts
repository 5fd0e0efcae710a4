/** Reads the setting `agent.acp` back from the text that a run records. */
import type * as z from 'zod';
import * as field from '../config/field.ts';
import { acp } from './acp.ts';

const schema = acp.settings(field).acp;

export type AcpChoice = z.infer<typeof schema>;

/** `undefined` if no agent was named. */
export function parseAcpChoice(recorded: string): AcpChoice | undefined {
  if (recorded === '') return undefined;
  return schema.parse(recorded.startsWith('{') ? JSON.parse(recorded) : recorded);
}
