import { isObject, type Json } from '../../lib/json/exact-json.js';

/** An input of an evaluator: a parameter of a function, or a variable of a prompt. */
export interface InputSpec {
  name: string;
  description: string | undefined;
  /** The type of a fixed value: a text, a switch, any JSON, or either a text or JSON. */
  kind: 'text' | 'switch' | 'json' | 'any';
  isRequired: boolean;
  /** For a switch without a value. */
  isOnByDefault: boolean;
  /** The members of what the evaluator sees. An input without a path gets the one with its name. */
  members: readonly string[];
}

/** The context of an evaluator of a dataset. */
const DATASET_MEMBERS: readonly string[] = ['input', 'output', 'reference', 'metadata'];

/** Returns the inputs that a JSON schema describes, with the switches at the end. */
export function listSchemaInputs(
  schema: Json,
  members: readonly string[] = DATASET_MEMBERS,
): InputSpec[] {
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
  const required = isObject(schema) && Array.isArray(schema['required']) ? schema['required'] : [];
  const specs = Object.entries(properties).map(([name, property]) => {
    const about = isObject(property) ? property : {};
    const { description, default: byDefault } = about;
    return {
      name,
      description: typeof description === 'string' ? description : undefined,
      kind: readKind(about),
      isRequired: required.includes(name),
      isOnByDefault: byDefault === true,
      members,
    };
  });
  return specs.toSorted((a, b) => Number(a.kind === 'switch') - Number(b.kind === 'switch'));
}

function readKind({ type, anyOf }: { type?: Json; anyOf?: Json }): InputSpec['kind'] {
  if (type === 'boolean') return 'switch';
  const canBeText =
    Array.isArray(anyOf) && anyOf.some((choice) => isObject(choice) && choice['type'] === 'string');
  return type === 'string' || canBeText ? 'text' : 'json';
}

/** Returns inputs of which only the names are known, such as the variables of a prompt. */
export function listVariableInputs(
  names: readonly string[],
  members: readonly string[] = DATASET_MEMBERS,
): InputSpec[] {
  return names.map((name) => ({
    name,
    description: undefined,
    kind: 'any',
    isRequired: false,
    isOnByDefault: false,
    members,
  }));
}
