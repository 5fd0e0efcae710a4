/** Types of the tools of the MCP server. */
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { McpPlace } from './place.ts';

export interface McpCall {
  readonly place: McpPlace;
  readonly context: ServerContext;
  /** Whether the client shows forms to its user. */
  readonly canAsk: boolean;
}

export type McpToolAnswer = CallToolResult | InputRequiredResult;

export interface McpTool<Input extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly about: string;
  readonly input: Input;
  /** True if it changes nothing. */
  readonly isReading: boolean;
  call(input: z.output<Input>, call: McpCall): Promise<McpToolAnswer>;
}

/** Makes the compiler check that a tool reads only arguments of its schema. */
export const defineTool = <Input extends z.ZodType>(tool: McpTool<Input>): McpTool => tool as unknown as McpTool;
