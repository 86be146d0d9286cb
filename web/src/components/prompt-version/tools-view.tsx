import { JsonView } from '../text/json-view.js';
import { isObject, type Json, type JsonObject } from '../../lib/json/exact-json.js';
import { formatPlural } from '../../lib/format/numbers.js';
import { PageSection } from '../layout/page-section.js';
import classes from './tools-view.module.css';

/** The tools that the model may call, and the tool choice. */
export function ToolsView({ tools }: { tools: Json }) {
  if (!isObject(tools)) return null;
  const list = Array.isArray(tools['tools']) ? tools['tools'] : [];
  return (
    <PageSection
      title="Tools"
      note={[formatPlural(list.length, 'tool'), ...describeToolChoice(tools)].join(' · ')}
    >
      <ul className={classes.tools}>
        {list.map((tool, place) => (
          <Tool key={place} tool={tool} />
        ))}
      </ul>
    </PageSection>
  );
}

function Tool({ tool }: { tool: Json }) {
  const { name, description, schema, isNative } = readTool(tool);
  return (
    <li className={classes.tool}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        {isNative ? <span className={classes.native}>in the provider’s format</span> : null}
      </div>
      {description === undefined ? null : <p className={classes.description}>{description}</p>}
      {schema === undefined ? null : (
        <div className={classes.schema}>
          <JsonView value={schema} maxLines={30} />
        </div>
      )}
    </li>
  );
}

interface ReadTool {
  name: string;
  description?: string | undefined;
  schema?: Json | undefined;
  isNative: boolean;
}

function readTool(tool: Json): ReadTool {
  const definition = isObject(tool) ? tool['function'] : undefined;
  if (isObject(definition)) {
    const { name, description, parameters } = definition;
    return {
      name: getText(name),
      description: typeof description === 'string' ? description : undefined,
      schema: parameters,
      isNative: false,
    };
  }
  const raw = isObject(tool) ? tool['raw'] : undefined;
  const known = isObject(raw) ? (raw['name'] ?? raw['type']) : undefined;
  return { name: typeof known === 'string' ? known : 'Tool', schema: raw, isNative: true };
}

const CHOICES: Record<string, string> = {
  none: 'tool calls not allowed',
  zero_or_more: 'tool calls optional',
  one_or_more: 'at least one tool call required',
};

function describeToolChoice(tools: JsonObject): string[] {
  const { tool_choice: choice, disable_parallel_tool_calls: isOneByOne } = tools;
  const words: string[] = [];
  if (isObject(choice)) {
    const { type, function_name: name } = choice;
    const isNamed = type === 'specific_function' && typeof name === 'string';
    words.push(isNamed ? `call to ${name} required` : (CHOICES[getText(type)] ?? getText(type)));
  }
  if (isOneByOne === true) words.push('one at a time');
  return words;
}

function getText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
