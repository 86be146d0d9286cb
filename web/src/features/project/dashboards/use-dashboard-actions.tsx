import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import type { Confirmation } from '../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  CreateDashboardMutation,
  type Dashboard,
  DASHBOARD_DOCUMENTS,
  DeleteDashboardMutation,
  PatchDashboardMutation,
} from '../api/dashboards.js';
import { nameCopy } from './chart-draft.js';
import type { DetailsRequest } from './dashboard-dialog.js';
import type { DashboardTemplate } from './templates.js';
import { notifyWhenDone } from '../../../components/dialogs/confirm-dialog.js';

/** The actions for dashboards. Requests and confirmations are for their dialogs. */
export interface DashboardActions {
  describeCreation: (template: DashboardTemplate | undefined) => DetailsRequest;
  describeCopy: (dashboard: Dashboard) => DetailsRequest;
  describeEdit: (dashboard: Dashboard) => DetailsRequest;
  describeDeletion: (dashboard: Dashboard, onDeleted?: () => void) => Confirmation;
  setShared: (dashboard: Dashboard, isShared: boolean) => Promise<void>;
}

/** @param onCreated called with a new dashboard. */
export function useDashboardActions(
  projectId: string,
  onCreated: (dashboard: Dashboard) => void,
): DashboardActions {
  const { canOnServer } = useViewer();
  const [create] = useGraphqlMutation(CreateDashboardMutation, {
    invalidates: DASHBOARD_DOCUMENTS,
  });
  const [patch] = useGraphqlMutation(PatchDashboardMutation, { invalidates: DASHBOARD_DOCUMENTS });
  const [remove] = useGraphqlMutation(DeleteDashboardMutation, {
    invalidates: DASHBOARD_DOCUMENTS,
  });
  return useMemo(() => {
    const describeNew = (
      initial: DetailsRequest['initial'],
      charts: Dashboard['charts'],
    ): Omit<DetailsRequest, 'title' | 'label'> => ({
      initial,
      isNew: true,
      onSubmit: async (details) => {
        const { data, error } = await create({ input: { projectId, ...details, charts } });
        if (error) return describeError(error).detail;
        onCreated(data.createDashboard.dashboard);
        return undefined;
      },
    });
    return {
      describeCreation: (template) => ({
        title: 'New dashboard',
        label: 'Create dashboard',
        ...describeNew(
          {
            name: template?.name ?? '',
            description: template?.description ?? '',
            isShared: canOnServer.write,
          },
          [...(template?.charts ?? [])],
        ),
      }),
      describeCopy: ({ name, description, charts }) => ({
        title: `Duplicate ${name}`,
        label: 'Duplicate dashboard',
        ...describeNew(
          { name: nameCopy(name), description: description ?? '', isShared: false },
          charts,
        ),
      }),
      describeEdit: ({ id, name, description, isShared }) => ({
        title: `Edit ${name}`,
        label: 'Save changes',
        initial: { name, description: description ?? '', isShared },
        isNew: false,
        onSubmit: async (details) => {
          const { error } = await patch({ input: { id, ...details } });
          return error && describeError(error).detail;
        },
      }),
      describeDeletion: ({ id, name, charts }, onDeleted) => ({
        title: `Delete ${name}`,
        text: (
          <>
            This deletes the dashboard with its <b>{formatPlural(charts.length, 'chart')}</b>. The
            data stays. You can’t undo this.
          </>
        ),
        label: 'Delete dashboard',
        run: () =>
          notifyWhenDone(remove({ input: { id } }), `Dashboard ${name} deleted`, onDeleted),
      }),
      setShared: async ({ id, name }, isShared) => {
        const { error } = await patch({ input: { id, isShared } });
        if (error) {
          const { detail: message } = describeError(error);
          notifications.show({ color: 'red', title: 'Dashboard not changed', message });
          return;
        }
        notifications.show({
          message: isShared ? `Dashboard ${name} shared` : `Dashboard ${name} is now private`,
        });
      },
    };
  }, [canOnServer.write, create, patch, remove, projectId, onCreated]);
}
