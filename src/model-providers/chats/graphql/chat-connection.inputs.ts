import { Field, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import type { JsonValue } from '../../../kernel/json/json.js';
import { PROVIDER_VARIABLES } from '../../../config/model-providers.js';
import { reason } from '../../../kernel/validation/json-fields.js';
import { readAs } from '../../../kernel/validation/read-as.js';
import {
  accountId,
  credential,
  headerName,
  headerValue,
  address,
  region,
} from '../../custom/custom-model-provider.rules.js';
import { OpenAIApiType } from '../../custom/graphql/custom-provider-config.type.js';
import type { ConnectionWish } from '../../credentials.service.js';
import type { OpenAIApiType as ApiTypeName } from '../../clients/model-connection.js';

const MAX_CREDENTIALS = 20;
const MAX_HEADERS = 50;

@InputType({ description: 'A credential for one request. It is not stored.' })
export class GenerativeCredentialInput {
  @Field(() => String, { description: 'A variable of the provider, such as `OPENAI_API_KEY`.' })
  envVarName: string;

  @Field(() => String)
  value: string;
}

@InputType({
  description:
    'The connection to a built-in provider. Absent parts come from the server. With another address, ' +
    'the request must bring the credentials for it.',
})
export class GenerativeModelConnectionConfigInput {
  @Field(() => String, { nullable: true, description: 'Another address of the provider.' })
  baseUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Such as `https://name.openai.azure.com`.' })
  azureEndpoint?: string | null;

  @Field(() => String, { nullable: true, description: 'Of AWS Bedrock, such as `us-east-1`.' })
  regionName?: string | null;

  @Field(() => String, { nullable: true, description: 'Another address of AWS Bedrock.' })
  endpointUrl?: string | null;

  @Field(() => OpenAIApiType, { nullable: true })
  openaiApiType?: ApiTypeName | null;

  @Field(() => String, { nullable: true, description: 'Of OpenAI.' })
  organization?: string | null;

  @Field(() => String, { nullable: true, description: 'Of OpenAI.' })
  project?: string | null;
}

/** The members of inputs that say how to reach a provider. */
@InputType({ isAbstract: true })
export abstract class ChatConnectionInput {
  @Field(() => GenerativeModelConnectionConfigInput, { nullable: true })
  connectionConfig?: GenerativeModelConnectionConfigInput | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'Headers to send to the provider: an object of strings.',
  })
  headers?: JsonValue;

  @Field(() => [GenerativeCredentialInput], {
    defaultValue: [],
    description: 'Preferred to the secrets and the environment of the server.',
  })
  credentials: GenerativeCredentialInput[];
}

const schema = z.object({
  credentials: z
    .array(
      z.object({
        envVarName: z
          .string()
          .refine(
            (name) => PROVIDER_VARIABLES.includes(name),
            reason('enum', 'Input should be a variable of a provider, such as OPENAI_API_KEY'),
          ),
        value: credential(),
      }),
    )
    .max(MAX_CREDENTIALS),
  headers: z
    .record(headerName(), headerValue())
    .refine(
      (headers) => Object.keys(headers).length <= MAX_HEADERS,
      reason('too_long', `Input should have at most ${MAX_HEADERS} headers`),
    )
    .nullish(),
  connectionConfig: z
    .object({
      baseUrl: address().nullish(),
      azureEndpoint: address().nullish(),
      endpointUrl: address().nullish(),
      regionName: region().nullish(),
      organization: accountId().nullish(),
      project: accountId().nullish(),
    })
    .nullish(),
});

/** @throws ValidationError that names every violation. */
export function readConnectionWish(input: ChatConnectionInput): ConnectionWish {
  const { credentials, headers, connectionConfig } = readAs(schema, input, ['input']);
  return {
    credentials: new Map(credentials.map(({ envVarName, value }) => [envVarName, value])),
    headers: headers ?? {},
    address:
      connectionConfig?.baseUrl ??
      connectionConfig?.azureEndpoint ??
      connectionConfig?.endpointUrl ??
      null,
    region: connectionConfig?.regionName ?? null,
    apiType: input.connectionConfig?.openaiApiType ?? null,
    organization: connectionConfig?.organization ?? null,
    project: connectionConfig?.project ?? null,
  };
}
