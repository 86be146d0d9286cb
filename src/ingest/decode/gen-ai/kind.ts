import { type Source, textOf } from './source.js';

const KIND_OF_OPERATION = new Map([
  ['chat', 'LLM'],
  ['text_completion', 'LLM'],
  ['generate_content', 'LLM'],
  ['embeddings', 'EMBEDDING'],
  ['execute_tool', 'TOOL'],
  ['retrieval', 'RETRIEVER'],
  ['invoke_agent', 'AGENT'],
  ['create_agent', 'AGENT'],
]);

/** Without an operation the first of these that is present tells. */
const KIND_OF_KEY: readonly (readonly [string, string])[] = [
  ['gen_ai.tool.call.id', 'TOOL'],
  ['gen_ai.tool.name', 'TOOL'],
  ['gen_ai.retrieval.documents', 'RETRIEVER'],
  ['gen_ai.retrieval.query.text', 'RETRIEVER'],
  ['gen_ai.embeddings.dimension.count', 'EMBEDDING'],
  ['gen_ai.input.messages', 'LLM'],
  ['gen_ai.output.messages', 'LLM'],
  ['gen_ai.request.model', 'LLM'],
];

/** The span kind that `gen_ai` attributes imply; undefined for an operation that is no kind. */
export function impliedKind(source: Source): string | undefined {
  const operation = textOf(source, 'gen_ai.operation.name');
  if (operation !== undefined) return KIND_OF_OPERATION.get(operation);
  return KIND_OF_KEY.find(([key]) => source.has(key))?.[1];
}
