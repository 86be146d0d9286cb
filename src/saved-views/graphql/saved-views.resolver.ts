import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { Project } from '../../projects/graphql/project.type.js';
import { SavedViewList } from '../saved-view.enum.js';
import { SAVED_VIEW_TYPE, SavedViewsService } from '../saved-views.service.js';
import {
  CreateSavedViewInput,
  DeleteSavedViewInput,
  PatchSavedViewInput,
} from './saved-view.inputs.js';
import {
  DeleteSavedViewPayload,
  SavedView,
  SavedViewMutationPayload,
  toSavedView,
} from './saved-view.type.js';

/** Views of the lists of a project. */
@Resolver(() => Project)
export class SavedViewsResolver {
  constructor(
    private readonly views: SavedViewsService,
    nodes: NodeRegistry,
  ) {
    // Private views are only in the lists of their owners.
    nodes.register(SAVED_VIEW_TYPE, async (id) => {
      const view = await views.findVisible(id, null);
      return view && toSavedView(view);
    });
  }

  @ResolveField(() => [SavedView], {
    description: 'The shared views of the project and yours, by name.',
  })
  async savedViews(
    @Parent() { rowId: projectId }: Project,
    @Args('list', { type: () => SavedViewList, nullable: true }) list: SavedViewList | null,
    @Caller() { userId }: Identity,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SavedView[]> {
    const views = await loaders.of(this.views.ofProject).load({ projectId, userId });
    return views.filter((view) => !list || view.list === list).map(toSavedView);
  }

  @Mutation(() => SavedViewMutationPayload, { description: 'Saves a view of a list.' })
  @Access('VIEWER')
  async createSavedView(
    @Args('input') input: CreateSavedViewInput,
    @Caller() caller: Identity,
  ): Promise<SavedViewMutationPayload> {
    return { savedView: toSavedView(await this.views.create(input, caller)), query: {} };
  }

  @Mutation(() => SavedViewMutationPayload, {
    description: 'Changes a view of yours, or a shared one. Viewers can change only theirs.',
  })
  @Access('VIEWER')
  async patchSavedView(
    @Args('input') { id, name, query, isShared }: PatchSavedViewInput,
    @Caller() caller: Identity,
  ): Promise<SavedViewMutationPayload> {
    const changes = {
      ...(name && { name }),
      ...(typeof query === 'string' && { query }),
      ...(typeof isShared === 'boolean' && { isShared }),
    };
    return { savedView: toSavedView(await this.views.update(id, changes, caller)), query: {} };
  }

  @Mutation(() => DeleteSavedViewPayload, {
    description: 'Deletes a view of yours, or a shared one. Viewers can delete only theirs.',
  })
  @Access('VIEWER', 'while storage is full too')
  async deleteSavedView(
    @Args('input') { id }: DeleteSavedViewInput,
    @Caller() caller: Identity,
  ): Promise<DeleteSavedViewPayload> {
    await this.views.delete(id, caller);
    return { deletedSavedViewId: id, query: {} };
  }
}
