import {
  createUnionType,
  Field,
  Float,
  HideField,
  ID,
  InterfaceType,
  ObjectType,
  registerEnumType,
} from '@nestjs/graphql';
import { Node } from '../../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { ConnectionOf, type Edge } from '../../../kernel/pagination/connection.js';
import { Project } from '../../../projects/graphql/project.type.js';
import type {
  AnnotationConfigEntity,
  AnnotationConfigType,
  ConfigLabel,
  OptimizationDirection as DirectionName,
} from '../annotation-config.entity.js';
import { CONFIG_TYPE_NAMES, toConfigId } from '../annotation-config.ids.js';

export const AnnotationType = {
  CATEGORICAL: 'CATEGORICAL',
  CONTINUOUS: 'CONTINUOUS',
  FREEFORM: 'FREEFORM',
} as const satisfies { [T in AnnotationConfigType]: T };

registerEnumType(AnnotationType, {
  name: 'AnnotationType',
  description: 'The kinds of values that annotators give.',
  valuesMap: {
    CATEGORICAL: { description: 'One of several labels.' },
    CONTINUOUS: { description: 'A score.' },
    FREEFORM: { description: 'A text.' },
  },
});

export const OptimizationDirection = {
  MINIMIZE: 'MINIMIZE',
  MAXIMIZE: 'MAXIMIZE',
  NONE: 'NONE',
} as const satisfies { [D in DirectionName]: D };

registerEnumType(OptimizationDirection, {
  name: 'OptimizationDirection',
  description: 'The scores that are better.',
  valuesMap: {
    MINIMIZE: { description: 'Lower ones.' },
    MAXIMIZE: { description: 'Higher ones.' },
    NONE: { description: 'Neither.' },
  },
});

@InterfaceType({
  description: 'Describes one kind of annotation.',
  resolveType: toTypeName,
})
export abstract class AnnotationConfigBase {
  @Field(() => ID, { description: 'Global ID. Changes with the type of the config.' })
  id: string;

  @HideField()
  rowId: number;

  @Field(() => String, { description: 'Unique. The name of the annotations.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => AnnotationType)
  annotationType: AnnotationConfigType;

  @Field(() => OptimizationDirection, { nullable: true, description: 'Null only for free text.' })
  optimizationDirection: DirectionName | null;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;
}

@ObjectType({ isAbstract: true })
abstract class BoundedAnnotationConfig extends AnnotationConfigBase {
  @Field(() => Float, { nullable: true, description: 'Smallest score.' })
  lowerBound: number | null;

  @Field(() => Float, { nullable: true, description: 'Largest score.' })
  upperBound: number | null;
}

@ObjectType({ description: 'A label that annotators can choose.' })
export class CategoricalAnnotationValue implements ConfigLabel {
  @Field(() => String)
  label: string;

  @Field(() => Float, { nullable: true, description: 'The score of annotations with this label.' })
  score: number | null;
}

@ObjectType({
  description: 'Annotators choose one of several labels.',
  implements: () => [Node, AnnotationConfigBase],
})
export class CategoricalAnnotationConfig extends AnnotationConfigBase {
  @Field(() => [CategoricalAnnotationValue], {
    description: 'In the order in which annotators see them.',
  })
  values: CategoricalAnnotationValue[];
}

@ObjectType({
  description: 'Annotators give a score.',
  implements: () => [Node, AnnotationConfigBase],
})
export class ContinuousAnnotationConfig extends BoundedAnnotationConfig {}

@ObjectType({
  description: 'Annotators write a text.',
  implements: () => [Node, AnnotationConfigBase],
})
export class FreeformAnnotationConfig extends BoundedAnnotationConfig {
  @Field(() => Float, {
    nullable: true,
    description: 'The score from which an annotation is good.',
  })
  threshold: number | null;
}

export const AnnotationConfig = createUnionType({
  name: 'AnnotationConfig',
  types: () =>
    [CategoricalAnnotationConfig, ContinuousAnnotationConfig, FreeformAnnotationConfig] as const,
  resolveType: toTypeName,
});

@ObjectType()
export class AnnotationConfigEdge implements Edge<typeof AnnotationConfig> {
  @Field(() => String, { description: 'Opaque; pass it as `after`.' })
  cursor: string;

  @Field(() => AnnotationConfig)
  node: typeof AnnotationConfig;
}

@ObjectType()
export class AnnotationConfigConnection extends ConnectionOf(AnnotationConfigEdge) {}

@ObjectType()
export class CreateAnnotationConfigPayload {
  @Field(() => AnnotationConfig)
  annotationConfig: typeof AnnotationConfig;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class UpdateAnnotationConfigPayload extends CreateAnnotationConfigPayload {}

@ObjectType()
export class DeleteAnnotationConfigsPayload {
  @Field(() => [AnnotationConfig], { description: 'The deleted configs.' })
  annotationConfigs: (typeof AnnotationConfig)[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class AddAnnotationConfigToProjectPayload {
  @Field(() => Project, { description: 'The project of the first item of the input.' })
  project: Project;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class RemoveAnnotationConfigFromProjectPayload extends AddAnnotationConfigToProjectPayload {}

export function toAnnotationConfig(row: AnnotationConfigEntity): typeof AnnotationConfig {
  const { id: rowId, name, description, type, optimizationDirection, createdAt, updatedAt } = row;
  const common = {
    id: toConfigId(row),
    rowId,
    name,
    description,
    annotationType: type,
    optimizationDirection,
    createdAt,
    updatedAt,
  };
  if (type === 'CATEGORICAL') return { ...common, values: row.values ?? [] };
  const { lowerBound, upperBound, threshold } = row;
  const bounded = { ...common, lowerBound, upperBound };
  return type === 'CONTINUOUS' ? bounded : { ...bounded, threshold };
}

function toTypeName({ annotationType }: AnnotationConfigBase): string {
  return CONFIG_TYPE_NAMES[annotationType];
}
