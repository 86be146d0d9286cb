import { readStructureAt, readTextAt } from '../../../lib/openinference/attribute-path.js';
import { readMessages } from '../../../lib/openinference/read-messages.js';
import { readValue } from '../../../lib/openinference/read-value.js';
import { Fact, Facts } from './facts.js';
import { MessagesSection } from './messages-section.js';
import { JsonSection, ValueSection } from './value-card.js';
import type { KindInfoProps } from './kind-info.js';

/** Chains, agents, guardrails, decisions, evaluators, prompts and unknown spans: input and output. */
export function StepInfo({ span, attributes }: KindInfoProps) {
  return (
    <>
      <Facts>
        <Fact name="Agent">{readTextAt(attributes, 'agent.name')}</Fact>
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
        value={readStructureAt(attributes, 'llm.prompt_template.template')}
      />
      <JsonSection
        title="Template variables"
        value={readStructureAt(attributes, 'llm.prompt_template.variables')}
      />
    </>
  );
}
