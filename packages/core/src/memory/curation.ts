/** What a curator answers: a proposal. What of it is kept, and where, the harness decides (`kept.ts`). */
import * as z from 'zod';
import { identityRoles } from './identity.ts';
import { memorySections } from './long-memory.ts';

/** What is beyond this no file would take: it does not come into the journal either. */
const mostLines = 60;
const longest = 400;

const lines = z
  .union([z.string().transform((text) => text.split('\n')), z.array(z.string())])
  .transform((list) => list.slice(0, mostLines).map((line) => line.slice(0, longest)));

export const curationSchema = z.looseObject({
  summary: lines,
  memory: z.partialRecord(z.enum(memorySections), lines).exactOptional(),
  /** Ids of entries that say the same trick in other words. */
  tricks: z.array(z.array(z.string())).exactOptional(),
  /** What a role should know in every mission to come, by its name. */
  identity: z.partialRecord(z.enum(identityRoles), lines).exactOptional(),
});

export type Curation = z.infer<typeof curationSchema>;
