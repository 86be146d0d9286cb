import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { requireRowId } from '../../../common/ids/global-id.js';
import {
  type Connection,
  type ForwardPage,
  forwardPage,
  keysetConnection,
} from '../../../common/pagination/connection.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { toKeysetCursor } from '../../../common/pagination/keyset-cursor.js';
import { cursorAt } from '../../../common/pagination/keyset-sort.js';
import { DatasetExample } from '../../../datasets/examples/graphql/dataset-example.type.js';
import { Experiment } from '../../graphql/experiment.type.js';
import { ExampleRunsArgs, ExperimentRunsArgs } from './experiment-runs.args.js';
import {
  type ExperimentRun,
  ExperimentRunConnection,
  toExperimentRun,
} from './experiment-run.type.js';
import { RunPagesLoaders } from './run-pages.loader.js';
import { runSort } from '../run-sorts.js';

const DEFAULT_FIRST = 50;

/** The runs of an experiment. */
@Resolver(() => Experiment)
export class RunsOfExperimentResolver {
  constructor(private readonly pages: RunPagesLoaders) {}

  @ResolveField(() => ExperimentRunConnection)
  async runs(
    @Parent() { rowId }: Experiment,
    @Args() args: ExperimentRunsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<ExperimentRun>> {
    const { first, after } = pageOf(args);
    const sort = runSort(args.sort);
    const page = { sort, after, limit: first + 1 };
    const rows = await loaders.of(this.pages.ofExperiments).load({ experimentId: rowId, page });
    const cursorOf = sort ? cursorAt(sort) : rowCursor;
    return keysetConnection(rows, first, after, cursorOf, toExperimentRun);
  }
}

/** What experiments made of an example. */
@Resolver(() => DatasetExample)
export class RunsOfExampleResolver {
  constructor(private readonly pages: RunPagesLoaders) {}

  @ResolveField(() => ExperimentRunConnection, { description: 'Newest first.' })
  async experimentRuns(
    @Parent() { rowId }: DatasetExample,
    @Args() args: ExampleRunsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<ExperimentRun>> {
    const { first, after } = pageOf(args);
    const experimentIds = args.experimentIds?.map((id) => requireRowId(id, 'Experiment')) ?? null;
    const page = { experimentIds, after, limit: first + 1 };
    const rows = await loaders.of(this.pages.ofExamples).load({ exampleId: rowId, page });
    return keysetConnection(rows, first, after, rowCursor, toExperimentRun);
  }
}

function pageOf({ first, after }: ExperimentRunsArgs | ExampleRunsArgs): ForwardPage {
  return forwardPage({ first: first ?? DEFAULT_FIRST, after: after || null });
}

function rowCursor({ id }: { id: number }): string {
  return toKeysetCursor({ id });
}
