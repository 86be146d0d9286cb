import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { attributeAt } from '../../../common/json/attributes.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { stringifyJson } from '../../../common/json/json.js';
import { SpanAttributesLoader } from './span-content.loader.js';
import { SpanIOValue } from './span-io-value.type.js';

@Resolver(() => SpanIOValue)
export class SpanIOValueResolver {
  constructor(private readonly attributes: SpanAttributesLoader) {}

  @ResolveField(() => String, { description: 'The whole text.' })
  async value(
    @Parent() { traceId, spanId, side }: SpanIOValue,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string> {
    const nested = await loaders.of(this.attributes).load({ traceId, spanId });
    const value = attributeAt(nested, `${side}.value`) ?? '';
    return typeof value === 'string' ? value : stringifyJson(value);
  }
}
