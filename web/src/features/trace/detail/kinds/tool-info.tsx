import { structureAt, textAt } from '../../attributes/attribute-path.js';
import { parseStructure, printExactJson } from '../../../../lib/json/exact-json.js';
import { readValue } from '../../attributes/read-value.js';
import { Fact, Facts } from '../facts.js';
import { JsonSection, ValueSection } from '../value-card.js';
import type { KindInfoProps } from './kind-info.js';
import classes from './tool-info.module.css';

/** A call of a tool: which one, what it takes, what it was given and what it answered. */
export function ToolInfo({ span, attributes }: KindInfoProps) {
  const description = textAt(attributes, 'tool.description');
  const parameters = structureAt(attributes, 'tool.parameters');
  const input = parseStructure(readValue(attributes, 'input')?.value ?? '');
  // Many tracers record the arguments twice.
  const sameAsInput = input !== undefined && printExactJson(input) === printExactJson(parameters);
  return (
    <>
      <Facts>
        <Fact name="Tool">{textAt(attributes, 'tool.name') ?? span.name}</Fact>
        <Fact name="Call">
          {textAt(attributes, 'tool.id') ?? textAt(attributes, 'tool_call.id')}
        </Fact>
      </Facts>
      {description ? <p className={classes.description}>{description}</p> : null}
      <ValueSection title="Input" value={readValue(attributes, 'input')} />
      {sameAsInput ? null : <JsonSection title="Parameters" value={parameters} />}
      <ValueSection title="Output" value={readValue(attributes, 'output')} />
      <JsonSection title="Schema" value={structureAt(attributes, 'tool.json_schema')} folded />
    </>
  );
}
