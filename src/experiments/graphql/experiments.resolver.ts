import { Args, Int, Query, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../common/access/access.js';
import type { Connection } from '../../common/pagination/connection.js';
import { NodeRegistry } from '../../common/graphql/node-registry.js';
import { offsetConnection } from '../../common/pagination/offset-page.js';
import { ExperimentsArgs } from './experiments.args.js';
import {
  type Experiment,
  EXPERIMENT_TYPE,
  ExperimentConnection,
  toExperiment,
} from './experiment.type.js';
import { ExperimentsLoader } from './experiments.loader.js';
import { ExperimentsService } from '../experiments.service.js';

/** The experiments of all datasets. */
@Resolver()
export class ExperimentsResolver {
  constructor(
    private readonly service: ExperimentsService,
    nodes: NodeRegistry,
    loader: ExperimentsLoader,
  ) {
    nodes.register(EXPERIMENT_TYPE, (id, { loaders }) => loaders.of(loader).load(id));
  }

  @Query(() => ExperimentConnection, {
    description: 'The experiments of all datasets, newest first, without ephemeral ones.',
  })
  @RequiredRole('VIEWER')
  experiments(@Args() args: ExperimentsArgs): Promise<Connection<Experiment>> {
    const search = { includeEphemeral: false, text: args.filterCondition };
    const list = {
      slice: this.service.slice.bind(this.service, search),
      count: () => this.service.count(search),
    };
    return offsetConnection(args, list, toExperiment);
  }

  @Query(() => Int, { description: 'The experiments of all datasets, without ephemeral ones.' })
  @RequiredRole('VIEWER')
  experimentCount(): Promise<number> {
    return this.service.count({ includeEphemeral: false });
  }
}
