import {
  readListAt,
  readStructureAt,
  readTextAt,
  toText,
} from '../../../lib/openinference/attribute-path.js';
import { isObject, isStructure, type Json } from '../../../lib/json/exact-json.js';
import {
  readMessages,
  readOfferedTools,
  type OfferedTool,
} from '../../../lib/openinference/read-messages.js';
import { readValue } from '../../../lib/openinference/read-value.js';
import { Fact, Facts } from './facts.js';
import { MessagesSection } from './messages-section.js';
import { JsonSection, ValueSection } from './value-card.js';
import type { KindInfoProps } from './kind-info.js';
import { JsonView } from '../../../components/text/json-view.js';
import { Card } from './card.js';
import { FoldableSection } from './foldable-section.js';
import classes from './offered-tools.module.css';

/** A model call: the chat, the parameters, the offered tools and the prompt template. */
export function LlmInfo({ span, attributes }: KindInfoProps) {
  const input = readMessages(attributes, 'llm.input_messages');
  const output = readMessages(attributes, 'llm.output_messages');
  const parameters = readStructureAt(attributes, 'llm.invocation_parameters');
  const [short, long] = splitParameters(parameters);
  const tools = readOfferedTools(attributes);
  return (
    <>
      <Facts>
        <Fact name="Model">{span.modelName ?? readTextAt(attributes, 'llm.model_name')}</Fact>
        <Fact name="Provider">{span.provider ?? readTextAt(attributes, 'llm.provider')}</Fact>
        {short.map(([name, value]) => (
          <Fact key={name} name={name}>
            {toText(value)}
          </Fact>
        ))}
      </Facts>
      <MessagesSection title="Input messages" messages={input} />
      <Prompts attributes={attributes} />
      {input.length === 0 ? (
        <ValueSection title="Input" value={readValue(attributes, 'input')} />
      ) : null}
      <MessagesSection title="Output messages" messages={output} />
      {output.length === 0 ? (
        <ValueSection title="Output" value={readValue(attributes, 'output')} />
      ) : null}
      <OfferedTools tools={tools} />
      <JsonSection
        title="Prompt template"
        value={readStructureAt(attributes, 'llm.prompt_template.template')}
      />
      <JsonSection
        title="Template variables"
        value={readStructureAt(attributes, 'llm.prompt_template.variables')}
      />
      {long ? <JsonSection title="Invocation parameters" value={parameters} folded /> : null}
      {input.length > 0 ? (
        <ValueSection title="Raw input" value={readValue(attributes, 'input')} folded />
      ) : null}
      {output.length > 0 ? (
        <ValueSection title="Raw output" value={readValue(attributes, 'output')} folded />
      ) : null}
    </>
  );
}

/** The prompts of completion models, which have no messages. */
function Prompts({ attributes }: { attributes: Json }) {
  return readListAt(attributes, 'llm.prompts').map((item, place) => (
    <JsonSection
      key={place}
      title={`Prompt ${place + 1}`}
      value={readTextAt(item, 'prompt.text') ?? toText(item)}
    />
  ));
}

/**
 * Splits off the parameters short enough for the line of details, and returns whether others
 * remain.
 */
function splitParameters(parameters: Json | undefined): [[string, Json][], boolean] {
  if (!isObject(parameters)) return [[], parameters !== undefined];
  const entries = Object.entries(parameters).map(([k, v]): [string, Json] => [k, v ?? null]);
  const short = entries.filter(
    ([name, value]) =>
      !isStructure(value) && name !== 'model' && String(toText(value)).length <= 24,
  );
  return [short.slice(0, 6), entries.length > 0];
}

/** The tools offered to a model, with their parameters. */
function OfferedTools({ tools }: { tools: readonly OfferedTool[] }) {
  if (tools.length === 0) return null;
  return (
    <FoldableSection title="Offered tools" count={tools.length} folded>
      {tools.map((tool, place) => (
        <Card key={place} title={<span className={classes.name}>{tool.name}</span>}>
          {tool.description ? <p className={classes.description}>{tool.description}</p> : null}
          {tool.schema === undefined ? null : <JsonView value={tool.schema} maxLines={40} />}
        </Card>
      ))}
    </FoldableSection>
  );
}
