import { Command } from 'commander';

const WIDTH = 100;

type AddCommands = (program: Command) => void;

/** The commands that talk to a server. Each is loaded only when it is used. */
const COMMANDS: Record<string, () => Promise<AddCommands>> = {
  login: async () => (await import('./commands/login.js')).addLogin,
  logout: async () => (await import('./commands/login.js')).addLogin,
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

/** Builds the program for one of its commands. */
export async function createProgram(name: string): Promise<Command> {
  const program = new Command('spandrel')
    .exitOverride()
    .configureHelp({ helpWidth: process.stdout.isTTY ? process.stdout.columns : WIDTH })
    .configureOutput({
      outputError: (text, write) =>
        write(text.replace(/^error: (.)/, (_, sign: string) => sign.toUpperCase())),
    })
    .showHelpAfterError('(add --help for more)');
  const add = await COMMANDS[name]?.();
  add?.(program);
  return program;
}
