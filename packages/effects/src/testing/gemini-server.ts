/** Runs a scripted model with the part of the Gemini API that its command line needs, on loopback. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer of the model: text, tools, an error status, or none at all. */
export interface GeminiTurn {
  readonly text?: string;
  readonly tools?: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
  readonly status?: number;
  readonly isSilent?: boolean;
}

export interface GeminiServer {
  readonly url: string;
  close(): void;
}

/** Answers with the next turn after each tool result; after the last turn it is done. */
export async function geminiServer(turns: readonly GeminiTurn[]): Promise<GeminiServer> {
  const server = createServer((request, response) => void answer(request, response, turns));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface GeminiRequest {
  readonly contents?: readonly {
    readonly role?: string;
    readonly parts?: readonly Readonly<Record<string, unknown>>[];
  }[];
}

async function answer(request: IncomingMessage, response: ServerResponse, turns: readonly GeminiTurn[]): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { contents = [] } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as GeminiRequest;
  if (request.url?.includes('countTokens')) return void response.end(JSON.stringify({ totalTokens: 10 }));
  const isStream = request.url?.includes('streamGenerateContent') === true;
  const step = contents.filter(({ parts = [] }) => parts.some((part) => 'functionResponse' in part)).length;
  const turn = isStream ? (turns[step] ?? { text: 'done' }) : { text: '{}' }; // other requests get an empty answer
  if (turn.isSilent) return;
  if (turn.status !== undefined) {
    response.writeHead(turn.status, { 'content-type': 'application/json' });
    const error = { code: turn.status, message: 'You are limited.', status: 'RESOURCE_EXHAUSTED' };
    return void response.end(JSON.stringify({ error }));
  }
  const body = JSON.stringify(responseFor(turn));
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
  response.end(isStream ? `data: ${body}\n\n` : body);
}

const responseFor = ({ text, tools = [] }: GeminiTurn) => ({
  candidates: [
    {
      content: {
        role: 'model',
        parts: [
          ...(text === undefined ? [] : [{ text }]),
          ...tools.map(({ name, args }) => ({ functionCall: { name, args } })),
        ],
      },
      finishReason: 'STOP',
      index: 0,
    },
  ],
  usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 5, totalTokenCount: 105 },
});
