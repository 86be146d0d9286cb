import type { ToolCallEvent } from '../protocol/chat-event.contract.js';
import { isJsonObject } from '../../kernel/json/json.js';
import { tooLong } from '../network/provider-fetch.js';

/** No model calls as many tools at once. */
const MAX_CALLS = 1_000;
/** Arguments that are longer are not parsed to see whether they are complete. */
const MAX_PARSED = 100_000;

/** A piece of a tool call, as servers with the interface of OpenAI send it. */
interface ToolCallPiece {
  index?: unknown;
  id?: unknown;
  function?: unknown;
}

interface Call {
  /** Unique among the calls of the answer. */
  id: string;
  /** As the provider sent it; empty if it sent none. */
  givenId: string;
  name: string;
  arguments: string;
}

/**
 * Puts the pieces of tool calls together. OpenAI numbers the calls and names each in its first piece. Other
 * servers leave out numbers or ids, number every call 0, or repeat the id and the name in each piece.
 */
export class ToolCallPieces {
  private readonly calls: Call[] = [];
  /** The newest call of each number. */
  private readonly byIndex = new Map<number, Call>();

  get count(): number {
    return this.calls.length;
  }

  /** Returns a piece as the call to which it belongs names it; null if it cannot belong to any. */
  read(piece: unknown): ToolCallEvent | null {
    if (!isJsonObject(piece)) return null;
    const { index, id, function: called }: ToolCallPiece = piece;
    const { name, arguments: args } = isJsonObject(called) ? called : {};
    const given = {
      index: typeof index === 'number' ? index : null,
      id: typeof id === 'string' ? id : '',
      name: typeof name === 'string' ? name : '',
      arguments: typeof args === 'string' ? args : args == null ? '' : JSON.stringify(args),
    };
    const current = this.findCurrent(given.index, given.id);
    const isContinued = current && !beginsAnother(given, current);
    if (!isContinued && given.name === '' && given.id === '') return null;
    const call = isContinued ? current : this.add(given);
    call.arguments += given.arguments;
    if (given.index !== null) this.byIndex.set(given.index, call);
    return {
      type: 'toolCall',
      id: call.id,
      name: isContinued ? null : given.name,
      arguments: given.arguments,
    };
  }

  private findCurrent(index: number | null, givenId: string): Call | undefined {
    if (index !== null) return this.byIndex.get(index);
    if (givenId === '') return this.calls.at(-1);
    return this.calls.findLast((call) => call.givenId === givenId);
  }

  private add({ id, name }: { id: string; name: string }): Call {
    if (this.calls.length === MAX_CALLS) throw tooLong();
    const isTaken = (wanted: string) => this.calls.some((call) => call.id === wanted);
    let unique = id;
    for (let number = this.calls.length; unique === '' || isTaken(unique); number++) {
      unique = `call_${number}`;
    }
    const call = { id: unique, givenId: id, name, arguments: '' };
    this.calls.push(call);
    return call;
  }
}

/** Returns whether a piece begins another call than the one with the same number. */
function beginsAnother(given: { id: string; name: string }, call: Call): boolean {
  // Every first piece has a name.
  if (given.name === '') return false;
  if (given.id !== '' && call.givenId !== '') return given.id !== call.givenId;
  return given.name !== call.name || isJson(call.arguments);
}

function isJson(text: string): boolean {
  if (text.length > MAX_PARSED) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
