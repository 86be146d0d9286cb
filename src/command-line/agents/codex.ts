import { join } from 'node:path';
import type { TomlTable, TomlValue } from '../settings/toml-settings.js';
import {
  type Agent,
  type AgentConnection,
  MCP_NAME,
  type UserFolders,
  writeMcpHeaders,
  writeTraceHeaders,
} from './agent.js';

/** OpenAI's Codex CLI, which also serves its extension for editors. */
export const CODEX: Agent = {
  name: 'codex',
  title: 'Codex CLI',
  program: 'codex',
  sendsTraces: true,
  findSigns: (folders) => [folderOf(folders)],
  listChanges: (folders, connection) => [
    {
      path: join(folderOf(folders), 'config.toml'),
      format: 'toml',
      tables: [writeTelemetry(connection), writeMcpServer(connection)],
    },
  ],
};

function writeTelemetry(connection: AgentConnection): TomlTable {
  return {
    path: ['otel'],
    values: {
      log_user_prompt: connection.sendsContent,
      exporter: writeExporter('logs', connection),
      trace_exporter: writeExporter('traces', connection),
      metrics_exporter: writeExporter('metrics', connection),
    },
  };
}

function writeMcpServer(connection: AgentConnection): TomlTable {
  const { headers } = writeMcpHeaders(connection);
  const url = `${connection.server}/mcp`;
  return {
    path: ['mcp_servers', MCP_NAME],
    values: { url, ...(headers && { http_headers: headers }) },
  };
}

function writeExporter(signal: string, connection: AgentConnection): TomlValue {
  const endpoint = `${connection.server}/v1/${signal}`;
  return {
    'otlp-http': { endpoint, protocol: 'binary', headers: writeTraceHeaders(connection) },
  };
}

function folderOf({ home, env }: UserFolders): string {
  return env['CODEX_HOME'] || join(home, '.codex');
}
