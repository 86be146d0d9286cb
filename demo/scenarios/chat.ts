import { CONVERSATIONS } from '../content/conversations.ts';
import { HELP_ARTICLES } from '../content/help-articles.ts';
import type { Random } from '../random.ts';
import {
  documentAttributes,
  llmAttributes,
  type Message,
  type SpanPlan,
  type TracePlan,
} from '../span-plan.ts';

const SYSTEM =
  'You are the support assistant of Lumen Books, an online bookstore. Answer in plain words, in at most ' +
  'three short paragraphs, and only from the help articles below. If they do not contain the answer, say so ' +
  'and offer to hand over to a person.';

/** A support conversation with several turns: one session, one trace per turn. */
export function chatSession(random: Random, startTimeMs: number, index: number): TracePlan[] {
  const conversation = CONVERSATIONS[index % CONVERSATIONS.length] ?? [];
  const sessionId = `support-${(1000 + index).toString(36)}`;
  const userId = `reader-${random.int(1, 40)}`;
  const history: Message[] = [];
  let at = startTimeMs;
  return conversation.map(({ user, assistant }) => {
    const plan = turn(random, { user, assistant, history: [...history], sessionId, userId });
    history.push({ role: 'user', content: user }, { role: 'assistant', content: assistant });
    const trace = { project: 'support-chat', startTimeMs: at, root: plan };
    at += random.int(20, 160) * 1000;
    return trace;
  });
}

interface Turn {
  user: string;
  assistant: string;
  history: Message[];
  sessionId: string;
  userId: string;
}

function turn(random: Random, { user, assistant, history, sessionId, userId }: Turn): SpanPlan {
  const articles = [random.pick(HELP_ARTICLES), random.pick(HELP_ARTICLES)];
  const documents = articles.map((article, i) => ({
    ...article,
    score: Math.round((0.92 - i * 0.13 - random.next() * 0.1) * 1000) / 1000,
  }));
  const shared = { 'session.id': sessionId, 'user.id': userId };
  return {
    name: 'support turn',
    beforeMs: 2.4,
    afterMs: 1.1,
    attributes: {
      ...shared,
      'openinference.span.kind': 'CHAIN',
      'input.value': user,
      'input.mime_type': 'text/plain',
      'output.value': assistant,
      'output.mime_type': 'text/plain',
      metadata: JSON.stringify({
        channel: random.pick(['web', 'ios', 'android']),
        locale: 'en-GB',
      }),
    },
    children: [
      {
        name: 'check topic',
        beforeMs: random.durationMs(38),
        afterMs: 0,
        attributes: {
          ...shared,
          'openinference.span.kind': 'GUARDRAIL',
          'input.value': user,
          'output.value': JSON.stringify({ allowed: true, topic: 'orders', confidence: 0.97 }),
          'output.mime_type': 'application/json',
        },
      },
      {
        name: 'search help center',
        beforeMs: random.durationMs(85),
        afterMs: 0,
        attributes: {
          ...shared,
          'openinference.span.kind': 'RETRIEVER',
          'input.value': user,
          'input.mime_type': 'text/plain',
          ...documentAttributes('retrieval.documents', documents),
        },
      },
      {
        name: 'write answer',
        beforeMs: random.durationMs(1350),
        afterMs: 0,
        attributes: {
          ...shared,
          ...llmAttributes({
            model: random.pick(['gpt-5.2-mini', 'gpt-5.2', 'claude-haiku-4-5']),
            provider: 'openai',
            parameters: { temperature: 0.3, max_tokens: 400 },
            cachedMessages: history.length > 0 ? 1 : 0,
            input: [
              {
                role: 'system',
                content: `${SYSTEM}\n\n${documents.map((d) => d.content).join('\n\n')}`,
              },
              ...history,
              { role: 'user', content: user },
            ],
            output: { role: 'assistant', content: assistant },
          }),
        },
      },
    ],
  };
}
