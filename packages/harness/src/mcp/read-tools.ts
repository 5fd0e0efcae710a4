/** Tools that read runs, questions and reports: the documents of the commands with `--json`. */
import { Refusal } from '@harness/core/failure/refusal';
import * as z from 'zod';
import { run as printQuestions } from '../cli/questions.ts';
import { run as printReport } from '../cli/report.ts';
import { run as printRuns } from '../cli/runs.ts';
import { run as printRun } from '../cli/show.ts';
import { run as printLoop } from '../workflows/issues-session/status.ts';
import { commandDocument } from './command-document.ts';
import { toResult } from './result.ts';
import { defineTool, type McpTool } from './tool.ts';

export const cursorSchema = z
  .string()
  .optional()
  .describe('`nextCursor` of the answer before, to read the next page; leave it out for the first');
export const runSchema = z.string().min(1).describe('id of a run, or a unique beginning of it');

export const readTools: readonly McpTool[] = [
  defineTool({
    name: 'runs',
    about: 'List the runs of this repository, newest first: status, state, cost, number of open questions.',
    input: z.strictObject({
      all: z.boolean().optional().describe('also list child runs'),
      cursor: cursorSchema,
    }),
    isReading: true,
    async call({ all = false, cursor }, { place }) {
      const document = await commandDocument(printRuns, place, { options: { all } });
      return toResult(document, { cursor, language: place.language });
    },
  }),
  defineTool({
    name: 'show',
    about:
      'Show one run: its calls, checks, questions, commits, findings and timeline. With loop instead of run: the counters of the issue loop.',
    input: z.strictObject({
      run: runSchema.optional(),
      loop: z.literal(true).optional().describe('show the issue loop of this repository'),
      cursor: cursorSchema,
    }),
    isReading: true,
    async call({ run, loop, cursor }, { place }) {
      if ((run === undefined) === (loop === undefined))
        throw new Refusal('usage.invalid', { detail: 'show needs a run, or loop: true' });
      const document =
        run === undefined
          ? await commandDocument(printLoop, place)
          : await commandDocument(printRun, place, { args: [run] });
      return toResult(document, { cursor, language: place.language });
    },
  }),
  defineTool({
    name: 'questions',
    about:
      'List the open questions, with options and evidence. Show them to the person; only a person may answer, through the tool answer.',
    input: z.strictObject({ cursor: cursorSchema }),
    isReading: true,
    async call({ cursor }, { place }) {
      return toResult(await commandDocument(printQuestions, place), { cursor, language: place.language });
    },
  }),
  defineTool({
    name: 'report',
    about: 'Report what landed, what is stuck and why, what it cost, and what needs a person.',
    input: z.strictObject({
      since: z.string().optional().describe('a time, such as "last night", "2 days ago" or 2026-01-31'),
      proof: z.boolean().optional().describe('report the evidence for every claim instead'),
      cursor: cursorSchema,
    }),
    isReading: true,
    async call({ since, proof = false, cursor }, { place }) {
      const options = { proof, ...(since === undefined ? {} : { since }) };
      return toResult(await commandDocument(printReport, place, { options }), { cursor, language: place.language });
    },
  }),
];
