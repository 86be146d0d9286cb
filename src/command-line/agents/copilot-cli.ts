import { join } from 'node:path';
import { type Agent, MCP_NAME, type UserFolders, writeMcpHeaders } from './agent.js';
import { listShellChanges, noteAboutShell } from './shell-function.js';

/** GitHub's Copilot CLI. Its telemetry is set by variables only. */
export const COPILOT_CLI: Agent = {
  name: 'copilot-cli',
  title: 'Copilot CLI',
  program: 'copilot',
  sendsTraces: true,
  findSigns: (folders) => [folderOf(folders)],
  listChanges: (folders, connection) => [
    {
      path: join(folderOf(folders), 'mcp-config.json'),
      format: 'json',
      settings: [
        {
          path: ['mcpServers', MCP_NAME],
          value: {
            type: 'http',
            url: `${connection.server}/mcp`,
            ...writeMcpHeaders(connection),
            tools: ['*'],
          },
        },
      ],
    },
    ...listShellChanges(COPILOT_CLI, folders, connection, {
      COPILOT_OTEL_ENABLED: 'true',
      ...(connection.sendsContent
        ? { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' }
        : {}),
    }),
  ],
  note: (folders) => noteAboutShell(COPILOT_CLI, folders),
};

function folderOf({ home, env }: UserFolders): string {
  return env['COPILOT_HOME'] || join(home, '.copilot');
}
