/** A piece of a model's answer, as it arrives. */
export type ChatEvent = StartEvent | ReasoningEvent | TextEvent | ToolCallEvent | EndEvent;

/** Precedes everything else: the provider has accepted the request. */
export interface StartEvent {
  type: 'start';
  /** The provider's ID of the answer. */
  responseId: string | null;
}

/** A piece of the model's reasoning, as far as the provider sends it. */
export interface ReasoningEvent {
  type: 'reasoning';
  text: string;
}

export interface TextEvent {
  type: 'text';
  text: string;
}

/** A piece of a tool call. The first piece of each call has its name. */
export interface ToolCallEvent {
  type: 'toolCall';
  /** The same for all pieces of a call. */
  id: string;
  /** Null after the first piece. */
  name: string | null;
  /** A piece of the arguments, which together are JSON. */
  arguments: string;
}

/** Follows everything else. An answer without it is incomplete. */
export interface EndEvent {
  type: 'end';
  finishReason: FinishReason;
  /** Null if the provider did not report it. */
  usage: ChatUsage | null;
}

/** The reason why an answer ended; other reasons in the provider's own words. */
export type FinishReason = 'stop' | 'length' | 'tool_call' | 'content_filter' | (string & {});

/** Numbers of tokens. The totals include the details; details that a provider does not report are 0. */
export interface ChatUsage {
  promptTokens: number;
  completionTokens: number;
  /** Of the prompt, read from the provider's cache. */
  cacheReadTokens: number;
  /** Of the prompt, written to the provider's cache. */
  cacheWriteTokens: number;
  /** Of the completion. */
  reasoningTokens: number;
}
