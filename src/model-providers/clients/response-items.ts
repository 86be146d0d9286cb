import type { ChatEvent } from '../protocol/chat-event.contract.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';

/** A tool call of which pieces have arrived. */
interface Call {
  id: string;
  hasArguments: boolean;
}

/** Reads the items of a response of OpenAI: messages, tool calls and what the model thinks. */
export class ResponseItems {
  /** Whether nothing has been read. */
  isEmpty = true;
  /** By the place of their items. */
  private readonly calls = new Map<JsonValue | undefined, Call>();

  get hasCalls(): boolean {
    return this.calls.size > 0;
  }

  /** Reads an event of a stream. Ignores those that repeat what others have said. */
  *readEvent({ type, delta, item, ...event }: JsonObject): Generator<ChatEvent, void> {
    const text = typeof delta === 'string' ? delta : '';
    switch (type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        yield* this.read('text', text);
        break;
      case 'response.reasoning_text.delta':
      case 'response.reasoning_summary_text.delta':
        yield* this.read('reasoning', text);
        break;
      case 'response.reasoning_summary_part.added':
        if (event['summary_index'] !== 0) yield* this.read('reasoning', '\n\n');
        break;
      case 'response.output_item.added':
      case 'response.output_item.done':
        if (isJsonObject(item)) yield* this.readCall(item, event['output_index']);
        break;
      case 'response.function_call_arguments.delta': {
        const call = this.calls.get(event['output_index']);
        if (!call || text === '') break;
        call.hasArguments = true;
        yield { type: 'toolCall', id: call.id, name: null, arguments: text };
        break;
      }
      default:
    }
  }

  /** Reads a response that has arrived as a whole. */
  *readWhole({ output }: JsonObject): Generator<ChatEvent, void> {
    if (!Array.isArray(output)) return;
    for (const [place, item] of output.entries()) {
      if (!isJsonObject(item)) continue;
      if (item['type'] === 'reasoning') {
        const thoughts = [...listTexts(item['summary']), ...listTexts(item['content'])];
        yield* this.read('reasoning', thoughts.join('\n\n'));
      } else if (item['type'] === 'message') {
        yield* this.read('text', listTexts(item['content']).join(''));
      } else {
        yield* this.readCall(item, place);
      }
    }
  }

  private *read(type: 'text' | 'reasoning', text: string): Generator<ChatEvent, void> {
    if (text === '') return;
    this.isEmpty = false;
    yield { type, text };
  }

  /** Reads a call when it begins, and what of it has not arrived when it ends. */
  private *readCall(
    { type, name, call_id: callId, id, arguments: given }: JsonObject,
    place: JsonValue | undefined,
  ): Generator<ChatEvent, void> {
    if (type !== 'function_call') return;
    this.isEmpty = false;
    const text = typeof given === 'string' ? given : given == null ? '' : JSON.stringify(given);
    const known = this.calls.get(place);
    if (known?.hasArguments) return;
    const call = known ?? { id: toCallId(callId ?? id, place), hasArguments: false };
    call.hasArguments = text !== '';
    this.calls.set(place, call);
    if (known && text === '') return;
    const isNamed = !known && typeof name === 'string';
    yield { type: 'toolCall', id: call.id, name: isNamed ? name : null, arguments: text };
  }
}

function toCallId(id: JsonValue | undefined, place: JsonValue | undefined): string {
  return typeof id === 'string' && id !== '' ? id : `call_${JSON.stringify(place)}`;
}

function listTexts(parts: JsonValue | undefined): string[] {
  if (typeof parts === 'string') return [parts];
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part) => {
    if (!isJsonObject(part)) return [];
    const text = part['text'] ?? part['refusal'];
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
}
