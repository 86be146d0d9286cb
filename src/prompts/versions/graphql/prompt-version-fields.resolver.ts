import { Inject } from '@nestjs/common';
import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { NotFoundError } from '../../../common/errors/errors.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { JsonScalar } from '../../../common/graphql/scalars.js';
import { ENV } from '../../../config/config.module.js';
import type { Env } from '../../../config/env.js';
import { User } from '../../../users/graphql/user.type.js';
import { PromptAuthorsLoader } from '../../graphql/prompt-authors.loader.js';
import { PromptLoaders } from '../../graphql/prompts.loader.js';
import { SnippetsArgs } from '../../snippets/graphql/snippets.args.js';
import { PromptSnippet, toPromptSnippets } from '../../snippets/graphql/prompt-snippet.type.js';
import { PromptVersionTag } from '../../tags/graphql/prompt-version-tag.type.js';
import {
  PromptInvocationParameters,
  toInvocationParameters,
} from './invocation-parameters.type.js';
import { PromptTemplate, toPromptTemplate } from './prompt-template.type.js';
import { templateVariables } from '../prompt-texts.js';
import {
  PromptResponseFormatJSONSchema,
  PromptTools,
  toPromptResponseFormat,
  toPromptTools,
} from './prompt-tools.type.js';
import { PromptVersion } from './prompt-version.type.js';
import { PromptVersionLoaders } from './prompt-versions.loader.js';

/** What a version shows besides its row, loaded for all versions of a page at once. */
@Resolver(() => PromptVersion)
export class PromptVersionFieldsResolver {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'rootUrl' | 'auth'>,
    private readonly own: PromptVersionLoaders,
    private readonly prompts: PromptLoaders,
    private readonly authors: PromptAuthorsLoader,
  ) {}

  @ResolveField(() => PromptTemplate)
  async template(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<typeof PromptTemplate> {
    return toPromptTemplate((await this.payload(version, context)).template);
  }

  @ResolveField(() => PromptInvocationParameters)
  async invocationParameters(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<typeof PromptInvocationParameters> {
    return toInvocationParameters((await this.payload(version, context)).invocationParameters);
  }

  @ResolveField(() => PromptTools, { nullable: true })
  async tools(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<PromptTools | null> {
    const { tools } = await this.payload(version, context);
    return tools && toPromptTools(tools);
  }

  @ResolveField(() => PromptResponseFormatJSONSchema, { nullable: true })
  async responseFormat(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<PromptResponseFormatJSONSchema | null> {
    const { responseFormat } = await this.payload(version, context);
    return responseFormat && toPromptResponseFormat(responseFormat);
  }

  @ResolveField(() => JsonScalar, { description: 'An object.' })
  async metadata(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<object> {
    return (await this.payload(version, context)).metadata;
  }

  @ResolveField(() => [String], {
    description: 'The names of the variables of the template, in the order in which they appear.',
  })
  async variables(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<string[]> {
    const { template } = await this.payload(version, context);
    return templateVariables(template, version.templateFormat);
  }

  @ResolveField(() => [PromptSnippet], { description: 'Code that fetches and uses this version.' })
  async snippets(
    @Parent() version: PromptVersion,
    @Args() { server, tagName, latest }: SnippetsArgs,
    @Context() context: GraphqlContext,
  ): Promise<PromptSnippet[]> {
    const prompt = await context.loaders.of(this.prompts.byId).load(version.promptRowId);
    if (!prompt) throw gone();
    return toPromptSnippets({
      server: server ?? this.env.rootUrl,
      needsKey: this.env.auth.isEnabled,
      promptName: prompt.name,
      selection: tagName ? { tag: tagName } : latest ? 'latest' : { versionId: version.id },
      provider: version.modelProvider,
      variables: await this.variables(version, context),
    });
  }

  @ResolveField(() => [PromptVersionTag], { description: 'The tags that point to it, by name.' })
  tags(
    @Parent() { rowId }: PromptVersion,
    @Context() { loaders }: GraphqlContext,
  ): Promise<PromptVersionTag[]> {
    return loaders.of(this.own.tagsOf).load(rowId);
  }

  @ResolveField(() => User, { nullable: true, description: 'Who made it.' })
  async user(
    @Parent() { userRowId }: PromptVersion,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.authors).load(userRowId);
  }

  @ResolveField(() => PromptVersion, { nullable: true, description: 'The one made before it.' })
  async previousVersion(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<PromptVersion | null> {
    const { previousId } = await this.place(version, context);
    return previousId === null ? null : context.loaders.of(this.own.byId).load(previousId);
  }

  @ResolveField(() => Int, { description: 'The first version of a prompt has 1.' })
  async sequenceNumber(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.place(version, context)).sequenceNumber;
  }

  @ResolveField(() => Boolean)
  async isLatest(
    @Parent() version: PromptVersion,
    @Context() context: GraphqlContext,
  ): Promise<boolean> {
    return (await this.place(version, context)).isLatest;
  }

  private async payload({ rowId }: PromptVersion, { loaders }: GraphqlContext) {
    const payload = await loaders.of(this.own.payloads).load(rowId);
    if (!payload) throw gone();
    return payload;
  }

  private async place({ rowId }: PromptVersion, { loaders }: GraphqlContext) {
    const place = await loaders.of(this.own.places).load(rowId);
    if (!place) throw gone();
    return place;
  }
}

function gone(): NotFoundError {
  return new NotFoundError('The prompt has since been deleted.');
}
