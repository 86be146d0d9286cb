import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { JsonValue } from '../../../kernel/json/json.js';
import { pythonText } from '../../../kernel/text/python-text.js';
import { emptyOtlpSpan, type OtlpAttribute, type OtlpScope, type OtlpSpan } from '../otlp-span.js';
import { toInteger } from '../values/numbers.js';
import { type CodingAgent, type EventAttributes, type TurnStep, textOf } from './coding-agent.js';
import { CODING_AGENTS } from './coding-agents.js';

/** Names the agent in the spans that are made of its events. */
export const CODING_AGENT = 'coding_agent.name';

/** The fields of an event of an agent. A log record of OTLP has all of them. */
export interface AgentEvent {
  nanos: bigint;
  observedNanos: bigint;
  eventName: string;
  body: JsonValue;
  attributes: readonly OtlpAttribute[];
  traceId: string;
  scope: OtlpScope;
}

const NANOS_PER_MS = 1_000_000n;
const TRACE_ID_DIGITS = 32;
const SPAN_ID_DIGITS = 16;
const OK = 1;
const ERROR = 2;

/** Sessions whose turn is remembered, for agents that do not name it. */
const MAX_SESSIONS = 10_000;

/** Who used the agent, the most readable first. */
const USERS = ['user.email', 'user.id', 'user.account_uuid', 'user.account_id'];

const agentsByPrefix = new Map(CODING_AGENTS.map((agent) => [agent.prefix, agent]));

/**
 * Converts the events of coding agents that send no traces: a trace for each turn, which begins with the
 * prompt, and in it a span for each request to a model, each decision about a tool and each result. IDs are
 * made of the project and of what the events say, so an event that is sent again makes the same span.
 */
export class SpansOfEvents {
  /** The last prompt of each session, for agents that do not name turns. */
  private readonly turns = new LRUCache<string, string>({ max: MAX_SESSIONS });
  /** Sessions of which spans are sent as well. */
  private readonly withSpans = new LRUCache<string, true>({ max: MAX_SESSIONS });

  /**
   * Excludes events that the agent also sends as spans, which it does if some events of a session belong to a
   * span.
   */
  make(events: readonly AgentEvent[], projectName: string): OtlpSpan[] {
    const known = events.map((event) => ({ event, known: recognize(event) }));
    for (const { event } of known) this.noteSpans(event, projectName);
    return known.flatMap(({ event, known }) =>
      known && (known.agent.isToldByEvents || isOutsideSpans(event))
        ? this.makeSpan(event, known, projectName)
        : [],
    );
  }

  /**
   * Returns the span that an event tells the content of: the one that it names or, for an answer that names none, the
   * one that is made of the prompt; null for other events.
   */
  findAnswered(event: AgentEvent & { spanId: string }, projectName: string): AnsweredSpan | null {
    const named = readName(event);
    if (!named) return null;
    const { agent, name } = named;
    const { answer, said = {} } = agent;
    const isAnswer = answer?.event === name;
    const text = isAnswer ? answer.text : Object.hasOwn(said, name) ? said[name] : undefined;
    if (text === undefined) return null;
    const attributes = readAttributes(event);
    if (textOf(attributes, text) === undefined) return null;
    if (!isOutsideSpans(event)) return event;
    const session = textOf(attributes, agent.session);
    const turn = agent.turn === undefined ? undefined : textOf(attributes, agent.turn);
    if (!isAnswer || session === undefined || turn === undefined) return null;
    return identify(agent, { projectName, session, turn });
  }

  private noteSpans(event: AgentEvent, projectName: string): void {
    if (isOutsideSpans(event)) return;
    const session = event.attributes.find(
      ({ key }) => key === 'session.id' || key === 'conversation.id',
    )?.value;
    if (typeof session === 'string') this.withSpans.set(keyOf(projectName, session), true);
  }

  private makeSpan(event: AgentEvent, known: KnownEvent, projectName: string): OtlpSpan[] {
    const { agent, step, attributes, name } = known;
    const session = textOf(attributes, agent.session);
    if (session === undefined || step.isTold?.(attributes) === false) return [];
    const isTold = agent.isToldByEvents || !this.withSpans.has(keyOf(projectName, session));
    if (!step.isTurn && !isTold) return [];
    const turn = this.turnOf(event, known, { projectName, session });
    const end = event.nanos === 0n ? event.observedNanos : event.nanos;
    const tookMs = toInteger(attributes.get('duration_ms'));
    const took = typeof tookMs === 'number' && tookMs > 0 ? BigInt(tookMs) * NANOS_PER_MS : 0n;
    const { traceId, spanId: turnId } = identify(agent, { projectName, session, turn });
    const sequence = attributes.get('event.sequence') ?? attributes.get('call_id') ?? null;
    const failure = step.failure?.(attributes);
    const span: OtlpSpan = {
      ...emptyOtlpSpan(event.scope),
      traceId,
      spanId: step.isTurn
        ? turnId
        : hash(SPAN_ID_DIGITS, traceId, name, String(end), pythonText(sequence)),
      parentSpanId: step.isTurn ? '' : turnId,
      name: step.name(attributes),
      startNanos: end - (took < end ? took : 0n),
      endNanos: end,
      attributes: attributesOf(agent, step, session, attributes),
      statusCode: failure === undefined ? OK : ERROR,
      statusMessage: failure ?? '',
    };
    return [span];
  }

