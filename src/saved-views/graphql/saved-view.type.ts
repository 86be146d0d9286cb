import { Field, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { SavedViewEntity } from '../saved-view.entity.js';
import { SavedViewList } from '../saved-view.enum.js';
import { SAVED_VIEW_TYPE } from '../saved-views.service.js';

registerEnumType(SavedViewList, {
  name: 'SavedViewList',
  description: 'The lists of a project that have views.',
});

@ObjectType({
  description: 'The filters, columns, sort and range of a list, under a name.',
  implements: () => Node,
})
export class SavedView implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => String)
  name: string;

  @Field(() => SavedViewList)
  list: SavedViewList;

  @Field(() => String, {
    description: "The query string of the list's page, without the question mark.",
  })
  query: string;

  @Field(() => Boolean, {
    description: 'Whether everyone who sees the project sees the view. Otherwise, only you do.',
  })
  isShared: boolean;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;
}

@ObjectType({ description: 'The result of saving a view.' })
export class SavedViewMutationPayload {
  @Field(() => SavedView)
  savedView: SavedView;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteSavedViewPayload {
  @Field(() => ID)
  deletedSavedViewId: string;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toSavedView(row: SavedViewEntity): SavedView {
  const { id, name, list, query, ownerId, createdAt, updatedAt } = row;
  return {
    id: toGlobalId(SAVED_VIEW_TYPE, id),
    name,
    list,
    query,
    isShared: ownerId === null,
    createdAt,
    updatedAt,
  };
}
