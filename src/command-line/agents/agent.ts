import type { JsonSetting } from '../settings/json-settings.js';
import type { TextBlock } from '../settings/text-block.js';
import type { TomlTable } from '../settings/toml-settings.js';

/** The folders of a user, where agents keep their settings. */
export interface UserFolders {
  home: string;
  /** `~/.config`, or what XDG_CONFIG_HOME says. */
  config: string;
  env: Readonly<NodeJS.ProcessEnv>;
}

/** The address, project and keys that an agent is configured with. */
export interface AgentConnection {
  /** The address of the server, without a slash at the end. */
  server: string;
  project: string;
  /** Whether prompts, answers and the output of tools are sent. */
  sendsContent: boolean;
  /** The key for sending; null if the server requires none. */
  ingestKey: string | null;
  /** The key for MCP; null if the server requires none, or agents sign in themselves. */
  readKey: string | null;
}

/** A change to one settings file. */
export type SettingsChange = { path: string } & (
  | {
      format: 'json';
      settings: JsonSetting[];
      /** Whether the agent ignores the whole file if it has comments. */
      refusesComments?: boolean;
    }
  | { format: 'toml'; tables: TomlTable[] }
  | { format: 'text'; block: TextBlock }
);

/** A coding agent that can send traces, use the MCP server, or both. */
export interface Agent {
  /** The name for `--only`. */
  name: string;
  title: string;
  /** The program that starts it, by which it is found if it has no settings yet. */
  program: string;
  /** Files and folders by which it is found. */
  findSigns(folders: UserFolders): string[];
  sendsTraces: boolean;
  /** The changes that connect it. */
  listChanges(folders: UserFolders, connection: AgentConnection): SettingsChange[];
  /** Returns advice for the user, such as a step to take by hand; undefined if there is none. */
  note?(folders: UserFolders): string | undefined;
}

/** The name of the MCP server in the settings of agents. */
export const MCP_NAME = 'spandrel';

/** Returns the headers of a connection to the MCP server. */
export function writeMcpHeaders({ readKey }: AgentConnection): {
  headers?: Record<string, string>;
} {
  return readKey === null ? {} : { headers: { Authorization: `Bearer ${readKey}` } };
}

/** Returns the headers that come with traces: they name the project and, if there is one, the key. */
export function writeTraceHeaders({ ingestKey, project }: AgentConnection): Record<string, string> {
  return {
    ...(ingestKey === null ? {} : { Authorization: `Bearer ${ingestKey}` }),
    'x-project-name': project,
  };
}

/** Returns the same headers as the value of OTEL_EXPORTER_OTLP_HEADERS. */
export function writeHeadersVariable(connection: AgentConnection): string {
  const headers = Object.entries(writeTraceHeaders(connection));
  return headers.map(([name, value]) => `${name}=${value}`).join(',');
}
