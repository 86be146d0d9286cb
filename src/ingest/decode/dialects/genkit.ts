import { getOwn, isJsonObject, type JsonObject, stringifyJson } from '../../../kernel/json/json.js';
import type { Derived, SentAttributes } from './derived.js';
import type { Dialect } from './dialect.js';
import { setProvider } from './provider.js';
import { setTools } from './tools.js';
import { readMessages } from '../messages/read-messages.js';
import { readParts } from '../messages/read-part.js';
import { summarizeQuestion } from '../messages/summarize.js';
import { readObject, readText } from './sources.js';
import { setUsage } from './usage-object.js';

const KIND = 'openinference.span.kind';

const KINDS = new Map([
  ['model', 'LLM'],
  ['background-model', 'LLM'],
  ['tool', 'TOOL'],
  ['tool.v2', 'TOOL'],
  ['retriever', 'RETRIEVER'],
  ['reranker', 'RERANKER'],
  ['embedder', 'EMBEDDING'],
  ['evaluator', 'EVALUATOR'],
  ['prompt', 'PROMPT'],
  ['executable-prompt', 'PROMPT'],
  ['flow', 'CHAIN'],
]);

/** Genkit, which sends the whole request and the whole answer as JSON. */
export const GENKIT: Dialect = {
  prefixes: ['genkit'],
  fields: [
    ['genkit:sessionId', 'session.id'],
    ['genkit:metadata:context:sessionId', 'session.id'],
  ],
  derive({ attributes }, derived) {
    const subtype = readText(attributes, 'genkit:metadata:subtype') ?? '';
    derived.set(KIND, KINDS.get(subtype) ?? 'CHAIN');
    if (derived.kind === 'LLM') setModelCall(attributes, derived);
    if (derived.kind === 'EMBEDDING') setEmbedded(attributes, derived);
    if (derived.kind === 'TOOL') {
      derived.set('tool.name', readText(attributes, 'genkit:name'));
      derived.set('tool.parameters', attributes.get('genkit:input'));
    }
    derived.setValue('input', attributes.get('genkit:input'));
    derived.setValue('output', attributes.get('genkit:output'));
  },
};

function setEmbedded(source: SentAttributes, derived: Derived): void {
  derived.set('embedding.model_name', readText(source, 'genkit:name')?.split('/').at(-1));
  const documents = getOwn(readObject(source, 'genkit:input') ?? {}, 'input');
  if (!Array.isArray(documents)) return;
  documents.filter(isJsonObject).forEach((document, at) => {
    const text = summarizeQuestion([
      { role: 'user', parts: readParts(getOwn(document, 'content')) },
    ]);
    derived.set(`embedding.embeddings.${at}.embedding.text`, text);
  });
}

function setModelCall(source: SentAttributes, derived: Derived): void {
  const [model, ...plugin] = (readText(source, 'genkit:name') ?? '').split('/').toReversed();
  derived.set('llm.model_name', model);
  const [provider] = plugin.toReversed();
  setProvider(
    derived,
    provider?.replace(/(?:ai)$/, (end) => (provider === 'googleai' ? '' : end)),
  );
  const request = readObject(source, 'genkit:input') ?? {};
  const answer = readObject(source, 'genkit:output') ?? {};
  derived.setMessages('input', readMessages(getOwn(request, 'messages'), 'user'));
  derived.setMessages('output', readAnswer(answer));
  setTools(derived, getOwn(request, 'tools'));
  const config = getOwn(request, 'config');
  if (config !== undefined && isJsonObject(config) && Object.keys(config).length > 0) {
    derived.set('llm.invocation_parameters', stringifyJson(config));
  }
  setUsage(derived, getOwn(answer, 'usage'));
}

/** Older versions have a list of candidates. */
function readAnswer(answer: JsonObject): ReturnType<typeof readMessages> {
  const candidates = getOwn(answer, 'candidates');
  if (Array.isArray(candidates)) return readMessages(candidates, 'assistant');
  const message = getOwn(answer, 'message');
  return message === undefined ? [] : readMessages([message], 'assistant');
}
