import { lazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import type { ConfirmRemovalDialogProps } from './confirm-removal-dialog.js';
import type { CreateProjectDialogProps } from './create-project-dialog.js';
import type { EditProjectDialogProps } from './edit-project-dialog.js';

export const createDialog = lazyDialog<CreateProjectDialogProps>(
  () => import('./create-project-dialog.js').then(({ CreateProjectDialog }) => CreateProjectDialog),
  ({ opened }) => opened,
);

export const editDialog = lazyDialog<EditProjectDialogProps>(
  () => import('./edit-project-dialog.js').then(({ EditProjectDialog }) => EditProjectDialog),
  ({ project }) => project !== undefined,
);

export const removalDialog = lazyDialog<ConfirmRemovalDialogProps>(
  () =>
    import('./confirm-removal-dialog.js').then(({ ConfirmRemovalDialog }) => ConfirmRemovalDialog),
  ({ removal }) => removal !== undefined,
);
