import type { ChatEvent } from '../protocol/chat-event.contract.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';

/** A tool call of which pieces have arrived. */
interface Call {
  id: string;
  /** The arguments that came with its start. Anthropic sends none; some who imitate it send all. */
  input: JsonValue | undefined;
  hasArguments: boolean;
}

/** Reads the blocks of an answer of Anthropic: texts, tool calls and what the model thinks. */
export class AnthropicBlocks {
  private readonly calls = new Map<JsonValue | undefined, Call>();

  /** Reads an event of a stream. */
  *readEvent({ type, index, content_block: block, delta }: JsonObject): Generator<ChatEvent, void> {
    if (type === 'content_block_start' && isJsonObject(block)) yield* this.start(block, index);
    if (type === 'content_block_delta' && isJsonObject(delta)) yield* this.add(delta, index);
    if (type === 'content_block_stop') yield* this.stop(index);
  }

  /** Reads the blocks of an answer that has arrived as a whole. */
  *readWhole(blocks: readonly JsonValue[]): Generator<ChatEvent, void> {
    for (const [index, block] of blocks.entries()) {
      if (isJsonObject(block)) yield* this.start(block, index);
      yield* this.stop(index);
    }
  }

  private *start(
    { type, text, thinking, id, name, input }: JsonObject,
    index: JsonValue | undefined,
  ): Generator<ChatEvent, void> {
    if (type === 'text') yield* write('text', text);
    if (type === 'thinking') yield* write('reasoning', thinking);
    if (type !== 'tool_use') return;
    const call: Call = {
      id: asText(id) || `call_${JSON.stringify(index)}`,
      input,
      hasArguments: false,
    };
    this.calls.set(index, call);
    yield { type: 'toolCall', id: call.id, name: asText(name), arguments: '' };
  }

  private *add(
    { type, text, thinking, partial_json: json }: JsonObject,
    index: JsonValue | undefined,
  ): Generator<ChatEvent, void> {
    if (type === 'text_delta') yield* write('text', text);
    if (type === 'thinking_delta') yield* write('reasoning', thinking);
    const call = this.calls.get(index);
    if (type !== 'input_json_delta' || !call || asText(json) === '') return;
    call.hasArguments = true;
    yield { type: 'toolCall', id: call.id, name: null, arguments: asText(json) };
  }

  private *stop(index: JsonValue | undefined): Generator<ChatEvent, void> {
    const call = this.calls.get(index);
    if (!call || call.hasArguments) return;
    call.hasArguments = true;
    yield {
      type: 'toolCall',
      id: call.id,
      name: null,
      arguments: JSON.stringify(call.input ?? {}),
    };
  }
}

function* write(type: 'text' | 'reasoning', value: JsonValue | undefined): Generator<ChatEvent> {
  const text = asText(value);
  if (text !== '') yield { type, text };
}

function asText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
