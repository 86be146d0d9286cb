import { structureAt, textAt } from '../../attributes/attribute-path.js';
import { Fact, Facts } from '../facts.js';
import { JsonSection, ValueSection } from '../value-card.js';
import type { KindInfoProps } from './kind-info.js';
import classes from './tool-info.module.css';

/** A call of a tool: which one, what it takes, what it was given and what it answered. */
export function ToolInfo({ span, attributes }: KindInfoProps) {
  const description = textAt(attributes, 'tool.description');
  return (
    <>
      <Facts>
        <Fact name="Tool">{textAt(attributes, 'tool.name') ?? span.name}</Fact>
        <Fact name="Call">
          {textAt(attributes, 'tool.id') ?? textAt(attributes, 'tool_call.id')}
        </Fact>
      </Facts>
      {description ? <p className={classes.description}>{description}</p> : null}
      <ValueSection title="Input" value={span.input} />
      <JsonSection title="Parameters" value={structureAt(attributes, 'tool.parameters')} />
      <ValueSection title="Output" value={span.output} />
      <JsonSection title="Schema" value={structureAt(attributes, 'tool.json_schema')} folded />
    </>
  );
}
