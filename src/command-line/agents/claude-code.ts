import { join } from 'node:path';
import {
  type Agent,
  type AgentConnection,
  MCP_NAME,
  type UserFolders,
  writeHeadersVariable,
  writeMcpHeaders,
} from './agent.js';

/** The variables that add prompts, answers and tool calls to the telemetry of Claude Code. */
const CONTENT = {
  OTEL_LOG_USER_PROMPTS: '1',
  OTEL_LOG_ASSISTANT_RESPONSES: '1',
  OTEL_LOG_TOOL_DETAILS: '1',
  OTEL_LOG_TOOL_CONTENT: '1',
};

/**
 * Claude Code. The variables of its telemetry are in the block `env` of its settings. Its MCP servers for all
 * folders are in `.claude.json`.
 */
export const CLAUDE_CODE: Agent = {
  name: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  sendsTraces: true,
  findSigns: (folders) => [folderOf(folders), stateOf(folders)],
  listChanges: (folders, connection) => [
    {
      path: join(folderOf(folders), 'settings.json'),
      format: 'json',
      refusesComments: true,
      settings: Object.entries(listVariables(connection)).map(([name, value]) => ({
        path: ['env', name],
        value,
      })),
    },
    {
      path: stateOf(folders),
      format: 'json',
      refusesComments: true,
      settings: [
        {
          path: ['mcpServers', MCP_NAME],
          value: { type: 'http', url: `${connection.server}/mcp`, ...writeMcpHeaders(connection) },
        },
      ],
    },
  ],
};

function listVariables(connection: AgentConnection): Record<string, string> {
  return {
    CLAUDE_CODE_ENABLE_TELEMETRY: '1',
    // Traces are a beta, which has its own switch.
    CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_LOGS_EXPORTER: 'otlp',
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_ENDPOINT: connection.server,
    OTEL_EXPORTER_OTLP_HEADERS: writeHeadersVariable(connection),
    ...(connection.sendsContent ? CONTENT : {}),
  };
}

function folderOf({ home, env }: UserFolders): string {
  return env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
}

function stateOf({ home, env }: UserFolders): string {
  return join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json');
}
