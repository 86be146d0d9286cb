import type { Command } from 'commander';
import type { Invocation } from '../kernel/text/invocation.js';
import { protectTerminal } from '../kernel/text/terminal-text.js';
import { InvokedCommand } from './commands/common/invoked-command.js';

const WIDTH = 100;

type AddCommands = (program: Command) => void;

/** The commands that talk to a server. Each is loaded only when it is used. */
const COMMANDS: Record<string, () => Promise<AddCommands>> = {
  login: async () => (await import('./commands/login.js')).addLogin,
  logout: async () => (await import('./commands/login.js')).addLogin,
  connect: async () => (await import('./commands/connect.js')).addConnect,
  projects: async () => (await import('./commands/projects.js')).addProjects,
  traces: async () => (await import('./commands/traces.js')).addTraces,
  spans: async () => (await import('./commands/spans.js')).addSpans,
  sessions: async () => (await import('./commands/sessions.js')).addSessions,
  datasets: async () => (await import('./commands/datasets.js')).addDatasets,
  experiments: async () => (await import('./commands/experiments.js')).addExperiments,
  prompts: async () => (await import('./commands/prompts.js')).addPrompts,
  annotate: async () => (await import('./commands/annotate.js')).addAnnotate,
  export: async () => (await import('./commands/export.js')).addExport,
};

export function isClientCommand(name: string): boolean {
  return Object.hasOwn(COMMANDS, name);
}

/** Builds the program for one of its commands. */
export async function createProgram(name: string, invocation: Invocation): Promise<Command> {
  const { stdout } = invocation;
  const [output, errors] = [protectTerminal(stdout), protectTerminal(invocation.stderr)];
  const program = new InvokedCommand('spandrel', invocation)
    .exitOverride()
    .configureHelp({ helpWidth: (stdout.isTTY && stdout.columns) || WIDTH })
    .configureOutput({
      writeOut: (text) => void output.write(text),
      writeErr: (text) => void errors.write(text),
      outputError: (text, write) =>
        write(text.replace(/^error: (.)/, (_, sign: string) => sign.toUpperCase())),
    })
    .showHelpAfterError('(add --help for more)');
  const add = await COMMANDS[name]?.();
  add?.(program);
  return program;
}
