import { join } from 'node:path';
import { type Agent, MCP_NAME, writeMcpHeaders } from './agent.js';

/** Cursor, which sends no traces but can use the MCP server. */
export const CURSOR: Agent = {
  name: 'cursor',
  title: 'Cursor',
  program: 'cursor',
  sendsTraces: false,
  findSigns: ({ home }) => [join(home, '.cursor')],
  listChanges: ({ home }, connection) => [
    {
      path: join(home, '.cursor', 'mcp.json'),
      format: 'json',
      settings: [
        {
          path: ['mcpServers', MCP_NAME],
          value: { url: `${connection.server}/mcp`, ...writeMcpHeaders(connection) },
        },
      ],
    },
  ],
  note: () => 'Cursor sends no traces. It can use the MCP server.',
};
