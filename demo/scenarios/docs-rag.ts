import { DOCS_QUESTIONS } from '../content/docs-questions.ts';
import type { Random } from '../random.ts';
import { documentAttributes, llmAttributes, type SpanPlan, type TracePlan } from '../span-plan.ts';

const TEMPLATE =
  'Answer the question with the passages only. Quote the passage number in brackets.\n\nPassages:\n{passages}\n\nQuestion: {question}';

/** Retrieval-augmented answers: embed the question, retrieve, rerank, answer, and sometimes evaluate. */
export function docsRag(random: Random, startTimeMs: number, index: number): TracePlan {
  const { question, answer, passages } = DOCS_QUESTIONS[
    index % DOCS_QUESTIONS.length
  ] as (typeof DOCS_QUESTIONS)[number];
  const found = passages.map((content, i) => ({
    id: `guide#${(index * 7 + i * 13) % 400}`,
    content,
    score: Math.round((0.83 - i * 0.06 - random.next() * 0.05) * 1e4) / 1e4,
    metadata: { source: 'guide.md', chunk: (index * 7 + i * 13) % 400 },
  }));
  const best = found
    .toReversed()
    .slice(0, 3)
    .map((document, i) => ({
      ...document,
      score: Math.round((0.97 - i * 0.21 - random.next() * 0.04) * 1e4) / 1e4,
    }));
  const steps: SpanPlan[] = [
    embed(random, question),
    retrieve(random, question, found),
    rerank(random, question, found, best),
    write(random, question, answer, best),
  ];
  if (random.chance(0.4)) steps.push(judge(random, question, answer));
  return {
    project: 'docs-rag',
    startTimeMs,
    root: {
      name: 'answer from docs',
      beforeMs: 1.7,
      afterMs: 0.9,
      attributes: {
        'openinference.span.kind': 'CHAIN',
        'input.value': question,
        'output.value': answer,
        'output.mime_type': 'text/plain',
        'user.id': `dev-${random.int(1, 12)}`,
      },
      children: steps,
    },
  };
}

function embed(random: Random, text: string): SpanPlan {
  const vector = Array.from({ length: 64 }, () => Math.round((random.next() * 2 - 1) * 1e6) / 1e6);
  return {
    name: 'embed question',
    beforeMs: random.durationMs(45),
    afterMs: 0,
    attributes: {
      'openinference.span.kind': 'EMBEDDING',
      'embedding.model_name': 'text-embedding-4-small',
      'embedding.embeddings.0.embedding.text': text,
      'embedding.embeddings.0.embedding.vector': vector,
      'input.value': text,
    },
  };
}

type Found = {
  id: string;
  content: string;
  score: number;
  metadata: Record<string, string | number>;
}[];

function retrieve(random: Random, question: string, documents: Found): SpanPlan {
  return {
    name: 'vector search',
    beforeMs: random.durationMs(28),
    afterMs: 0,
    attributes: {
      'openinference.span.kind': 'RETRIEVER',
      'input.value': question,
      'input.mime_type': 'text/plain',
      ...documentAttributes('retrieval.documents', documents),
    },
  };
}

function rerank(random: Random, query: string, input: Found, output: Found): SpanPlan {
  return {
    name: 'rerank',
    beforeMs: random.durationMs(120),
    afterMs: 0,
    attributes: {
      'openinference.span.kind': 'RERANKER',
      'reranker.query': query,
      'reranker.model_name': 'rerank-v4',
      'reranker.top_k': output.length,
      'input.value': query,
      ...documentAttributes('reranker.input_documents', input),
      ...documentAttributes('reranker.output_documents', output),
    },
  };
}

function write(random: Random, question: string, answer: string, documents: Found): SpanPlan {
  const passages = documents.map((document, i) => `[${i + 1}] ${document.content}`).join('\n');
  return {
    name: 'fill prompt',
    beforeMs: 0.4,
    afterMs: 0.2,
    attributes: {
      'openinference.span.kind': 'PROMPT',
      'llm.prompt_template.template': TEMPLATE,
      'llm.prompt_template.variables': JSON.stringify({ passages, question }),
      'input.value': question,
    },
    children: [
      {
        name: 'write answer',
        beforeMs: random.durationMs(1700),
        afterMs: 0,
        attributes: llmAttributes({
          model: 'gemini-3-flash',
          provider: 'google',
          parameters: { temperature: 0, top_p: 0.95 },
          input: [
            {
              role: 'user',
              content: TEMPLATE.replace('{passages}', passages).replace('{question}', question),
            },
          ],
          output: { role: 'assistant', content: answer },
        }),
      },
    ],
  };
}

function judge(random: Random, question: string, answer: string): SpanPlan {
  const verdict = {
    label: 'grounded',
    score: 1,
    explanation: 'Every statement is found in a quoted passage.',
  };
  return {
    name: 'is it grounded?',
    beforeMs: random.durationMs(640),
    afterMs: 0,
    attributes: {
      'openinference.span.kind': 'EVALUATOR',
      'input.value': JSON.stringify({ question, answer }),
      'input.mime_type': 'application/json',
      'output.value': JSON.stringify(verdict),
      'output.mime_type': 'application/json',
    },
  };
}
