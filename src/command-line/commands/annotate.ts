import { type Command, Option } from 'commander';
import { MisuseError } from '../errors/command-error.js';
import { addCommonOptions, type CommonOptions, createContext } from './common/context.js';
import type { InvokedCommand } from './common/invoked-command.js';
import { readNumber } from './common/options.js';
import { printJson } from '../output/json-output.js';

interface AnnotateOptions extends CommonOptions {
  name: string;
  label?: string;
  score?: number;
  explanation?: string;
  kind: string;
  identifier?: string;
  metadata?: object;
}

const TARGETS = ['span', 'trace', 'session'] as const;

const EXAMPLES = `
Examples:
  spandrel annotate span b7ad6b7169203331 --name correctness --label wrong --score 0
  spandrel annotate trace 0af7651916cd43dd8448eb211c80319c --name helpful --score 0.8 \\
      --explanation "It answers the question, but slowly."

An annotation with the same name and identifier is replaced.`;

/** Adds `annotate`. */
export function addAnnotate(program: Command): void {
  const annotate = program
    .command('annotate')
    .description('give a span, a trace or a session a label, a score or an explanation')
    .addHelpText('after', EXAMPLES);
  for (const target of TARGETS) {
    addCommonOptions(annotate.command(`${target} <id>`))
      .description(`annotate a ${target}`)
      .requiredOption('--name <name>', 'name of the annotation, such as correctness')
      .option('--label <label>', 'verdict as a word')
      .option('--score <number>', 'verdict as a number', readNumber)
      .option('--explanation <text>', 'reason for the verdict')
      .addOption(
        new Option('--kind <kind>', 'who judged')
          .choices(['HUMAN', 'LLM', 'CODE', 'DECISION', 'AGENT'])
          .default('HUMAN'),
      )
      .option('--identifier <text>', 'keeps several annotations of the same name apart')
      .option('--metadata <json>', 'a JSON object', readObject)
      .addHelpText('after', EXAMPLES)
      .action((id: string, options: AnnotateOptions, command: InvokedCommand) =>
        annotateOne(target, id, options, command),
      );
  }
}

async function annotateOne(
  target: (typeof TARGETS)[number],
  id: string,
  options: AnnotateOptions,
  command: InvokedCommand,
): Promise<void> {
  const { name, label, score, explanation, kind, identifier, metadata } = options;
  if (label === undefined && score === undefined && explanation === undefined) {
    throw new MisuseError('Give at least one of --label, --score and --explanation.');
  }
  const { client, terminal } = await createContext(options, command);
  const annotation = {
    [`${target}_id`]: id,
    name,
    annotator_kind: kind,
    result: { label, score, explanation },
    metadata,
    identifier,
  };
  const answer = await client.post<{ data: { id: string }[] }>(
    `${target}_annotations`,
    { data: [annotation] },
    { sync: true },
  );
  if (options.json) return printJson(terminal, answer);
  terminal.writeLine(`Annotated the ${target}: ${answer.data[0]?.id ?? id}`);
}

function readObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new MisuseError('--metadata must be a JSON object such as {"ticket": 4711}.');
}
