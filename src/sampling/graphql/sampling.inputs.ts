import { ArgsType, Field, Float, ID, InputType, Int } from '@nestjs/graphql';
import { z } from 'zod';
import { Check, checksOf } from '../../kernel/validation/check.js';
import { storableText, trimmedName } from '../../kernel/validation/json-fields.js';
import type { SamplingRules } from '../sampling.service.js';

const MAX_SCORES = 20;
const MAX_LABELS = 50;
const MAX_CONDITION_LENGTH = 10_000;
/** Below, spans of one request would often be decided about apart. */
const SHORTEST_QUIET_SECONDS = 5;
const MAX_QUIET_SECONDS = 3_600;
const MAX_WAIT_SECONDS = 86_400;
/** Thirty days. */
const MAX_HOURS = 720;

const least = () => z.number().min(0).nullish();

@InputType({ description: 'Annotations of a trace or of one of its spans.' })
export class ScoreRuleInput {
  @Field(() => String)
  @Check(trimmedName())
  name: string;

  @Field(() => Float, { nullable: true, description: 'With a lower score.' })
  below?: number | null;

  @Field(() => [String], {
    defaultValue: [],
    description: `With one of these labels. At most ${MAX_LABELS}.`,
  })
  @Check(z.array(storableText()).max(MAX_LABELS))
  labels: string[];
}

const score = () =>
  checksOf(ScoreRuleInput)!.refine(
    ({ below, labels }) =>
      typeof below === 'number' || (Array.isArray(labels) && labels.length > 0),
    'Say below which score, or with which labels.',
  );

@InputType({
  description: 'The rules that select the traces of a project to keep once they are quiet.',
})
export class SamplingRulesInput {
  @Field(() => Float, { description: 'Part of the traces that nothing else keeps, from 0 to 1.' })
  @Check(z.number().min(0).max(1))
  share: number;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether the share is one of sessions, so that the traces of a conversation stay or go together.',
  })
  sharesSessions: boolean;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Keeps those with a span that failed.',
  })
  keepsFailed: boolean;

  @Field(() => Float, { nullable: true, description: 'Keeps those that took as long or longer.' })
  @Check(least())
  minLatencyMs?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Keeps those that cost as much or more, in US dollars.',
  })
  @Check(least())
  minCost?: number | null;

  @Field(() => Float, { nullable: true, description: 'Keeps those with as many tokens or more.' })
  @Check(least())
  minTokens?: number | null;

  @Field(() => [ScoreRuleInput], {
    defaultValue: [],
    description: `Keeps those with such annotations. At most ${MAX_SCORES}.`,
  })
  @Check(z.array(score()).max(MAX_SCORES))
  scores: ScoreRuleInput[];

  @Field(() => String, {
    defaultValue: '',
    description: 'Keeps those that meet a condition on traces. Empty for none.',
  })
  @Check(storableText().pipe(z.string().max(MAX_CONDITION_LENGTH)))
  condition: string;

  @Field(() => Int, {
    defaultValue: 120,
    description: `A trace is quiet if no span has arrived for so long: ${SHORTEST_QUIET_SECONDS} to ${MAX_QUIET_SECONDS}.`,
  })
  @Check(z.number().min(SHORTEST_QUIET_SECONDS).max(MAX_QUIET_SECONDS))
  quietSeconds: number;

  @Field(() => Int, {
    defaultValue: 3_600,
    description: `A trace that is never quiet is decided about so long after its first span: at least \`quietSeconds\`, at most ${MAX_WAIT_SECONDS}.`,
  })
  @Check(z.number().max(MAX_WAIT_SECONDS))
  longestWaitSeconds: number;
}

const rules = () =>
  checksOf(SamplingRulesInput)!.refine(
    ({ longestWaitSeconds, quietSeconds }) => Number(longestWaitSeconds) >= Number(quietSeconds),
    'The longest wait must not be shorter than the quiet time.',
  );

@InputType()
export class PatchProjectSamplingInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => Boolean, {
    description: 'Whether traces are sampled. If not, the rules are only kept.',
  })
  isEnabled: boolean;

  @Field(() => SamplingRulesInput, { description: 'Replaces the present ones.' })
  @Check(rules())
  rules: SamplingRulesInput;
}

@ArgsType()
export class SamplingPreviewArgs {
  @Field(() => SamplingRulesInput)
  @Check(rules())
  rules: SamplingRulesInput;
}

@ArgsType()
export class SamplingCountsArgs {
  @Field(() => Int, { defaultValue: 24, description: `From 1 to ${MAX_HOURS}.` })
  @Check(z.number().min(1).max(MAX_HOURS))
  hours: number;
}

export function toSamplingRules(input: SamplingRulesInput): SamplingRules {
  return {
    share: input.share,
    sharesSessions: input.sharesSessions,
    keepsFailed: input.keepsFailed,
    minLatencyMs: input.minLatencyMs ?? null,
    minCost: input.minCost ?? null,
    minTokens: input.minTokens ?? null,
    scores: input.scores.map(({ name, below, labels }) => ({
      name,
      below: below ?? null,
      labels: [...new Set(labels)],
    })),
    condition: input.condition.trim(),
    quietSeconds: input.quietSeconds,
    longestWaitSeconds: input.longestWaitSeconds,
  };
}
