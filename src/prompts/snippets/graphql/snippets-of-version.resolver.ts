import { Inject } from '@nestjs/common';
import {
  Args,
  ArgsType,
  Context,
  Field,
  ObjectType,
  Parent,
  registerEnumType,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { PromptsLoaders } from '../../graphql/prompts.loader.js';
import { listVariables } from '../../templates/prompt-messages.js';
import { PromptVersion } from '../../versions/graphql/prompt-version.type.js';
import { PromptVersionsLoaders } from '../../versions/graphql/prompt-versions.loader.js';
import {
  curlSnippet,
  pythonSnippet,
  type SnippetSubject,
  typescriptSnippet,
} from '../prompt-snippets.js';
import { IdentifierScalar } from '../../../kernel/graphql/scalars.js';

@ArgsType()
class SnippetsArgs {
  @Field(() => String, {
    nullable: true,
    description: 'URL of the server in the code. Defaults to the configured URL.',
  })
  server?: string | null;

  @Field(() => IdentifierScalar, {
    nullable: true,
    description: 'Fetches the version that this tag points to.',
  })
  tagName?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Fetches the newest version of the prompt.',
  })
  latest: boolean;
}

enum PromptSnippetLanguage {
  PYTHON = 'PYTHON',
  TYPESCRIPT = 'TYPESCRIPT',
  CURL = 'CURL',
}

registerEnumType(PromptSnippetLanguage, { name: 'PromptSnippetLanguage' });

@ObjectType({ description: 'Code that fetches a version of a prompt and uses it.' })
class PromptSnippet {
  @Field(() => PromptSnippetLanguage)
  language: PromptSnippetLanguage;

  @Field(() => String)
  code: string;
}

function toPromptSnippets(subject: SnippetSubject): PromptSnippet[] {
  return [
    { language: PromptSnippetLanguage.PYTHON, code: pythonSnippet(subject) },
    { language: PromptSnippetLanguage.TYPESCRIPT, code: typescriptSnippet(subject) },
    { language: PromptSnippetLanguage.CURL, code: curlSnippet(subject) },
  ];
}

/** Adds code snippets to a version. */
@Resolver(() => PromptVersion)
export class SnippetsOfVersionResolver {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'rootUrl' | 'auth'>,
    private readonly prompts: PromptsLoaders,
    private readonly versions: PromptVersionsLoaders,
  ) {}

  @ResolveField(() => [PromptSnippet], { description: 'Code that fetches and uses this version.' })
  async snippets(
    @Parent() version: PromptVersion,
    @Args() { server, tagName, latest }: SnippetsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<PromptSnippet[]> {
    const [prompt, payload] = await Promise.all([
      loaders.of(this.prompts.byId).load(version.promptRowId),
      loaders.of(this.versions.payloads).load(version.rowId),
    ]);
    if (!prompt || !payload) throw new NotFoundError('The prompt has since been deleted.');
    return toPromptSnippets({
      server: server ?? this.env.rootUrl,
      needsKey: this.env.auth.isEnabled,
      promptName: prompt.name,
      selection: tagName ? { tag: tagName } : latest ? 'latest' : { versionId: version.id },
      provider: version.modelProvider,
      variables: listVariables(payload.template, version.templateFormat),
    });
  }
}
