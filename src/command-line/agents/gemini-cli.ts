import { join } from 'node:path';
import type { JsonSetting } from '../settings/json-settings.js';
import {
  type Agent,
  type AgentConnection,
  MCP_NAME,
  type UserFolders,
  writeHeadersVariable,
  writeMcpHeaders,
} from './agent.js';

/** Google's Gemini CLI. */
export const GEMINI_CLI = geminiLike({
  name: 'gemini-cli',
  title: 'Gemini CLI',
  program: 'gemini',
  folderOf: ({ home }) => join(home, '.gemini'),
  // Its spans have content only if their details are asked for.
  settings: [{ path: ['telemetry', 'traces'], value: true }],
});

/** Qwen Code, which descends from Gemini CLI. */
export const QWEN_CODE = geminiLike({
  name: 'qwen-code',
  title: 'Qwen Code',
  program: 'qwen',
  folderOf: ({ home, env }) => env['QWEN_HOME'] || join(home, '.qwen'),
  settings: [],
});

/**
 * An agent with the settings of Gemini CLI. These have no headers for telemetry, so headers are in the variable
 * of OpenTelemetry, which the agent reads from `.env` in its folder.
 */
function geminiLike({
  folderOf,
  settings,
  ...agent
}: Pick<Agent, 'name' | 'title' | 'program'> & {
  folderOf: (folders: UserFolders) => string;
  settings: JsonSetting[];
}): Agent {
  return {
    ...agent,
    sendsTraces: true,
    findSigns: (folders) => [folderOf(folders)],
    listChanges: (folders, connection) => [
      {
        path: join(folderOf(folders), 'settings.json'),
        format: 'json',
        settings: [...listTelemetry(connection), ...settings, writeMcpServer(connection)],
      },
      {
        path: join(folderOf(folders), '.env'),
        format: 'text',
        block: {
          name: agent.name,
          lines: [`OTEL_EXPORTER_OTLP_HEADERS="${writeHeadersVariable(connection)}"`],
        },
      },
    ],
    note: (folders) =>
      `In a folder that has its own .env, ${agent.title} does not read ${join(folderOf(folders), '.env')}. Copy the line with OTEL_EXPORTER_OTLP_HEADERS there.`,
  };
}

function listTelemetry({ server, sendsContent }: AgentConnection): JsonSetting[] {
  return Object.entries({
    enabled: true,
    target: 'local',
    otlpEndpoint: server,
    otlpProtocol: 'http',
    logPrompts: sendsContent,
  }).map(([name, value]) => ({ path: ['telemetry', name], value }));
}

function writeMcpServer(connection: AgentConnection): JsonSetting {
  const value = { httpUrl: `${connection.server}/mcp`, ...writeMcpHeaders(connection) };
  return { path: ['mcpServers', MCP_NAME], value };
}
