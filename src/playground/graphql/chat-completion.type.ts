import { createUnionType, Field, HideField, ID, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ isAbstract: true })
abstract class ChatCompletionPayload {
  @Field(() => ID, { nullable: true, description: 'Null for a chat without a dataset.' })
  datasetExampleId: string | null;

  @Field(() => Int, { nullable: true, description: 'From 1.' })
  repetitionNumber: number | null;
}

@ObjectType({ isAbstract: true })
abstract class ChatCompletionEnd extends ChatCompletionPayload {
  /** The stored span. */
  @HideField()
  spanKey: { traceId: string; spanId: string } | null;

  /** Row ID of the run of an experiment; null for a chat without a dataset. */
  @HideField()
  runRowId: number | null;
}

@ObjectType({ description: 'A piece of the answer.' })
export class TextChunk extends ChatCompletionPayload {
  @Field(() => String)
  content: string;
}

@ObjectType({ description: 'A piece of what the model thinks before it answers.' })
export class ReasoningChunk extends ChatCompletionPayload {
  @Field(() => String)
  content: string;
}

@ObjectType({ description: 'A piece of a call. The pieces of the arguments together are JSON.' })
export class FunctionCallChunk extends ChatCompletionPayload {
  @Field(() => String, { description: 'Empty after the first piece.' })
  name: string;

  @Field(() => String)
  arguments: string;
}

@ObjectType({ description: 'A piece of a call of a tool.' })
export class ToolCallChunk extends ChatCompletionPayload {
  @Field(() => String, { description: 'The same for all pieces of a call.' })
  id: string;

  @Field(() => FunctionCallChunk)
  function: FunctionCallChunk;
}

@ObjectType({ description: 'The end of a chat that succeeded.' })
export class ChatCompletionSubscriptionResult extends ChatCompletionEnd {}

@ObjectType({ description: 'The end of a chat that failed.' })
export class ChatCompletionSubscriptionError extends ChatCompletionEnd {
  @Field(() => String, { description: "With the provider's own words." })
  message: string;
}

@ObjectType({ description: 'The experiment that was started. Precedes everything else.' })
export class ChatCompletionSubscriptionExperiment extends ChatCompletionPayload {
  @HideField()
  experimentRowId: number;
}

@ObjectType({ description: 'The result of an evaluator for a run.' })
export class EvaluationChunk extends ChatCompletionPayload {
  @HideField()
  evaluationRowId: number;

  @HideField()
  traceKey: string | null;

  @Field(() => String)
  evaluatorName: string;

  @Field(() => String, { nullable: true, description: 'Why the evaluator failed.' })
  error: string | null;
}

const PAYLOADS = [
  TextChunk,
  ReasoningChunk,
  ToolCallChunk,
  FunctionCallChunk,
  ChatCompletionSubscriptionResult,
  ChatCompletionSubscriptionError,
  ChatCompletionSubscriptionExperiment,
  EvaluationChunk,
] as const;

export type ChatCompletionPayloadType = InstanceType<(typeof PAYLOADS)[number]>;

export const ChatCompletionSubscriptionPayload = createUnionType({
  name: 'ChatCompletionSubscriptionPayload',
  description: 'A piece of a chat, or how it ended.',
  types: () => PAYLOADS,
  resolveType: (value: object) => value.constructor.name,
});
