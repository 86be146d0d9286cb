import { structureAt, textAt } from '../../attributes/attribute-path.js';
import { readMessages } from '../../attributes/read-messages.js';
import { readValue } from '../../attributes/read-value.js';
import { Fact, Facts } from '../facts.js';
import { MessagesSection } from '../messages-section.js';
import { JsonSection, ValueSection } from '../value-card.js';
import type { KindInfoProps } from './kind-info.js';

/** Chains, agents, guardrails, evaluators, prompts and unknown spans: what went in and what came out. */
export function StepInfo({ span, attributes }: KindInfoProps) {
  return (
    <>
      <Facts>
        <Fact name="Agent">{textAt(attributes, 'agent.name')}</Fact>
        <Fact name="Model">{span.modelName}</Fact>
      </Facts>
      <MessagesSection
        title="Input messages"
        messages={readMessages(attributes, 'llm.input_messages')}
      />
      <ValueSection title="Input" value={readValue(attributes, 'input')} />
      <MessagesSection
        title="Output messages"
        messages={readMessages(attributes, 'llm.output_messages')}
      />
      <ValueSection title="Output" value={readValue(attributes, 'output')} />
      <JsonSection
        title="Prompt template"
        value={structureAt(attributes, 'llm.prompt_template.template')}
      />
      <JsonSection
        title="Template variables"
        value={structureAt(attributes, 'llm.prompt_template.variables')}
      />
    </>
  );
}
