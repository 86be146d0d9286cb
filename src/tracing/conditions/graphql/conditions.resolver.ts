import { Args, Field, ObjectType, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import { ValidationResult } from '../../../kernel/graphql/validation-result.type.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { ConditionsService } from '../conditions.service.js';
import type { AnnotatedTarget } from '../named-annotation.js';
import { readSpanCondition, selectsOnlyRoots } from '../span-condition.js';
import type { VocabularyTerm } from '../vocabulary.js';

@ObjectType({ description: 'Something that a condition can name.' })
class FilterVocabularyTerm implements VocabularyTerm {
  @Field(() => String, {
    description: 'As written, such as `latency_ms` or `annotations["helpful"].score`.',
  })
  name: string;

  @Field(() => String, {
    description:
      '`text`, `number`, `datetime` or `boolean`; `json` for an attribute, which may have any type; `relation` if it can only be present or absent; `rows` for a loop.',
  })
  type: string;

  @Field(() => String)
  description: string;

  @Field(() => String, {
    description: '`field`, `annotation`, `attribute`, or `collection` for rows in a loop.',
  })
  category: VocabularyTerm['category'];

  @Field(() => String, {
    nullable: true,
    description: 'The rows in a loop that have this field; null for what is filtered.',
  })
  iterableName: string | null;
}

@ObjectType({ description: 'The rows that a condition on spans certainly selects.' })
export class SpanFilterConditionAnalysis {
  @Field(() => Boolean, {
    description:
      'Whether it selects only root spans, perhaps including those whose parent is not stored. False only means that this is not certain.',
  })
  selectsRootSpansOnly: boolean;
}

const RANGE = { type: () => TimeRangeInput, nullable: true };

/** Checks conditions on the spans, traces and sessions of a project, and lists what they can name. */
@Resolver(() => Project)
export class ConditionsResolver {
  constructor(private readonly conditions: ConditionsService) {}

  @ResolveField(() => ValidationResult, {
    description:
      'Checks a condition on spans. Warns about annotations that no span or trace of the project has, and about attributes that none of its newest 1,000 spans has.',
  })
  validateSpanFilterCondition(
    @Parent() project: Project,
    @Args('condition') condition: string,
  ): Promise<ValidationResult> {
    return this.validate('span', project, condition);
  }

  @ResolveField(() => ValidationResult, {
    description:
      'Checks a condition on traces. Warns about annotations that no trace of the project has.',
  })
  validateTraceFilterCondition(
    @Parent() project: Project,
    @Args('condition') condition: string,
  ): Promise<ValidationResult> {
    return this.validate('trace', project, condition);
  }

  @ResolveField(() => ValidationResult, {
    description:
      'Checks a condition on sessions. Warns about annotations that no session of the project has.',
  })
  validateSessionFilterCondition(
    @Parent() project: Project,
    @Args('condition') condition: string,
  ): Promise<ValidationResult> {
    return this.validate('session', project, condition);
  }

  @ResolveField(() => SpanFilterConditionAnalysis, {
    description: 'Returns what a condition on spans certainly selects.',
  })
  analyzeSpanFilterCondition(@Args('condition') condition: string): SpanFilterConditionAnalysis {
    const read = readSpanCondition(condition);
    return { selectsRootSpansOnly: read !== null && selectsOnlyRoots(read) };
  }

  @ResolveField(() => [FilterVocabularyTerm], {
    description:
      'The names that conditions on spans can contain, including the annotations of the project and the attributes of its newest 1,000 spans in the range.',
  })
  spanFilterVocabulary(
    @Parent() { rowId }: Project,
    @Args('timeRange', RANGE) timeRange?: TimeRangeInput | null,
  ): Promise<FilterVocabularyTerm[]> {
    return this.conditions.listVocabulary('span', rowId, timeRange ?? {});
  }

  @ResolveField(() => [FilterVocabularyTerm], {
    description:
      'The names that conditions on traces can contain, including the annotations of the project and the attributes of the root spans of its newest 1,000 traces in the range.',
  })
  traceFilterVocabulary(
    @Parent() { rowId }: Project,
    @Args('timeRange', RANGE) timeRange?: TimeRangeInput | null,
  ): Promise<FilterVocabularyTerm[]> {
    return this.conditions.listVocabulary('trace', rowId, timeRange ?? {});
  }

  @ResolveField(() => [FilterVocabularyTerm], {
    description:
      'The names that conditions on sessions can contain, including the annotations of the project and the attributes of the root spans of its newest 1,000 sessions.',
  })
  sessionFilterVocabulary(@Parent() { rowId }: Project): Promise<FilterVocabularyTerm[]> {
    return this.conditions.listVocabulary('session', rowId, {});
  }

  private async validate(
    of: AnnotatedTarget,
    { rowId }: Project,
    condition: string,
  ): Promise<ValidationResult> {
    const { mistake, ...check } = await this.conditions.validate(of, rowId, condition);
    return { isValid: mistake === null, errorMessage: mistake, ...check };
  }
}
