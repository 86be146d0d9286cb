import { readStructureAt, readTextAt } from '../../../lib/openinference/attribute-path.js';
import { parseStructure, printExactJson } from '../../../lib/json/exact-json.js';
import { readValue } from '../../../lib/openinference/read-value.js';
import { Fact, Facts } from './facts.js';
import { JsonSection, ValueSection } from './value-card.js';
import type { KindInfoProps } from './kind-info.js';
import classes from './tool-info.module.css';

/** A tool call: the tool, its parameters, its input and its output. */
export function ToolInfo({ span, attributes }: KindInfoProps) {
  const description = readTextAt(attributes, 'tool.description');
  const parameters = readStructureAt(attributes, 'tool.parameters');
  const input = parseStructure(readValue(attributes, 'input')?.value ?? '');
  // Many tracers record the arguments twice.
  const sameAsInput = input !== undefined && printExactJson(input) === printExactJson(parameters);
  return (
    <>
      <Facts>
        <Fact name="Tool">{readTextAt(attributes, 'tool.name') ?? span.name}</Fact>
        <Fact name="Call">
          {readTextAt(attributes, 'tool.id') ?? readTextAt(attributes, 'tool_call.id')}
        </Fact>
      </Facts>
      {description ? <p className={classes.description}>{description}</p> : null}
      <ValueSection title="Input" value={readValue(attributes, 'input')} />
      {sameAsInput ? null : <JsonSection title="Parameters" value={parameters} />}
      <ValueSection title="Output" value={readValue(attributes, 'output')} />
      <JsonSection title="Schema" value={readStructureAt(attributes, 'tool.json_schema')} folded />
    </>
  );
}
