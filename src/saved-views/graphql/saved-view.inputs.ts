import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { Check } from '../../kernel/validation/check.js';
import { storableText, trimmedName } from '../../kernel/validation/json-fields.js';
import { SavedViewList } from '../saved-view.enum.js';

/** Browsers and proxies refuse longer addresses. */
const MAX_QUERY_LENGTH = 8_000;

const query = () => storableText().max(MAX_QUERY_LENGTH);

@InputType()
export class CreateSavedViewInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => SavedViewList)
  list: SavedViewList;

  @Field(() => String, {
    description:
      'Unique among the shared views of the list, or among yours. Surrounding white space is removed.',
  })
  @Check(trimmedName())
  name: string;

  @Field(() => String, {
    description: `The query string of the list's page, without the question mark. At most ${MAX_QUERY_LENGTH} characters.`,
  })
  @Check(query())
  query: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether everyone who sees the project sees the view. Viewers cannot share. Without authentication, every view is shared.',
  })
  isShared: boolean;
}

@InputType({ description: 'Absent and null fields stay unchanged.' })
export class PatchSavedViewInput {
  @Field(() => ID)
  id: string;

  @Field(() => String, { nullable: true })
  @Check(z.union([trimmedName(), z.null()]).optional())
  name?: string | null;

  @Field(() => String, { nullable: true })
  @Check(query().nullish())
  query?: string | null;

  @Field(() => Boolean, { nullable: true })
  isShared?: boolean | null;
}

@InputType()
export class DeleteSavedViewInput {
  @Field(() => ID)
  id: string;
}
