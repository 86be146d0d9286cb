import { Args, Query, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../../common/access/access.js';
import { NodeRegistry } from '../../../common/graphql/node-registry.js';
import { Span, toSpan } from './span.type.js';
import { SpansService } from '../spans.service.js';

@Resolver()
export class SpansResolver {
  constructor(
    private readonly spans: SpansService,
    nodes: NodeRegistry,
  ) {
    nodes.register('Span', async (id) => {
      const span = await this.spans.findByRowId(id);
      return span && toSpan(span);
    });
  }

  @Query(() => Span, {
    nullable: true,
    description: 'Among spans of several traces with the same id, the one stored first.',
  })
  @RequiredRole('VIEWER')
  async getSpanByOtelId(@Args('spanId') spanId: string): Promise<Span | null> {
    const span = await this.spans.findBySpanId(spanId);
    return span && toSpan(span);
  }
}
