import { getOwn } from '../../../kernel/json/json.js';
import { readMessages } from '../messages/read-messages.js';
import type { Derived, SentAttributes } from './derived.js';
import type { Dialect } from './dialect.js';
import { setProvider } from './provider.js';
import { readObject, readText, toNumber, toStructure } from './sources.js';
import { setTools } from './tools.js';
import { setUsage } from './usage-object.js';

const KIND = 'openinference.span.kind';
const MS_PER_SECOND = 1000;

const KINDS = new Map([
  ['llm', 'LLM'],
  ['tool', 'TOOL'],
  ['function', 'CHAIN'],
  ['task', 'CHAIN'],
  ['eval', 'CHAIN'],
  ['score', 'EVALUATOR'],
]);

/** Braintrust's SDKs for Go, Java and others, which send JSON over OTLP. */
export const BRAINTRUST: Dialect = {
  prefixes: ['braintrust'],
  derive({ attributes }, derived) {
    const type = getOwn(readObject(attributes, 'braintrust.span_attributes') ?? {}, 'type');
    derived.set(KIND, typeof type === 'string' ? KINDS.get(type) : undefined);
    const asked = attributes.get('braintrust.input_json') ?? attributes.get('braintrust.input');
    const answer = attributes.get('braintrust.output_json') ?? attributes.get('braintrust.output');
    if (derived.kind === 'LLM') {
      setModelCall(attributes, derived);
      derived.setMessages('input', readMessages(asked, 'user'));
      derived.setMessages('output', readMessages(answer, 'assistant'));
    }
    // Texts are sent in quotation marks.
    for (const [side, sent] of [
      ['input', asked],
      ['output', answer],
    ] as const) {
      const value = toStructure(sent);
      derived.setValue(side, typeof value === 'string' ? value : sent);
    }
  },
};

function setModelCall(source: SentAttributes, derived: Derived): void {
  const metadata = readObject(source, 'braintrust.metadata') ?? {};
  derived.set('llm.model_name', getOwn(metadata, 'model'));
  const provider = getOwn(metadata, 'provider');
  setProvider(derived, typeof provider === 'string' ? provider : readText(source, 'gen_ai.system'));
  setTools(derived, getOwn(metadata, 'tools'));
  const metrics = readObject(source, 'braintrust.metrics') ?? {};
  setUsage(derived, metrics);
  const firstToken = toNumber(getOwn(metrics, 'time_to_first_token'));
  if (firstToken !== undefined && firstToken >= 0) {
    derived.set('llm.time_to_first_token_ms', firstToken * MS_PER_SECOND);
  }
}
