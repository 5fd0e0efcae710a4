/** `harness mcp`: serves the Model Context Protocol on standard input and output, until the client closes them. */
import { exitCodes } from '@harness/core/journal/end';
import { boundedLine } from '@harness/core/text/bounded-text';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run({ options, output, workflows }: Invocation): Promise<number> {
  const { serveStandardStreams } = await import('../mcp/serve.ts'); // one chunk for this command and the control server
  const served = { path: resolveRepo(options), workflows, language: output.language };
  // A schema reports many lines about one bad message.
  await serveStandardStreams(served, ({ message }) => output.complain(`harness mcp: ${boundedLine(message, 300)}\n`));
  return exitCodes.ok;
}
