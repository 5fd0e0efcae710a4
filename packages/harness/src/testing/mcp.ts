/** A client of the MCP server, over the real command or over HTTP. */
import {
  Client,
  type ClientOptions,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { launcher, type Repository, withoutProof } from './command.ts';

interface Form {
  readonly message: string;
  readonly requestedSchema: {
    readonly properties: { readonly choice: { readonly enum: readonly string[] }; readonly note?: object };
  };
}

export interface McpAnswer<T> {
  readonly isError: boolean;
  /** The texts before the document. */
  readonly notice: string;
  readonly document: T;
  readonly bytes: number;
}

export interface McpTestClient {
  readonly client: Client;
  /** The forms that the person saw. */
  readonly forms: Form[];
  call<T = Readonly<Record<string, unknown>>>(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    onprogress?: (progress: { message?: string | undefined }) => void,
  ): Promise<McpAnswer<T>>;
}

/** How the person replies to a form; `null` is a client without forms. */
export type Person = ((form: Form) => ElicitResult | Promise<ElicitResult>) | null;

export const choose =
  (choice: string, note = ''): Person =>
  () => ({ action: 'accept', content: { choice, note } });

function testClient(person: Person, options: ClientOptions = {}): McpTestClient {
  const forms: Form[] = [];
  const capabilities = person === null ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: 'test', version: '1' }, { ...options, capabilities });
  if (person !== null)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const form = params as unknown as Form;
      forms.push(form);
      return person(form);
    });
  onTestFinished(() => client.close());
  return {
    client,
    forms,
    async call<T>(name: string, args = {}, onprogress?: (progress: { message?: string | undefined }) => void) {
      const result = await client.callTool({ name, arguments: args }, onprogress ? { onprogress } : {});
      const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''));
      const bytes = Buffer.byteLength(texts.join(''));
      const document = JSON.parse(texts.at(-1) ?? '') as T;
      return { isError: result.isError === true, notice: texts.slice(0, -1).join(''), document, bytes };
    },
  };
}

export interface CommandClient extends McpTestClient {
  readonly pid: number;
}

export async function commandClient(
  repo: Pick<Repository, 'path'>,
  person: Person = null,
  options: ClientOptions = {},
): Promise<CommandClient> {
  const { PATH = '', HOME = '' } = process.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp'],
    cwd: repo.path,
    env: { PATH, HOME, XDG_CACHE_HOME: `${repo.path}/../cache`, ...withoutProof },
    stderr: 'pipe',
  });
  const found = testClient(person, options);
  await found.client.connect(transport);
  return { ...found, pid: transport.pid ?? 0 };
}

export async function httpClient(
  { url, token }: { readonly url: string; readonly token: string },
  person: Person = null,
  options: ClientOptions = {},
): Promise<McpTestClient> {
  const found = testClient(person, options);
  const headers = { authorization: `Bearer ${token}` };
  await found.client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return found;
}
