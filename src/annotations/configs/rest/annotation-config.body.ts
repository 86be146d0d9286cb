import { z } from 'zod';
import { laxNumber, maxBytes, storableText } from '../../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../../kernel/validation/storable.js';
import { CONFIG_TYPES, OPTIMIZATION_DIRECTIONS } from '../annotation-config.entity.js';
import type { AnnotationConfigContent } from '../annotation-config.rules.js';

/** Client generators expect the same type in every kind of config. */
const type = <T extends (typeof CONFIG_TYPES)[number]>(name: T) =>
  z.literal(name).meta({ enum: [...CONFIG_TYPES] });

const common = {
  name: storableText()
    .check(maxBytes(MAX_NAME_BYTES))
    .min(1)
    .describe('Unique. The name of the annotations. `note` is reserved.'),
  description: storableText().nullish(),
};

const direction = z.enum(OPTIMIZATION_DIRECTIONS).describe('Which scores are better.');

const bounds = {
  lower_bound: laxNumber().nullish().describe('Smallest score. Absent or null: no bound.'),
  upper_bound: laxNumber()
    .nullish()
    .describe('Largest score, above the lower bound. Absent or null: no bound.'),
};

const label = z.object({
  label: storableText().meta({ minLength: 1 }).describe('Not empty, and unique in the config.'),
  score: laxNumber().nullish().describe('The score of annotations with this label.'),
});

const categorical = z
  .object({
    type: type('CATEGORICAL'),
    ...common,
    optimization_direction: direction,
    values: z.array(label).meta({ minItems: 1, uniqueItems: true }).describe('At least one label.'),
  })
  .meta({ id: 'CategoricalAnnotationConfig' });

const continuous = z
  .object({
    type: type('CONTINUOUS'),
    ...common,
    optimization_direction: direction,
    ...bounds,
  })
  .meta({ id: 'ContinuousAnnotationConfig' });

const freeform = z
  .object({
    type: type('FREEFORM'),
    ...common,
    optimization_direction: direction.nullish(),
    threshold: laxNumber().nullish().describe('The score from which an annotation is good.'),
    ...bounds,
  })
  .meta({ id: 'FreeformAnnotationConfig' });

export const annotationConfigBody = z
  .discriminatedUnion('type', [categorical, continuous, freeform])
  .meta({
    discriminator: {
      propertyName: 'type',
      mapping: {
        CATEGORICAL: '#/components/schemas/CategoricalAnnotationConfig',
        CONTINUOUS: '#/components/schemas/ContinuousAnnotationConfig',
        FREEFORM: '#/components/schemas/FreeformAnnotationConfig',
      },
    },
  });

export const replaceConfigsBody = z
  .object({
    annotation_config_ids: z
      .array(z.string())
      .describe('Global IDs. An empty list removes every config.'),
  })
  .meta({
    id: 'ReplaceAnnotationConfigsRequest',
    description: 'The annotation configs of a project.',
  });

/** Converts a body to a config. Fields that its type does not have are null. */
export function toContent(body: z.output<typeof annotationConfigBody>): AnnotationConfigContent {
  const bounded = body.type === 'CATEGORICAL' ? null : body;
  const values = body.type === 'CATEGORICAL' ? body.values : null;
  return {
    type: body.type,
    name: body.name,
    description: body.description ?? null,
    optimizationDirection: body.optimization_direction ?? null,
    values: values && values.map(({ label, score = null }) => ({ label, score })),
    lowerBound: bounded?.lower_bound ?? null,
    upperBound: bounded?.upper_bound ?? null,
    threshold: (body.type === 'FREEFORM' ? body.threshold : null) ?? null,
  };
}
