import { Command } from 'commander';
import { addAnnotate } from './commands/annotate.js';
import { addDatasets } from './commands/datasets.js';
import { addExperiments } from './commands/experiments.js';
import { addExport } from './commands/export.js';
import { addLogin } from './commands/login.js';
import { addProjects } from './commands/projects.js';
import { addPrompts } from './commands/prompts.js';
import { addSessions } from './commands/sessions.js';
import { addSpans } from './commands/spans.js';
import { addTraces } from './commands/traces.js';

const WIDTH = 100;

/** Builds the commands that talk to a server. */
export function createProgram(): Command {
  const program = new Command('spandrel')
    .exitOverride()
    .configureHelp({ helpWidth: process.stdout.isTTY ? process.stdout.columns : WIDTH })
    .configureOutput({
      outputError: (text, write) =>
        write(text.replace(/^error: (.)/, (_, sign) => sign.toUpperCase())),
    })
    .showHelpAfterError('(add --help for more)');
  for (const add of [
    addLogin,
    addProjects,
    addTraces,
    addSpans,
    addSessions,
    addDatasets,
    addExperiments,
    addPrompts,
    addAnnotate,
    addExport,
  ]) {
    add(program);
  }
  return program;
}
