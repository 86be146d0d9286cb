import { Resolver } from '@nestjs/graphql';
import { NodeRegistry } from '../../../common/graphql/node-registry.js';
import { loaderById } from '../../../common/graphql/loaders.js';
import { EXPERIMENT_TAG_TYPE, toExperimentTag } from './experiment-tag.type.js';
import { ExperimentTagsService } from '../experiment-tags.service.js';

/** Makes tags known to `node`. */
@Resolver()
export class ExperimentTagsResolver {
  constructor(tags: ExperimentTagsService, nodes: NodeRegistry) {
    const loader = loaderById((ids) => tags.findByIds(ids), toExperimentTag);
    nodes.register(EXPERIMENT_TAG_TYPE, (id, { loaders }) => loaders.of(loader).load(id));
  }
}
