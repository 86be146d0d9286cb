import {
  Args,
  ArgsType,
  Context,
  Field,
  ID,
  Int,
  Parent,
  Query,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import {
  type Connection,
  forwardPage,
  keysetConnection,
} from '../../../kernel/pagination/connection.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { parseRowCursor, toKeysetCursor } from '../../../kernel/pagination/keyset-cursor.js';
import { ValidationResult } from '../../../kernel/graphql/validation-result.type.js';
import { createLoaderById } from '../../../kernel/graphql/loaders.js';
import {
  DatasetExample,
  toDatasetExample,
} from '../../../datasets/examples/graphql/dataset-example.type.js';
import { DatasetExamplesService } from '../../../datasets/examples/dataset-examples.service.js';
import {
  ExperimentComparison,
  ExperimentComparisonConnection,
  toExperimentComparison,
} from './experiment-comparison.type.js';
import { ExperimentComparisonsService } from '../experiment-comparisons.service.js';
import {
  ExperimentAnnotationComparison,
  ExperimentRunMetricComparisons,
  toAnnotationComparison,
  toMetricComparisons,
} from './run-counts.type.js';

@ArgsType()
class ComparedExperimentsArgs {
  @Field(() => ID, { description: 'The experiment that the others are compared with.' })
  baseExperimentId: string;

  @Field(() => [ID], {
    description: 'Other experiments of the same dataset, without the base and without duplicates.',
  })
  compareExperimentIds: string[];
}

@ArgsType()
class CompareExperimentsArgs extends ComparedExperimentsArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 50,
    description: 'Page size, 1 to 1000.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The page starts after this cursor.' })
  after?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "A condition on examples and their runs, such as `latency_ms > 1000 and 'refund' in input['question']`. " +
      '`experiments[0]` is the base and `experiments[1]` the first of the others. Run fields without `experiments[…]` apply to the runs of any of them.',
  })
  filterCondition?: string | null;
}

/** Compares experiments side by side. */
@Resolver(() => ExperimentComparison)
export class ExperimentComparisonsResolver {
  private readonly examples;

  constructor(
    private readonly comparisons: ExperimentComparisonsService,
    examples: DatasetExamplesService,
  ) {
    this.examples = createLoaderById(
      (ids) => examples.findByIds(ids),
      (row) => row,
    );
  }

  @Query(() => ExperimentComparisonConnection, {
    description: 'The examples of the base experiment, oldest first.',
  })
  @Access('VIEWER')
  async compareExperiments(
    @Args() args: CompareExperimentsArgs,
  ): Promise<Connection<ExperimentComparison>> {
    const { first, after } = forwardPage({ first: args.first ?? 50, after: args.after });
    const compared = await this.comparisons.resolveExperiments(
      args.baseExperimentId,
      args.compareExperimentIds,
    );
    const rows = await this.comparisons.listPage(compared, args.filterCondition ?? null, {
      after: after === null ? null : parseRowCursor(after),
      limit: first + 1,
    });
    return keysetConnection(
      rows,
      first,
      after,
      ({ exampleId }) => toKeysetCursor({ id: exampleId }),
      (row) => toExperimentComparison(row, compared),
    );
  }

  @Query(() => ExperimentRunMetricComparisons)
  @Access('VIEWER')
  async experimentRunMetricComparisons(
    @Args() args: ComparedExperimentsArgs,
  ): Promise<ExperimentRunMetricComparisons> {
    const { baseExperimentId, compareExperimentIds } = args;
    const compared = await this.comparisons.resolveExperiments(
      baseExperimentId,
      compareExperimentIds,
    );
    return toMetricComparisons(await this.comparisons.countByFigures(compared));
  }

  @Query(() => [ExperimentAnnotationComparison], {
    description: 'One per evaluation with scores, sorted by name.',
  })
  @Access('VIEWER')
  async experimentAnnotationComparisons(
    @Args() args: ComparedExperimentsArgs,
  ): Promise<ExperimentAnnotationComparison[]> {
    const { baseExperimentId, compareExperimentIds } = args;
    const compared = await this.comparisons.resolveExperiments(
      baseExperimentId,
      compareExperimentIds,
    );
    return (await this.comparisons.countByScores(compared)).map(toAnnotationComparison);
  }

  @Query(() => ValidationResult, {
    description: 'Checks a condition for `compareExperiments` with these experiments.',
  })
  @Access('VIEWER')
  async validateExperimentRunFilterCondition(
    @Args('condition') condition: string,
    @Args('experimentIds', {
      type: () => [ID],
      description: 'At least one. The first is the base.',
    })
    experimentIds: string[],
  ): Promise<ValidationResult> {
    const compared = await this.comparisons.resolveExperimentsInOrder(experimentIds);
    const mistake = this.comparisons.findMistake(condition, compared);
    const errorMessage = mistake?.message ?? null;
    return { isValid: mistake === null, errorMessage, ...mistake?.details, warnings: [] };
  }

  @ResolveField(() => DatasetExample, {
    description: 'Its `revision` is the one that the base experiment ran on.',
  })
  async example(
    @Parent() { exampleRowId, revisionRowId }: ExperimentComparison,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetExample> {
    const row = await loaders.of(this.examples).load(exampleRowId);
    // An example is deleted only with its dataset, which has just been deleted.
    if (!row) throw new NotFoundError('The example has since been deleted.');
    return toDatasetExample(row, revisionRowId);
  }
}
