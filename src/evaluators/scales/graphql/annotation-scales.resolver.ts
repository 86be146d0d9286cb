import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import { Dataset } from '../../../datasets/graphql/dataset.type.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { AnnotationScalesService } from '../annotation-scales.service.js';
import { AnnotationScale } from './annotation-scale.type.js';

@Resolver(() => Dataset)
export class ScalesOfDatasetResolver {
  private readonly loader: BatchLoader<number, AnnotationScale[]>;

  constructor(scales: AnnotationScalesService) {
    this.loader = { batch: (ids) => scales.listByDataset(ids) };
  }

  @ResolveField(() => [AnnotationScale], {
    description:
      'Which scores of evaluations are better, by name: what the evaluators of the dataset say, or else the annotation configs. Sorted by name.',
  })
  annotationScales(
    @Parent() { rowId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<AnnotationScale[]> {
    return loaders.of(this.loader).load(rowId);
  }
}

@Resolver(() => Project)
export class ScalesOfProjectResolver {
  private readonly loader: BatchLoader<number, AnnotationScale[]>;

  constructor(scales: AnnotationScalesService) {
    this.loader = { batch: (ids) => scales.listByProject(ids) };
  }

  @ResolveField(() => [AnnotationScale], {
    description:
      'Which scores of annotations are better, by name: what the evaluators of evaluation rules say, or else the annotation configs. Sorted by name.',
  })
  annotationScales(
    @Parent() { rowId }: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<AnnotationScale[]> {
    return loaders.of(this.loader).load(rowId);
  }
}
