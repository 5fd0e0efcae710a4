/** The MCP server behind requests of the control server. */
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { ServedRepository } from './place.ts';
import { createMcpServer } from './server.ts';

export const createHttpHandler = (served: ServedRepository): McpHttpHandler =>
  createMcpHandler(() => createMcpServer(served));
