import { bearer } from '../../support/accounts.js';
import { anAnnotationConfig } from '../../support/factories/annotation-config.js';
import { newTraceId, sendTraces, type SpanToSend } from '../../support/send-traces.js';
import { agentTrace } from '../traces-to-show.js';
import { projectId, send, type WalkedServer } from './walk.js';

export interface ShownTraces {
  server: WalkedServer;
  /** The global IDs of projects: one with annotated traces, and one with a whole one. */
  shop: string;
  pages: string;
  /** The global ID of a session of the first. */
  session: string;
  /** The global ID of a model call. */
  call: string;
}

export const CHECKOUT = newTraceId();
export const RETRY = newTraceId();
const ROOT = '1'.repeat(16);
const FIND = '2'.repeat(16);
const CALL = '3'.repeat(16);
const LONG = 'The customer waits patiently for an answer. '.repeat(120);

const documents = Object.fromEntries(
  [0, 1, 2].flatMap((at) => [
    [`retrieval.documents.${at}.document.id`, `doc-${at}`],
    [`retrieval.documents.${at}.document.content`, `Refunds are paid within ${14 + at} days.`],
    [`retrieval.documents.${at}.document.score`, 0.9 - at / 10],
  ]),
) as Record<string, string | number>;

const answer = (output: string, model: string): SpanToSend => ({
  name: 'say so',
  kind: 'LLM',
  afterMs: 20,
  attributes: {
    'llm.model_name': model,
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': `${LONG} I want a Refund.`,
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': output,
    'llm.token_count.prompt': 12,
    'llm.token_count.completion': 5,
  },
});

export async function tracesToShow(server: WalkedServer): Promise<ShownTraces> {
  const { ADMIN, MEMBER } = server.accounts;
  const attributes = {
    'session.id': 'chat',
    'user.id': 'ada',
    'metadata.tenant': 'acme',
    'input.value': 'Pay',
    'output.value': 'Paid',
  };
  await sendTraces(
    server.url,
    [
      agentTrace,
      {
        traceId: CHECKOUT,
        spanId: ROOT,
        project: 'shop',
        name: 'checkout',
        kind: 'AGENT',
        attributes,
        children: [
          { name: 'charge', kind: 'TOOL', failure: 'card refused' },
          { name: 'find', kind: 'RETRIEVER', spanId: FIND, attributes: documents },
          { ...answer('Your **late** order: a refund is due.', 'gpt-5'), spanId: CALL },
        ],
      },
      {
        traceId: RETRY,
        project: 'shop',
        name: 'checkout',
        kind: 'AGENT',
        startedAt: new Date(Date.now() - 3_600_000),
        attributes,
        children: [{ name: 'charge', kind: 'TOOL' }, answer('It is on its way.', 'gpt-6')],
      },
      { project: 'shop', name: 'another agent' },
    ],
    bearer(MEMBER.key),
  );
  const projects = await server.sql<{ id: number }>("SELECT id FROM projects WHERE name = 'shop'");
  await anAnnotationConfig(server, { name: 'quality', projects });
  await annotate(server);
  const shop = await projectId(server, 'shop');
  const { body } = await server.request.get('/v1/projects/shop/sessions').set(bearer(ADMIN.key));
  const { span } = await send<{ span: { id: string } }>(
    server,
    'query ($spanId: String!) { span: getSpanByOtelId(spanId: $spanId) { id } }',
    { spanId: CALL },
  );
  return {
    server,
    shop,
    pages: await projectId(server, 'pages'),
    session: (body as { data: { id: string }[] }).data[0]!.id,
    call: span.id,
  };
}

/** Annotates one span in several ways, its trace, its session, and what a retriever found. */
async function annotate({ accounts, request }: WalkedServer): Promise<void> {
  const post = (kind: string, data: object[]) =>
    request
      .post(`/v1/${kind}_annotations?sync=true`)
      .set(bearer(accounts.ADMIN.key))
      .send({ data })
      .expect(200);
  const given = (name: string, result: object, annotator_kind = 'HUMAN', identifier = '') => ({
    name,
    result,
    annotator_kind,
    identifier,
  });
  await post('span', [
    { span_id: ROOT, ...given('quality', { label: 'good', score: 1 }, 'HUMAN', 'a') },
    { span_id: ROOT, ...given('quality', { label: 'good', score: 1 }, 'LLM', 'b') },
    { span_id: ROOT, ...given('quality', { label: 'bad', score: 0 }, 'CODE', 'c') },
    { span_id: ROOT, ...given('length, in words', { score: 0.25 }, 'CODE') },
    { span_id: ROOT, ...given('user_feedback', { label: 'positive', score: 1 }) },
  ]);
  await post('trace', [
    { trace_id: CHECKOUT, ...given('resolved', { label: 'yes', score: 0.75 }) },
  ]);
  await post('session', [{ session_id: 'chat', ...given('mood', { score: 7 }) }]);
  await post('document', [
    {
      span_id: FIND,
      document_position: 2,
      ...given('relevance', { label: 'yes', score: 1, explanation: 'It quotes the terms.' }, 'LLM'),
    },
  ]);
}
