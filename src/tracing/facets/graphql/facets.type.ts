import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import type { SearchedRows } from '../../matches/matches.service.js';
import { type FacetName, writeCondition } from '../facet-conditions.js';
import type { FacetCounts, ValueCount } from '../facets.queries.js';

@ObjectType({ description: 'A value that rows of a list have.' })
export class FacetValue {
  @Field(() => String, { description: 'The value as text.' })
  value: string;

  @Field(() => Int, { description: 'How many of the counted rows have it.' })
  count: number;

  @Field(() => String, {
    description: 'The condition in the filter language that selects the rows with it.',
  })
  condition: string;
}

@ObjectType({ description: 'A key in the metadata of rows of a list.' })
export class MetadataFacet {
  @Field(() => String, { description: 'With dots between the names of nested objects.' })
  key: string;

  @Field(() => [FacetValue], {
    description: 'Its values, most frequent first. Only short texts, numbers and Booleans.',
  })
  values: FacetValue[];
}

@ObjectType({
  description:
    'The values by which a list can be filtered, most frequent first, with the number of rows that have them.',
})
export class Facets {
  @Field(() => Int, { description: 'How many rows were counted.' })
  rowCount: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Only rows that began (or, for sessions, ended) at this time or later were counted. Null if all rows were.',
  })
  startTime: string | null;

  @Field(() => [FacetValue], {
    description: 'Kinds of spans; for traces and sessions, the kinds that any of their spans has.',
  })
  kinds: FacetValue[];

  @Field(() => [FacetValue], {
    description:
      '`OK`, `ERROR` or `UNSET`. A trace or session is `ERROR` if any of its spans failed, and otherwise `OK`.',
  })
  statuses: FacetValue[];

  @Field(() => [FacetValue], {
    description: 'Names of models; for traces and sessions, of any of their spans.',
  })
  models: FacetValue[];

  @Field(() => [FacetValue], { description: 'User IDs. Like tags and metadata, of the root span.' })
  users: FacetValue[];

  @Field(() => [FacetValue], {
    description: 'Tags. The condition also selects rows with longer tags that contain the tag.',
  })
  tags: FacetValue[];

  @Field(() => [MetadataFacet], { description: 'Keys in the metadata, most frequent first.' })
  metadata: MetadataFacet[];
}

export function toFacets(rows: SearchedRows, counts: FacetCounts): Facets {
  const valuesOf = (facet: FacetName) => counts.values.filter((value) => value.facet === facet);
  const list = (values: readonly ValueCount[]) => values.map((value) => toFacetValue(rows, value));
  const byKey = Map.groupBy(valuesOf('metadata'), ({ key }) => key!);
  return {
    rowCount: counts.rowCount,
    startTime: counts.coveredFrom,
    kinds: list(valuesOf('kind')),
    statuses: list(valuesOf('status')),
    models: list(valuesOf('model')),
    users: list(valuesOf('user')),
    tags: list(valuesOf('tag')),
    metadata: [...byKey].map(([key, values]) => ({
      key: key.slice('metadata.'.length),
      values: list(values),
    })),
  };
}

function toFacetValue(rows: SearchedRows, counted: ValueCount): FacetValue {
  const { json, count } = counted;
  const value = json.startsWith('"') ? (JSON.parse(json) as string) : json;
  return { value, count, condition: writeCondition(rows, counted) };
}
