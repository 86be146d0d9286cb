import { Field, HideField, ID, InterfaceType, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../kernel/graphql/node.type.js';
import { DateTimeScalar, JsonScalar } from '../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { ConnectionOf, type Edge } from '../../kernel/pagination/connection.js';
import { findBuiltInEvaluator } from '../built-in/built-in-evaluators.js';
import { NO_MAPPING } from '../evaluation/input-mapping.js';
import type { OutputConfig } from '../evaluation/output-config.js';
import { EvaluatorKind } from '../evaluator.enum.js';
import { EVALUATOR_TYPES, type EvaluatorRow } from '../evaluators.service.js';
import { SandboxLanguage } from '../../sandbox/graphql/sandbox.type.js';
import { EvaluatorInputMapping } from './input-mapping.type.js';
import { EvaluatorOutputConfig } from './output-config.type.js';

registerEnumType(EvaluatorKind, {
  name: 'EvaluatorKind',
  description: 'The implementations of evaluators.',
  valuesMap: {
    LLM: { description: 'A model with a prompt.' },
    CODE: { description: 'A program of a user.' },
    BUILTIN: { description: 'A part of Spandrel.' },
  },
});

const OWN_MAPPING = 'Where its inputs come from, in datasets that do not say otherwise.';

@InterfaceType({
  description: 'Evaluates the outputs of a task.',
  resolveType: ({ kind }: Evaluator) => EVALUATOR_TYPES[kind],
})
export abstract class Evaluator {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @HideField()
  userRowId: number | null;

  @HideField()
  updatedByRowId: number | null;

  @Field(() => String)
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => JsonScalar, { description: 'A JSON object.' })
  metadata: object;

  @Field(() => EvaluatorKind)
  kind: EvaluatorKind;

  @Field(() => Boolean, { description: 'Whether it is a part of Spandrel.' })
  isBuiltin: boolean;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;

  @Field(() => [EvaluatorOutputConfig], { description: 'One; at most one for code.' })
  outputConfigs: OutputConfig[];
}

@ObjectType({
  description: 'An evaluator that is part of Spandrel.',
  implements: () => [Node, Evaluator],
})
export class BuiltInEvaluator extends Evaluator {
  @Field(() => JsonScalar, { description: 'A JSON schema of the inputs.' })
  inputSchema: JsonObject;
}

@ObjectType({
  description: 'An evaluator that asks a model.',
  implements: () => [Node, Evaluator],
})
export class LLMEvaluator extends Evaluator {
  @HideField()
  promptRowId: number;

  @HideField()
  promptVersionRowId: number;

  @HideField()
  promptVersionTagRowId: number | null;

  @Field(() => Boolean, {
    description:
      'Whether it was created on its own, and stays when no dataset and no rule uses it.',
  })
  isStandalone: boolean;

  @Field(() => EvaluatorInputMapping, { description: OWN_MAPPING })
  inputMapping: EvaluatorInputMapping;
}

@ObjectType({
  description: 'An evaluator that is a program. It runs in a sandbox.',
  implements: () => [Node, Evaluator],
})
export class CodeEvaluator extends Evaluator {
  @HideField()
  sandboxConfigRowId: number;

  @HideField()
  versionRowId: number;

  @Field(() => SandboxLanguage)
  language: `${SandboxLanguage}`;

  @Field(() => EvaluatorInputMapping, { description: OWN_MAPPING })
  inputMapping: EvaluatorInputMapping;
}

@ObjectType()
export class EvaluatorEdge implements Edge<Evaluator> {
  @Field(() => String, { description: 'Opaque; pass it as `after`.' })
  cursor: string;

  @Field(() => Evaluator)
  node: Evaluator;
}

@ObjectType()
export class EvaluatorConnection extends ConnectionOf(EvaluatorEdge) {}

export function toEvaluator(row: EvaluatorRow): Evaluator {
  const { id, kind, name, description, metadata, createdAt, updatedAt, userId } = row;
  const common = {
    id: toGlobalId(EVALUATOR_TYPES[kind], id),
    rowId: id,
    userRowId: userId,
    updatedByRowId: row.updatedBy,
    name,
    description,
    metadata,
    kind: EvaluatorKind[kind],
    isBuiltin: kind === 'BUILTIN',
    createdAt,
    updatedAt,
    outputConfigs: row.outputConfigs ?? [],
  };
  if (kind === 'CODE') return withCode(common, row);
  return kind === 'BUILTIN' ? withDefinition(common) : withPrompt(common, row);
}

/** The fields of every evaluator. */
type Common = Pick<Evaluator, keyof Evaluator>;

function withDefinition(common: Common): BuiltInEvaluator {
  const definition = findBuiltInEvaluator(common.name);
  return {
    ...common,
    description: definition?.description ?? common.description,
    outputConfigs: definition ? [definition.output] : [],
    inputSchema: definition?.inputSchema ?? {},
  };
}

function withCode(common: Common, row: EvaluatorRow): CodeEvaluator {
  return {
    ...common,
    // The database requires both, and the version is created with the evaluator.
    sandboxConfigRowId: row.sandboxConfigId!,
    language: row.language!,
    versionRowId: row.codeVersionId!,
    inputMapping: row.inputMapping ?? NO_MAPPING,
  };
}

function withPrompt(common: Common, row: EvaluatorRow): LLMEvaluator {
  return {
    ...common,
    // The database requires a prompt.
    promptRowId: row.promptId!,
    promptVersionRowId: row.promptVersionId!,
    promptVersionTagRowId: row.promptVersionTagId,
    isStandalone: row.isStandalone,
    inputMapping: row.inputMapping ?? NO_MAPPING,
  };
}