  private turnOf(
    event: AgentEvent,
    { agent, step, attributes }: KnownEvent,
    { projectName, session }: { projectName: string; session: string },
  ): string {
    const named = agent.turn === undefined ? undefined : textOf(attributes, agent.turn);
    // Without a terminal, Gemini CLI names all turns after the session.
    if (named !== undefined && named !== session) return named;
    const key = keyOf(projectName, agent.prefix, session);
    if (!step.isTurn) return this.turns.get(key) ?? '';
    const turn = String(event.nanos === 0n ? event.observedNanos : event.nanos);
    this.turns.set(key, turn);
    return turn;
  }
}

/** The key of a span, as its sender has named it. */
type AnsweredSpan = Pick<OtlpSpan, 'traceId' | 'spanId'>;

/** Returns the key of the span that is made of the prompt of a turn. */
function identify(
  { prefix }: CodingAgent,
  { projectName, session, turn }: { projectName: string; session: string; turn: string },
): AnsweredSpan {
  const traceId = hash(TRACE_ID_DIGITS, prefix, projectName, session, turn);
  return { traceId, spanId: hash(SPAN_ID_DIGITS, traceId, 'turn') };
}

function keyOf(...parts: string[]): string {
  return parts.join('\0');
}

function isOutsideSpans({ traceId }: AgentEvent): boolean {
  return /^0*$/.test(traceId);
}

interface KnownEvent {
  agent: CodingAgent;
  step: TurnStep;
  /** Without the prefix. */
  name: string;
  attributes: EventAttributes;
}

function recognize(event: AgentEvent): KnownEvent | undefined {
  const named = readName(event);
  const steps = named?.agent.steps;
  const step = steps && Object.hasOwn(steps, named.name) ? steps[named.name] : undefined;
  return named && step && { ...named, step, attributes: readAttributes(event) };
}

/** The name of an event is a field, an attribute or the body, with the prefix or without. */
function readName({
  eventName,
  body,
  attributes,
}: AgentEvent): Pick<KnownEvent, 'agent' | 'name'> | undefined {
  const sent = attributes.find(({ key }) => key === 'event.name')?.value;
  for (const text of [eventName, body, sent]) {
    if (typeof text !== 'string') continue;
    const [prefix = '', name = ''] = text.split('.', 2);
    const agent = agentsByPrefix.get(prefix);
    if (agent) return { agent, name };
  }
  return undefined;
}

function readAttributes({ attributes }: AgentEvent): EventAttributes {
  return new Map(attributes.map(({ key, value }) => [key, value]));
}

function attributesOf(
  agent: CodingAgent,
  step: TurnStep,
  session: string,
  sent: EventAttributes,
): OtlpAttribute[] {
  const derived = new Map<string, JsonValue>([
    ['openinference.span.kind', step.kind],
    ['session.id', session],
    [CODING_AGENT, agent.name],
  ]);
  const user = textOf(sent, ...USERS);
  if (user !== undefined) derived.set('user.id', user);
  for (const [key, name] of step.fields) {
    const value = sent.get(key);
    const isSaid =
      typeof value === 'string' ? textOf(sent, key) !== undefined : value !== undefined;
    if (isSaid && !derived.has(name)) derived.set(name, value!);
  }
  addCached(agent, derived);
  return [...new Map([...sent, ...derived])].map(([key, value]) => ({ key, value }));
}

function addCached(agent: CodingAgent, derived: Map<string, JsonValue>): void {
  const count = (part: string): number => {
    const value = toInteger(derived.get(`llm.token_count.${part}`));
    return typeof value === 'number' ? value : 0;
  };
  if (!agent.countsBesideCache || !derived.has('llm.token_count.prompt')) return;
  const cached = count('prompt_details.cache_read') + count('prompt_details.cache_write');
  derived.set('llm.token_count.prompt', count('prompt') + cached);
}

function hash(digits: number, ...parts: string[]): string {
  return createHash('sha256')
    .update(keyOf(...parts))
    .digest('hex')
    .slice(0, digits);
}
