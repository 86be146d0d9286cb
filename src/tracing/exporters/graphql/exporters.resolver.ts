import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { maySeeKeys } from '../exporters.service.js';
import { Exporter, toExporter } from './exporter.type.js';
import { ExportersLoaders } from './exporters.loader.js';

/** The senders of spans to a project. */
@Resolver(() => Project)
export class ExportersOfProjectResolver {
  constructor(private readonly loaded: ExportersLoaders) {}

  @ResolveField(() => [Exporter], {
    description:
      'The senders of spans over OTLP, with their problems. Most recently active first, at most a hundred.',
  })
  async exporters(
    @Parent() { rowId }: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Exporter[]> {
    return (await loaders.of(this.loaded.ofProject).load(rowId)).map(toExporter);
  }
}

@Resolver(() => Exporter)
export class KeyOfExporterResolver {
  @ResolveField(() => String, {
    nullable: true,
    description: 'Name of its API key. Null without one, if it was deleted, and for viewers.',
  })
  keyName(
    @Parent() { apiKeyName, projectRowId }: Exporter,
    @Context() { req }: GraphqlContext,
  ): string | null {
    const { identity, projectAccess = null } = req;
    return maySeeKeys(projectAccess, identity!, projectRowId) ? apiKeyName : null;
  }
}
