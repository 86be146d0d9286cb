import { BadRequestError } from '../../kernel/errors/errors.js';
import { getOwn, isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { PromptVersionContent } from '../../prompts/versions/prompt-requests.service.js';
import { quote } from '../evaluation/evaluation.js';
import type { CategoricalOutput } from '../evaluation/output-config.js';

/** The member of a model's answer with the label, unless it is named like the output. */
export const LABEL = 'label';
export const EXPLANATION = 'explanation';

const TOOL = 'record_evaluation';

/**
 * Makes sure that the model of a version answers in a form that has a label: with a tool that the
 * version defines, in its response format, or else with a tool that this adds.
 * @throws BadRequestError if the version asks for other labels than the output has.
 */
export function withEvaluationTool(
  version: PromptVersionContent,
  output: CategoricalOutput,
): PromptVersionContent {
  if (version.tools || version.responseFormat) {
    assertSameLabels(version, output);
    return version;
  }
  return { ...version, tools: createTools(output) };
}

function createTools({ values, description }: CategoricalOutput): PromptVersionContent['tools'] {
  const parameters = {
    type: 'object',
    properties: {
      // Before the label, so that the model gives its reasons first.
      [EXPLANATION]: { type: 'string', description: 'Why the label fits, in a few sentences.' },
      [LABEL]: {
        type: 'string',
        enum: values.map(({ label }) => label),
        description: description ?? 'The label that fits.',
      },
    },
    required: [EXPLANATION, LABEL],
    additionalProperties: false,
  };
  return {
    type: 'tools',
    tools: [
      {
        type: 'function',
        function: { name: TOOL, description: 'Records the evaluation.', parameters },
      },
    ],
    tool_choice: { type: 'specific_function', function_name: TOOL },
  };
}

function assertSameLabels(version: PromptVersionContent, output: CategoricalOutput): void {
  const labels = output.values.map(({ label }) => label);
  const schemas = listSchemas(version);
  if (schemas.length === 0) {
    throw new BadRequestError('The prompt needs a function tool or a response format.');
  }
  const asked = schemas.map((schema) => findLabels(schema, output.name));
  if (asked.every((choice) => choice === null)) {
    throw new BadRequestError(
      `The tool or the response format needs a property "${LABEL}" or ${quote(output.name)}.`,
    );
  }
  for (const choice of asked) {
    if (!choice || choice === 'any') continue;
    if (choice.length === labels.length && choice.every((label) => labels.includes(label)))
      continue;
    throw new BadRequestError(
      `The prompt asks for the labels ${list(choice)}, but the output has ${list(labels)}.`,
    );
  }
}

function listSchemas({ tools, responseFormat }: PromptVersionContent): JsonObject[] {
  const ofTools = tools?.tools.map((tool) =>
    tool.type === 'function' ? tool.function.parameters : undefined,
  );
  return [...(ofTools ?? []), responseFormat?.json_schema.schema].filter((schema) => !!schema);
}

/** Returns the labels that a schema allows; null if it has no place for one. */
function findLabels(schema: JsonObject, outputName: string): string[] | 'any' | null {
  const properties = getOwn(schema, 'properties');
  if (!isJsonObject(properties)) return null;
  const property = getOwn(properties, LABEL) ?? getOwn(properties, outputName);
  if (property === undefined) return null;
  const choice = isJsonObject(property) ? getOwn(property, 'enum') : undefined;
  return Array.isArray(choice) ? choice.map(String) : 'any';
}

function list(labels: readonly string[]): string {
  return labels.map(quote).join(', ');
}
