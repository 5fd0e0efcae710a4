/**
 * Reads the input of a Stop hook, and the last message of a transcript (IO-09). Both are data of another program.
 */
import { parseJson } from '../text/json.ts';

export interface HookInput {
  readonly cwd: string | null;
  readonly transcriptPath: string | null;
  /** `null` if it is missing or empty. */
  readonly lastMessage: string | null;
}

/** `null` if the text is no JSON object. */
export function readHookInput(text: string): HookInput | null {
  const input = parseJson(text);
  if (!isRecord(input)) return null;
  return {
    cwd: nonEmpty(input['cwd']),
    transcriptPath: nonEmpty(input['transcript_path']),
    lastMessage: nonEmpty(input['last_assistant_message']),
  };
}

/**
 * The last text of the agent itself in a transcript, one JSON object per line. `null` if there is none, and also if a line
 * after it is torn: that line may be its last message.
 */
export function lastAssistantText(transcript: string): string | null {
  const lines = transcript.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines.reverse()) {
    const entry = parseJson(line);
    if (!isRecord(entry)) return null;
    const text = textOf(entry);
    if (text !== null) return text;
  }
  return null;
}

/** `null` if the entry is no message of the agent, or has no text. A message of a subagent is not the agent's own. */
function textOf(entry: Readonly<Record<string, unknown>>): string | null {
  const message = isRecord(entry['message']) ? entry['message'] : entry;
  const isAssistant = entry['type'] === 'assistant' || entry['role'] === 'assistant' || message['role'] === 'assistant';
  if (!isAssistant || entry['isSidechain'] === true) return null;
  const { content } = message;
  if (typeof content === 'string') return nonEmpty(content);
  if (!Array.isArray(content)) return null;
  const texts = content.flatMap((part: unknown) =>
    isRecord(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? [part['text']] : [],
  );
  return nonEmpty(texts.join('\n'));
}

const nonEmpty = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
