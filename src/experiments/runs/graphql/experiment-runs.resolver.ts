import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import type { JsonValue } from '../../../kernel/json/json.js';
import {
  type Connection,
  type ForwardPage,
  forwardPage,
  keysetConnection,
} from '../../../kernel/pagination/connection.js';
import { toKeysetCursor } from '../../../kernel/pagination/keyset-cursor.js';
import { createCursorWriter } from '../../../kernel/pagination/keyset-sort.js';
import { DatasetExample } from '../../../datasets/examples/graphql/dataset-example.type.js';
import { Trace } from '../../../tracing/traces/graphql/trace.type.js';
import { Experiment } from '../../graphql/experiment.type.js';
import { ExperimentsLoaders } from '../../graphql/experiments.loader.js';
import { runSort } from '../experiment-runs.sorts.js';
import {
  EXPERIMENT_RUN_TYPE,
  ExperimentRun,
  ExperimentRunConnection,
  toExperimentRun,
} from './experiment-run.type.js';
import { ExampleRunsArgs, ExperimentRunsArgs } from './experiment-runs.args.js';
import { ExperimentRunsLoaders } from './experiment-runs.loader.js';

const DEFAULT_FIRST = 50;

/** The fields of a run that are not in its row, loaded for a whole page at once. */
@Resolver(() => ExperimentRun)
export class ExperimentRunsResolver {
  constructor(
    private readonly runs: ExperimentRunsLoaders,
    private readonly experiments: ExperimentsLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(EXPERIMENT_RUN_TYPE, (id, { loaders }) => loaders.of(runs.byId).load(id));
  }

  @ResolveField(() => JsonScalar, { nullable: true, description: 'The output of the task.' })
  output(
    @Parent() { rowId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<JsonValue> {
    return loaders.of(this.runs.outputs).load(rowId);
  }

  @ResolveField(() => Experiment)
  async experiment(
    @Parent() { experimentRowId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Experiment> {
    const experiment = await loaders.of(this.experiments.byId).load(experimentRowId);
    // Runs are deleted with their experiment, which has just been deleted.
    if (!experiment) throw new NotFoundError('The experiment has since been deleted.');
    return experiment;
  }

  @ResolveField(() => DatasetExample, {
    description: 'Its `revision` is the one that the experiment used.',
  })
  async example(
    @Parent() { experimentRowId: experimentId, exampleRowId: exampleId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetExample> {
    const example = await loaders.of(this.runs.examples).load({ experimentId, exampleId });
    if (!example) throw new NotFoundError('The dataset has since been deleted.');
    return example;
  }

  @ResolveField(() => Trace, {
    nullable: true,
    description: "The task's trace; null until its spans arrive.",
  })
  async trace(
    @Parent() { traceId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Trace | null> {
    return traceId === null ? null : loaders.of(this.runs.traces).load(traceId);
  }
}

/** The runs of an experiment. */
@Resolver(() => Experiment)
export class RunsOfExperimentResolver {
  constructor(private readonly pages: ExperimentRunsLoaders) {}

  @ResolveField(() => ExperimentRunConnection)
  async runs(
    @Parent() { rowId }: Experiment,
    @Args() args: ExperimentRunsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<ExperimentRun>> {
    const { first, after } = pageOf(args);
    const sort = runSort(args.sort);
    const page = { sort, after, limit: first + 1 };
    const rows = await loaders
      .of(this.pages.pagesOfExperiments)
      .load({ experimentId: rowId, page });
    const cursorOf = sort ? createCursorWriter(sort) : rowCursor;
    return keysetConnection(rows, first, after, cursorOf, toExperimentRun);
  }
}

/** The runs for an example. */
@Resolver(() => DatasetExample)
export class RunsOfExampleResolver {
  constructor(private readonly pages: ExperimentRunsLoaders) {}

  @ResolveField(() => ExperimentRunConnection, { description: 'Newest first.' })
  async experimentRuns(
    @Parent() { rowId }: DatasetExample,
    @Args() args: ExampleRunsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<ExperimentRun>> {
    const { first, after } = pageOf(args);
    const experimentIds = args.experimentIds?.map((id) => requireRowId(id, 'Experiment')) ?? null;
    const page = { experimentIds, after, limit: first + 1 };
    const rows = await loaders.of(this.pages.pagesOfExamples).load({ exampleId: rowId, page });
    return keysetConnection(rows, first, after, rowCursor, toExperimentRun);
  }
}

function pageOf({ first, after }: ExperimentRunsArgs | ExampleRunsArgs): ForwardPage {
  return forwardPage({ first: first ?? DEFAULT_FIRST, after: after || null });
}

function rowCursor({ id }: { id: number }): string {
  return toKeysetCursor({ id });
}
