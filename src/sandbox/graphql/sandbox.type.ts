import { Field, HideField, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { BACKEND_FACTS, type SandboxBackendKey } from '../sandbox-backends.js';
import { SandboxBackendType, SandboxLanguage } from '../sandbox.enum.js';
import {
  SANDBOX_CONFIG_TYPE,
  SANDBOX_PROVIDER_TYPE,
  type SandboxConfigRow,
  type SandboxProviderState,
} from '../sandbox-configs.service.js';

export { SandboxLanguage } from '../sandbox.enum.js';

registerEnumType(SandboxLanguage, { name: 'Language', description: 'The language of code.' });

registerEnumType(SandboxBackendType, {
  name: 'SandboxBackendType',
  description: 'The backends that run code.',
});

export enum SandboxHosting {
  LOCAL = 'LOCAL',
  REMOTE = 'REMOTE',
}

registerEnumType(SandboxHosting, {
  name: 'SandboxHosting',
  description: 'The place where code runs: the machine of the server, or another company.',
});

export enum SandboxBackendStatus {
  AVAILABLE = 'AVAILABLE',
  UNAVAILABLE = 'UNAVAILABLE',
}

registerEnumType(SandboxBackendStatus, { name: 'SandboxBackendStatus' });

@ObjectType({ description: 'A backend that can run code, and its abilities.' })
export class SandboxBackend {
  @Field(() => SandboxBackendType)
  backendType: SandboxBackendKey;

  @Field(() => String)
  name: string;

  @Field(() => String)
  description: string;

  @Field(() => SandboxHosting)
  hosting: `${SandboxHosting}`;

  @Field(() => [SandboxLanguage])
  languages: `${SandboxLanguage}`[];

  @Field(() => SandboxBackendStatus)
  status: SandboxBackendStatus;

  @Field(() => String, {
    nullable: true,
    description: 'The setup that the backend still needs. Null if it is available.',
  })
  requirement: string | null;

  @Field(() => Boolean, { description: 'Whether code can read variables of an environment.' })
  supportsEnvironment: boolean;

  @Field(() => Boolean, { description: 'Whether code can reach the network.' })
  supportsNetwork: boolean;

  @Field(() => Boolean, { description: 'Whether code can use packages.' })
  supportsDependencies: boolean;

  @Field(() => [String], { description: 'The credentials that it would need.' })
  credentials: string[];
}

@ObjectType({
  description: 'A backend as administrators set it up.',
  implements: () => Node,
})
export class SandboxProvider implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => SandboxBackendType)
  backendType: SandboxBackendKey;

  @Field(() => Boolean, { description: 'Whether code can run there.' })
  enabled: boolean;

  @Field(() => SandboxBackend)
  backend: SandboxBackend;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Null if it was never set up.' })
  updatedAt: string | null;
}

@ObjectType({
  description: 'The backend and time limit for code of one language.',
  implements: () => Node,
})
export class SandboxConfig implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  userRowId: number | null;

  @Field(() => String, { description: 'Unique.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => SandboxBackendType)
  backendType: SandboxBackendKey;

  @Field(() => SandboxLanguage)
  language: `${SandboxLanguage}`;

  @Field(() => Int, { description: 'Seconds that each run of code has.' })
  timeout: number;

  @Field(() => Boolean, { description: 'Whether code can use it.' })
  enabled: boolean;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;
}

@ObjectType()
export class SandboxConfigMutationPayload {
  @Field(() => SandboxConfig)
  sandboxConfig: SandboxConfig;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteSandboxConfigPayload {
  @Field(() => ID)
  deletedId: string;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class UpdateSandboxProviderPayload {
  @Field(() => SandboxProvider)
  sandboxProvider: SandboxProvider;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toSandboxBackend(backend: SandboxBackendKey): SandboxBackend {
  const facts = BACKEND_FACTS[backend];
  const isAvailable = facts.requirement === null;
  return {
    ...facts,
    backendType: backend,
    status: isAvailable ? SandboxBackendStatus.AVAILABLE : SandboxBackendStatus.UNAVAILABLE,
  };
}

export function toSandboxProvider(
  backend: SandboxBackendKey,
  states: readonly SandboxProviderState[],
): SandboxProvider {
  const state = states.find((one) => one.backend === backend);
  return {
    id: toGlobalId(SANDBOX_PROVIDER_TYPE, backend),
    backendType: backend,
    enabled: state?.enabled ?? false,
    backend: toSandboxBackend(backend),
    updatedAt: state?.updatedAt ?? null,
  };
}

export function toSandboxConfig(row: SandboxConfigRow): SandboxConfig {
  const { id, backend, userId, ...fields } = row;
  return {
    ...fields,
    id: toGlobalId(SANDBOX_CONFIG_TYPE, id),
    backendType: backend,
    userRowId: userId,
  };
}
