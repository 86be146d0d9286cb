/** Where a snippet sends its traces. */
export interface SnippetTarget {
  /** The address of the server, without a slash at the end. */
  server: string;
  /** The name of the project. */
  project: string;
  needsKey: boolean;
}

/** A target as code: literals that are valid in both Python and TypeScript. */
export interface TargetLiterals {
  server: string;
  /** The address for traces over OTLP. */
  traces: string;
  project: string;
  needsKey: boolean;
}

/** A framework or language, and how it sends traces. */
export interface Framework {
  /** A name for addresses, such as `openai-agents`. */
  id: string;
  title: string;
  language: 'Python' | 'TypeScript' | 'Any language';
  /** Packages by which a project that uses the framework is recognized. */
  packages: readonly string[];
  /** The first major version of the package that needs other lines; undefined if these are for the newest. */
  before?: number;
  /** The command that installs what is needed; undefined if nothing is. */
  install?: string;
  /** The lines to add to an application. */
  setup: (target: TargetLiterals) => string;
  /** Code that follows `setup` and sends a first trace. */
  example?: string;
  /** How to run both as a file; undefined if they are typed into a terminal. */
  run?: string;
  /** The variable in which the snippet expects the API key. */
  key: 'PHOENIX_API_KEY' | 'OTEL_EXPORTER_OTLP_HEADERS';
}

/** Returns the lines that an application needs, without an example. */
export function writeSetup(framework: Framework, target: SnippetTarget): string {
  return framework.setup(toLiterals(target));
}

/** Returns a complete program that sends a first trace. */
export function writeProgram(framework: Framework, target: SnippetTarget): string {
  const setup = writeSetup(framework, target);
  if (framework.example === undefined) return setup;
  if (framework.language !== 'TypeScript') return `${setup}\n\n${framework.example}`;
  return wrapExample(setup, framework.example);
}

/** Returns the command that sets the API key for a framework. */
export function writeKey({ key }: Framework, apiKey = 'spd_…'): string {
  return key === 'OTEL_EXPORTER_OTLP_HEADERS'
    ? `export ${key}="Authorization=Bearer ${apiKey}"`
    : `export PHOENIX_API_KEY=${apiKey}`;
}

function toLiterals({ server, project, needsKey }: SnippetTarget): TargetLiterals {
  return {
    server: JSON.stringify(server),
    traces: JSON.stringify(`${server}/v1/traces`),
    project: JSON.stringify(project),
    needsKey,
  };
}

/**
 * Moves the example into a function. A new project is CommonJS, where `await` outside of functions
 * is a syntax error. Imports of the example move to the top.
 */
function wrapExample(setup: string, example: string): string {
  const lines = example.split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const body = lines
    .filter((line) => !line.startsWith('import '))
    .join('\n')
    .trim();
  const indented = body.replaceAll(/^(?=.)/gm, '  ');
  const top = [...imports, setup].join('\n');
  return `${top}\n\nasync function main() {\n${indented}\n}\n\nvoid main();`;
}
