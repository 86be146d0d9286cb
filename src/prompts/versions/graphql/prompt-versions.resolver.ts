import { Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import { User } from '../../../users/graphql/user.type.js';
import { PromptsLoaders } from '../../graphql/prompts.loader.js';
import { PromptTemplate, toPromptTemplate } from '../../templates/graphql/prompt-template.type.js';
import { listVariables } from '../../templates/prompt-messages.js';
import { PROMPT_VERSION_TYPE } from '../prompt-versions.service.js';
import {
  PromptInvocationParameters,
  toInvocationParameters,
} from './invocation-parameters.type.js';
import {
  PromptResponseFormatJSONSchema,
  PromptTools,
  toPromptResponseFormat,
  toPromptTools,
} from './prompt-tools.type.js';
import { PromptVersion } from './prompt-version.type.js';
import { PromptVersionsLoaders } from './prompt-versions.loader.js';

/** The fields of a version that are not in its row. */
@Resolver(() => PromptVersion)
export class PromptVersionsResolver {
  constructor(
    private readonly versions: PromptVersionsLoaders,
    private readonly prompts: PromptsLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(PROMPT_VERSION_TYPE, (id, { loaders }) => loaders.of(versions.byId).load(id));
  }

  @ResolveField(() => PromptTemplate)
  async template(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<typeof PromptTemplate> {
    return toPromptTemplate((await this.getPayload(version, context)).template);
  }

  @ResolveField(() => PromptInvocationParameters)
  async invocationParameters(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<typeof PromptInvocationParameters> {
    return toInvocationParameters((await this.getPayload(version, context)).invocationParameters);
  }

  @ResolveField(() => PromptTools, { nullable: true })
  async tools(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<PromptTools | null> {
    const { tools } = await this.getPayload(version, context);
    return tools && toPromptTools(tools);
  }

  @ResolveField(() => PromptResponseFormatJSONSchema, { nullable: true })
  async responseFormat(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<PromptResponseFormatJSONSchema | null> {
    const { responseFormat } = await this.getPayload(version, context);
    return responseFormat && toPromptResponseFormat(responseFormat);
  }

  @ResolveField(() => JsonScalar, { description: 'A JSON object.' })
  async metadata(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<object> {
    return (await this.getPayload(version, context)).metadata;
  }

  @ResolveField(() => [String], {
    description: 'The names of the variables in the template, in order of appearance.',
  })
  async variables(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<string[]> {
    const { template } = await this.getPayload(version, context);
    return listVariables(template, version.templateFormat);
  }

  @ResolveField(() => User, { nullable: true, description: 'The user who created it.' })
  async user(
    @Parent() { userRowId }: PromptVersion,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.prompts.users).load(userRowId);
  }

  @ResolveField(() => PromptVersion, { nullable: true, description: 'The version before it.' })
  async previousVersion(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<PromptVersion | null> {
    const { previousId } = await this.getPlace(version, context);
    return previousId === null ? null : context.loaders.of(this.versions.byId).load(previousId);
  }

  @ResolveField(() => Int, { description: 'Starts at 1 for the first version of a prompt.' })
  async sequenceNumber(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.getPlace(version, context)).sequenceNumber;
  }

  @ResolveField(() => Boolean)
  async isLatest(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<boolean> {
    return (await this.getPlace(version, context)).isLatest;
  }

  private async getPayload({ rowId }: PromptVersion, { loaders }: GraphqlContext) {
    const payload = await loaders.of(this.versions.payloads).load(rowId);
    if (!payload) throw promptDeleted();
    return payload;
  }

  private async getPlace({ rowId }: PromptVersion, { loaders }: GraphqlContext) {
    const place = await loaders.of(this.versions.places).load(rowId);
    if (!place) throw promptDeleted();
    return place;
  }
}

/** Versions are deleted only with their prompt. */
function promptDeleted(): NotFoundError {
  return new NotFoundError('The prompt has since been deleted.');
}
