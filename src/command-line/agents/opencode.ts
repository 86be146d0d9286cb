import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Agent, MCP_NAME, type UserFolders, writeMcpHeaders } from './agent.js';
import { listShellChanges, noteAboutShell } from './shell-function.js';

/** opencode. Its settings switch spans on, and variables say where they go. */
export const OPENCODE: Agent = {
  name: 'opencode',
  title: 'opencode',
  program: 'opencode',
  sendsTraces: true,
  findSigns: (folders) => [folderOf(folders)],
  listChanges: (folders, connection) => [
    {
      path: findFile(folders),
      format: 'json',
      settings: [
        { path: ['experimental', 'openTelemetry'], value: true },
        {
          path: ['mcp', MCP_NAME],
          value: {
            type: 'remote',
            url: `${connection.server}/mcp`,
            enabled: true,
            ...writeMcpHeaders(connection),
          },
        },
      ],
    },
    ...listShellChanges(OPENCODE, folders, connection, {}),
  ],
  note: (folders) => noteAboutShell(OPENCODE, folders),
};

function folderOf({ config }: UserFolders): string {
  return join(config, 'opencode');
}

function findFile(folders: UserFolders): string {
  const names = ['opencode.jsonc', 'opencode.json', 'config.json'];
  const paths = names.map((name) => join(folderOf(folders), name));
  return paths.find((path) => existsSync(path)) ?? join(folderOf(folders), 'opencode.json');
}
