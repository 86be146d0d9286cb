import { Args, createUnionType, Int, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../kernel/access/handler-access.js';
import { DomainError } from '../../kernel/errors/errors.js';
import { sortByKeys } from '../../kernel/graphql/loaders.js';
import { DatasetsService } from '../../datasets/datasets.service.js';
import { Dataset, toDataset } from '../../datasets/graphql/dataset.type.js';
import { ExperimentsService } from '../../experiments/experiments.service.js';
import { Experiment, toExperiment } from '../../experiments/graphql/experiment.type.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { Project, toProject } from '../../projects/graphql/project.type.js';
import { PromptsService } from '../../prompts/prompts.service.js';
import { Prompt, toPrompt } from '../../prompts/graphql/prompt.type.js';
import {
  RESOURCE_TYPES,
  type ResourceType,
  ResourceSearchService,
} from '../resource-search.service.js';

const MAX_PER_TYPE = 25;
const MAX_QUERY_LENGTH = 1_000;

/** An object with the name of its type, which tells the members of the union apart. */
interface Typed {
  __typename: ResourceType;
}

const SearchResource = createUnionType({
  name: 'SearchResource',
  types: () => [Project, Dataset, Experiment, Prompt] as const,
  resolveType: (resource: Typed) => resource.__typename,
});

/** Finds projects, datasets, experiments and prompts together. */
@Resolver()
export class ResourceSearchResolver {
  private readonly read: Record<
    ResourceType,
    (ids: number[]) => Promise<{ id: number; resource: object }[]>
  >;

  constructor(
    private readonly resources: ResourceSearchService,
    projects: ProjectsService,
    datasets: DatasetsService,
    experiments: ExperimentsService,
    prompts: PromptsService,
  ) {
    this.read = {
      Project: async (ids) => withId(await projects.findByIds(ids), toProject),
      Dataset: async (ids) => withId(await datasets.findByIds(ids), toDataset),
      Experiment: async (ids) => withId(await experiments.findByIds(ids), toExperiment),
      Prompt: async (ids) => withId(await prompts.findByIds(ids), toPrompt),
    };
  }

  @Query(() => [SearchResource], {
    description:
      'Projects, datasets, experiments and prompts whose name or description contains a text, ignoring case. Within each type, those whose name does come first.',
  })
  @Access('VIEWER')
  async searchResources(
    @Args('query') query: string,
    @Args('limitPerType', {
      type: () => Int,
      defaultValue: 5,
      description: `Between 1 and ${MAX_PER_TYPE}.`,
    })
    limitPerType: number,
  ): Promise<Typed[]> {
    if (limitPerType < 1 || limitPerType > MAX_PER_TYPE) {
      throw new DomainError(
        'BAD_USER_INPUT',
        `limitPerType must be between 1 and ${MAX_PER_TYPE}.`,
      );
    }
    if (query.length > MAX_QUERY_LENGTH) {
      throw new DomainError('BAD_USER_INPUT', 'A search can have up to 1,000 characters.');
    }
    const found = await this.resources.search(query, limitPerType);
    const lists = await Promise.all(
      RESOURCE_TYPES.map(async (type) => {
        const ids = found[type];
        const rows = ids.length === 0 ? [] : await this.read[type](ids);
        return sortByKeys(ids, rows, ({ id }) => id).flatMap((row) =>
          row ? [{ ...row.resource, __typename: type }] : [],
        );
      }),
    );
    return lists.flat();
  }
}

function withId<Row extends { id: number }>(
  rows: readonly Row[],
  toType: (row: Row) => object,
): { id: number; resource: object }[] {
  return rows.map((row) => ({ id: row.id, resource: toType(row) }));
}
