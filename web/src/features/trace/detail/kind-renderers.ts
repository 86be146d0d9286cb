import type { ComponentType } from 'react';
import type { SpanKind } from '../../../components/spans/span-kinds.js';
import { EmbeddingInfo } from './embedding-info.js';
import type { KindInfoProps } from './kind-info.js';
import { LlmInfo } from './llm-info.js';
import { RerankerInfo } from './reranker-info.js';
import { RetrieverInfo } from './retriever-info.js';
import { StepInfo } from './step-info.js';
import { ToolInfo } from './tool-info.js';

interface KindRenderer {
  Info: ComponentType<KindInfoProps>;
  /** The attributes this view shows, so that “Other attributes” can leave them out. */
  shown: readonly string[];
}

const chat = ['llm.input_messages', 'llm.output_messages', 'llm.prompt_template'];
const step: KindRenderer = { Info: StepInfo, shown: [...chat, 'agent.name'] };

const renderers: Partial<Record<SpanKind, KindRenderer>> = {
  llm: {
    Info: LlmInfo,
    shown: [
      ...chat,
      'llm.model_name',
      'llm.provider',
      'llm.invocation_parameters',
      'llm.tools',
      'llm.prompts',
      'llm.token_count',
    ],
  },
  retriever: { Info: RetrieverInfo, shown: ['retrieval.documents'] },
  reranker: { Info: RerankerInfo, shown: ['reranker'] },
  embedding: { Info: EmbeddingInfo, shown: ['embedding'] },
  tool: {
    Info: ToolInfo,
    shown: ['tool.name', 'tool.id', 'tool.description', 'tool.parameters', 'tool.json_schema'],
  },
};

/** The readable view of a kind of spans. */
export function getKindRenderer(kind: SpanKind): KindRenderer {
  return renderers[kind] ?? step;
}

/** The attributes that the header or common parts show for every span. */
export const commonlyShown: readonly string[] = [
  'openinference.span.kind',
  'input.value',
  'input.mime_type',
  'output.value',
  'output.mime_type',
  'metadata',
  'session.id',
  'user.id',
  'tag.tags',
];
