import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The answer of a tool, as its text and as a value. */
export interface ToolAnswer {
  isError: boolean;
  text: string;
  // Each test knows the shape of what it asks for.
  value: Record<string, any>; // oxlint-disable-line no-explicit-any
}

/** The published client, connected to a server. */
export interface Agent {
  client: Client;
  /** Calls a tool. Fails if the tool returns an error. */
  call(name: string, input?: object): Promise<ToolAnswer['value']>;
  /** Calls a tool, and returns its error as an answer. */
  ask(name: string, input?: object): Promise<ToolAnswer>;
}

/** Connects the client of the official SDK as the sender of some headers. */
export async function connectAgent(
  url: string,
  headers: Record<string, string> = {},
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  const ask = async (name: string, input: object = {}): Promise<ToolAnswer> => {
    const result = await client.callTool({ name, arguments: { ...input } });
    const [content] = result.content as { text: string }[];
    const isError = result.isError === true;
    return {
      isError,
      text: content!.text,
      value: isError ? {} : (result.structuredContent as ToolAnswer['value']),
    };
  };
  return {
    client,
    ask,
    async call(name, input) {
      const { isError, text, value } = await ask(name, input);
      if (isError) throw new Error(text);
      return value;
    },
  };
}
