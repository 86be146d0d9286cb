import { join } from 'node:path';
import {
  type Agent,
  type AgentConnection,
  type SettingsChange,
  type UserFolders,
  writeHeadersVariable,
} from './agent.js';

/**
 * Changes for agents whose telemetry is set by variables only. A function of the shell sets them for the
 * agent alone, because exported variables would change every program that uses OpenTelemetry. The function is in
 * its own file, because other users can often read the files that a shell starts with.
 */
export function listShellChanges(
  agent: Agent,
  folders: UserFolders,
  connection: AgentConnection,
  variables: Record<string, string>,
): SettingsChange[] {
  const file = functionFileOf(agent, folders);
  const start = findStartFile(folders);
  const all = {
    ...variables,
    OTEL_EXPORTER_OTLP_ENDPOINT: connection.server,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_HEADERS: writeHeadersVariable(connection),
  };
  const assignments = Object.entries(all).map(([name, value]) => `  ${name}='${value}' \\`);
  const lines = [`${agent.program}() {`, ...assignments, `  command ${agent.program} "$@"`, '}'];
  return [
    { path: file, format: 'text', block: { name: agent.name, lines } },
    ...(start === undefined
      ? []
      : [
          {
            path: start,
            format: 'text' as const,
            block: { name: agent.name, lines: [`[ ! -r '${file}' ] || . '${file}'`] },
          },
        ]),
  ];
}

/** Returns a note that says from when on the shell has the function. */
export function noteAboutShell(agent: Agent, folders: UserFolders): string {
  const file = functionFileOf(agent, folders);
  return findStartFile(folders) === undefined
    ? `${agent.title} reads where to send traces from variables only. Set those of ${file} when you start it.`
    : `Open a new terminal before you start ${agent.title}, or run: . '${file}'`;
}

function functionFileOf({ name }: Agent, { config }: UserFolders): string {
  return join(config, 'spandrel', `${name}.sh`);
}

/** Returns the file that interactive shells read; undefined for a shell with another syntax. */
function findStartFile({ home, env }: UserFolders): string | undefined {
  const shell = env['SHELL'] ?? '';
  if (shell.endsWith('/zsh')) return join(env['ZDOTDIR'] || home, '.zshrc');
  return shell.endsWith('/bash') ? join(home, '.bashrc') : undefined;
}
