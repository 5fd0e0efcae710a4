/** `harness mcp`: serves the Model Context Protocol on standard input and output, until the client closes them. */
import { exitCodes } from '@harness/core/journal/end';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../mcp/server.ts';
import type { Invocation } from './command.ts';
import { takeStandardOutput } from './output.ts';
import { resolveRepo } from './repo.ts';

export function run({ options, output, workflows }: Invocation): Promise<number> {
  const served = { path: resolveRepo(options), workflows, language: output.language };
  const transport = new StdioServerTransport(process.stdin, takeStandardOutput());
  return new Promise((resolve) => {
    process.stdin.once('close', () => resolve(exitCodes.ok)).once('end', () => resolve(exitCodes.ok));
    const onerror = (error: Error) => output.complain(`${error.message}\n`);
    serveStdio(() => createMcpServer(served), { transport, onerror });
  });
}
