import type { ChatEvent, ChatUsage, FinishReason } from '../protocol/chat-event.contract.js';

/** A call of a tool that a model asks for. */
export interface AnsweredToolCall {
  id: string;
  name: string;
  /** JSON, as text. */
  arguments: string;
}

/** Collects the pieces of a model's answer. */
export class ChatAnswer {
  text = '';
  /** The reasoning before the answer, as far as the provider sends it. */
  reasoning = '';
  readonly toolCalls: AnsweredToolCall[] = [];
  /** When the first piece arrived. */
  firstPieceAt: Date | null = null;
  responseId: string | null = null;
  finishReason: FinishReason | null = null;
  usage: ChatUsage | null = null;

  add(event: ChatEvent): void {
    switch (event.type) {
      case 'start':
        this.responseId = event.responseId;
        return;
      case 'text':
        this.firstPieceAt ??= new Date();
        this.text += event.text;
        return;
      case 'reasoning':
        this.firstPieceAt ??= new Date();
        this.reasoning += event.text;
        return;
      case 'toolCall': {
        this.firstPieceAt ??= new Date();
        const { id, name, arguments: piece } = event;
        const call = this.toolCalls.find((one) => one.id === id);
        if (call) call.arguments += piece;
        else this.toolCalls.push({ id, name: name ?? '', arguments: piece });
        return;
      }
      case 'end':
        this.finishReason = event.finishReason;
        this.usage = event.usage;
    }
  }
}
