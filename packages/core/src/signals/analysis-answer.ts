/** Reads the answer of `POST /api/analyze`: CML, and PESL if the task needed a simulation (AO-36 to AO-39). */
import * as z from 'zod';
import { parseJson } from '../text/json.ts';
import { riskLevels } from './complexity.ts';

const share = z.number().min(0).max(1);
const cmlSchema = z.object({
  overall: share,
  structural: share,
  semantic: share,
  historical: share,
  risk: z.enum(riskLevels),
});
const peslSchema = z.object({ executionConfidence: share, riskScore: share });

export interface AnalysisAnswer {
  readonly cml: z.infer<typeof cmlSchema>;
  readonly pesl: z.infer<typeof peslSchema> | null;
}

/** `null` unless the stream is complete and names the complexity: half an answer is none. */
export function readAnalysisAnswer(stream: string): AnalysisAnswer | null {
  const events = new Map(stream.split(/\r?\n\r?\n/).map(readEvent));
  const cml = cmlSchema.safeParse(parseJson(events.get('cml_result') ?? ''));
  const pesl = peslSchema.safeParse(parseJson(events.get('pesl_result') ?? ''));
  if (!events.has('done') || events.has('error') || !cml.success) return null;
  return { cml: cml.data, pesl: pesl.success ? pesl.data : null };
}

function readEvent(block: string): readonly [event: string, data: string] {
  const lines = block.split(/\r?\n/);
  const fieldText = (field: string) =>
    lines
      .find((line) => line.startsWith(field))
      ?.slice(field.length)
      .trim() ?? '';
  return [fieldText('event:'), fieldText('data:')];
}
