/** Schema of a curator's answer. It is a proposal: `curate.ts` decides which lines are kept. */
import * as z from 'zod';
import { identityRoles } from './identity.ts';
import { memorySections } from './long-memory.ts';

/** Limits per answer: lines beyond them would fit no file, so they stay out of the journal too. */
const mostLines = 60;
const longest = 400;

const lines = z
  .union([z.string().transform((text) => text.split('\n')), z.array(z.string())])
  .transform((list) => list.slice(0, mostLines).map((line) => line.slice(0, longest)));

export const curationSchema = z.looseObject({
  summary: lines,
  memory: z.partialRecord(z.enum(memorySections), lines).exactOptional(),
  /** Ids of entries that describe the same trick in other words. */
  tricks: z.array(z.array(z.string())).exactOptional(),
  /** New lines per role, for all future missions. */
  identity: z.partialRecord(z.enum(identityRoles), lines).exactOptional(),
});

export type Curation = z.infer<typeof curationSchema>;
