import { ArgsType, Field, registerEnumType } from '@nestjs/graphql';
import { SearchedRows } from '../matches.service.js';

registerEnumType(SearchedRows, {
  name: 'SearchedRows',
  description: 'The rows that a search selects.',
  valuesMap: {
    SPANS: { description: 'Spans that match.' },
    TRACES: { description: 'Traces with a span that matches, and all their spans.' },
    SESSIONS: {
      description: 'Sessions with a span that matches, and all that belongs to them.',
    },
  },
});

/** A search for words, and what it selects. */
@ArgsType()
export class MatchArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Words, parts of words, and phrases in double quotes, as in `Project.spans`. If many spans match, only the newest are covered: see `Project.searchCoverage`.',
  })
  search?: string | null;

  @Field(() => SearchedRows, { nullable: true, defaultValue: SearchedRows.SPANS })
  searchedRows?: SearchedRows | null;
}
