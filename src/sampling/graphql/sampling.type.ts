import { Field, Float, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { Project } from '../../projects/graphql/project.type.js';
import { SamplingOutcome } from '../sampling.enum.js';

registerEnumType(SamplingOutcome, {
  name: 'SamplingOutcome',
  description: 'The reasons why a trace is kept: the first one of this order that applies.',
  valuesMap: {
    PROTECTED: {
      description:
        'A person annotated it or moved it to the project, or a dataset, an experiment or an annotation queue refers to it.',
    },
    FAILED: { description: 'A span failed.' },
    SLOW: { description: 'It took long.' },
    EXPENSIVE: { description: 'It cost much, or has many tokens.' },
    BADLY_SCORED: { description: 'It has an annotation that the rules name.' },
    CONDITION: { description: 'It meets the condition.' },
    SHARE: { description: 'It belongs to the share of the rest.' },
    DROPPED: { description: 'It is not kept.' },
  },
});

@ObjectType({ description: 'Annotations of a trace or of one of its spans.' })
export class ScoreRule {
  @Field(() => String)
  name: string;

  @Field(() => Float, { nullable: true, description: 'With a lower score.' })
  below: number | null;

  @Field(() => [String], { description: 'With one of these labels.' })
  labels: readonly string[];
}

@ObjectType({
  description: 'The rules that select the traces of a project to keep once they are quiet.',
})
export class SamplingRules {
  @Field(() => Float, { description: 'Part of the traces that nothing else keeps, from 0 to 1.' })
  share: number;

  @Field(() => Boolean, {
    description:
      'Whether the share is one of sessions, so that the traces of a conversation stay or go together.',
  })
  sharesSessions: boolean;

  @Field(() => Boolean, { description: 'Keeps those with a span that failed.' })
  keepsFailed: boolean;

  @Field(() => Float, { nullable: true, description: 'Keeps those that took as long or longer.' })
  minLatencyMs: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Keeps those that cost as much or more, in US dollars.',
  })
  minCost: number | null;

  @Field(() => Float, { nullable: true, description: 'Keeps those with as many tokens or more.' })
  minTokens: number | null;

  @Field(() => [ScoreRule], { description: 'Keeps those with such annotations.' })
  scores: readonly ScoreRule[];

  @Field(() => String, {
    description: 'Keeps those that meet a condition on traces. Empty for none.',
  })
  condition: string;

  @Field(() => Int, { description: 'A trace is quiet if no span has arrived for so long.' })
  quietSeconds: number;

  @Field(() => Int, {
    description: 'A trace that is never quiet is decided about so long after its first span.',
  })
  longestWaitSeconds: number;
}

@ObjectType({
  description:
    'Sampling of a project: traces are stored at once, and deleted when they are quiet unless a rule keeps them.',
})
export class ProjectSampling {
  @Field(() => Boolean)
  isEnabled: boolean;

  @Field(() => SamplingRules)
  rules: SamplingRules;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Traces of which a span arrived before are kept. Null if sampling was never set up.',
  })
  enabledAt: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Null if sampling was never set up.',
  })
  updatedAt: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why some traces were kept about which the rules could not decide.',
  })
  lastError: string | null;

  @Field(() => DateTimeScalar, { nullable: true })
  lastErrorAt: string | null;
}

@ObjectType({ description: 'The count of traces with one outcome.' })
export class SamplingCount {
  @Field(() => SamplingOutcome)
  outcome: `${SamplingOutcome}`;

  @Field(() => Float)
  traceCount: number;

  @Field(() => Float)
  spanCount: number;
}

@ObjectType()
export class ProjectSamplingMutationPayload {
  @Field(() => Project)
  project: Project;

  @Field(() => QueryRoot)
  query: QueryRoot;
}
