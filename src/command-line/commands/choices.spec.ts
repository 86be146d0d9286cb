import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addAnnotate } from './annotate.js';
import { addExport } from './export.js';

interface Schema {
  enum?: string[];
}
const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  components: { schemas: Record<string, { properties: Record<string, Schema> }> };
  paths: Record<string, Record<string, { parameters: { name: string; schema: Schema }[] }>>;
};

/** Returns the values that an option of a command accepts. */
function choicesOf(add: (program: Command) => void, path: string[], flag: string) {
  const program = new Command();
  add(program);
  const command = path.reduce<Command>(
    (parent, name) => parent.commands.find((child) => child.name() === name)!,
    program,
  );
  return command.options.find(({ long }) => long === flag)?.argChoices;
}

describe('the choices of an option', () => {
  it('are those of the server for --kind', () => {
    expect(choicesOf(addAnnotate, ['annotate', 'span'], '--kind')?.toSorted()).toEqual(
      document.components.schemas['NewSpanAnnotation']!.properties[
        'annotator_kind'
      ]!.enum?.toSorted(),
    );
  });

  it('are those of the server for --format', () => {
    const { parameters } =
      document.paths['/v1/projects/{project_identifier}/spans/export']!['get']!;
    const format = parameters.find(({ name }) => name === 'format')!;
    expect(choicesOf(addExport, ['export'], '--format')).toEqual(format.schema.enum);
  });
});
