/** Answers `POST /mcp`: the MCP server over HTTP. It is loaded with the first request, because most servers get none. */
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { ServedRepository } from '../mcp/place.ts';

export interface McpEndpoint {
  /** The sender is already checked, and the body is read. */
  answer(request: Request, body: Uint8Array<ArrayBuffer>): Promise<Response>;
  close(): void;
}

export function createMcpEndpoint(served: ServedRepository): McpEndpoint {
  const over = new AbortController();
  let loading: Promise<McpHttpHandler> | undefined;
  return {
    async answer({ url, headers, signal }, body) {
      loading ??= import('../mcp/serve.ts').then(({ createHttpHandler }) => createHttpHandler(served));
      const handler = await loading;
      return handler.fetch(
        new Request(url, { method: 'POST', headers, body, signal: AbortSignal.any([signal, over.signal]) }),
      );
    },
    close: () => over.abort(),
  };
}
