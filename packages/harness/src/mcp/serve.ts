/** Serves MCP to one client on standard input and output, or to the requests of the control server. */
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { takeStandardOutput } from '../cli/output.ts';
import type { ServedRepository } from './place.ts';
import { createMcpServer } from './server.ts';

/** Resolves when the client closes standard input. */
export function serveStandardStreams(served: ServedRepository, onerror: (error: Error) => void): Promise<void> {
  const transport = new StdioServerTransport(process.stdin, takeStandardOutput());
  return new Promise((resolve) => {
    process.stdin.once('close', resolve).once('end', resolve);
    serveStdio(() => createMcpServer(served), { transport, onerror });
  });
}

export const createHttpHandler = (served: ServedRepository): McpHttpHandler =>
  createMcpHandler(() => createMcpServer(served));
