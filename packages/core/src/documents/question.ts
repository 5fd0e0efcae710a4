/** Documents about open and answered questions. */
import * as z from 'zod';
import { time, versionSchema } from './run.ts';

export const questionSchema = z
  .object({
    id: z.string(),
    run: z.string(),
    header: z.string(),
    question: z.string(),
    options: z.array(z.object({ label: z.string(), description: z.string() })).readonly(),
    evidence: z.array(z.string()).readonly(),
    item: z.string().nullable(),
    askedAt: time,
    notes: z.array(z.object({ text: z.string(), by: z.string() })).readonly(),
    answer: z.string().optional(),
    note: z.string().optional(),
    answeredBy: z.string().optional(),
    channel: z.enum(['terminal', 'command', 'script', 'http', 'mcp']).optional(),
    answeredAt: time.nullable().optional(),
  })
  .meta({
    id: 'Question',
    description: 'A closed question for a person; `answer` and the fields after it exist once it is answered.',
  });

export const questionsSchema = z
  .object({ version: versionSchema, questions: z.array(questionSchema).readonly() })
  .meta({ id: 'Questions' });

/** An answer to a question: one of its options, or a note, which does not answer it. */
export const answer = z
  .strictObject({ choice: z.string().optional(), note: z.string().optional() })
  .refine(({ choice, note = '' }) => choice !== undefined || note.trim() !== '', { message: 'choice is missing' })
  .meta({
    id: 'Answer',
    description: 'One of the options, case-insensitive. A note alone is kept with the question and does not answer it.',
  });

export const answered = z
  .object({
    version: versionSchema,
    question: z.string(),
    choice: z.string().nullable(),
    note: z.string().optional(),
    message: z.string().optional().describe('Why a note alone did not answer the question.'),
    options: z.array(z.string()).readonly().optional().describe('The options of a question that is still open.'),
    next: z.string().nullable().describe('The command that continues the run; null if a process already runs it.'),
  })
  .meta({ id: 'Answered' });
