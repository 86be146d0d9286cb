import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Plus, Tags } from 'lucide-react';
import { useMemo, useState, useCallback } from 'react';
import { useColumnLayout } from '../../../../components/data-table/use-column-layout.js';
import {
  useConfirmDialog,
  type Confirmation,
  notifyWhenDone,
} from '../../../../components/dialogs/confirm-dialog.js';
import { EmptyState, NoMatches } from '../../../../components/feedback/empty-state.js';
import { FilterField } from '../../../../components/filters/filter-field.js';
import { useBreadcrumbs } from '../../../../components/layout/page-chrome.js';
import { useViewer } from '../../../../lib/viewer/viewer.js';
import { type ConfigRow, useAllConfigs, DeleteConfigsMutation } from '../api/annotation-configs.js';
import { buildConfigColumns } from '../components/config-columns.js';
import { ConfigDialog } from '../components/config-dialog.js';
import { ListPage } from '../../../../components/layout/list-page.js';
import { Toolbar } from '../../../../components/layout/page.js';
import { useGraphqlMutation } from '../../../../lib/data/use-graphql-mutation.js';
import { formatPlural } from '../../../../lib/format/numbers.js';

const route = getRouteApi('/settings/annotations');

/** The annotation configs, which all projects share. */
export function ConfigsPage() {
  useBreadcrumbs([{ label: 'Settings', link: { to: '/settings' } }, { label: 'Annotations' }]);
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const { can } = useViewer();
  const list = useAllConfigs();
  const { rows, reload, reread } = list;
  const [edited, setEdited] = useState<ConfigRow | 'new'>();
  const { confirm, confirmDialog } = useConfirmDialog();
  const describeDeletion = useConfigDeletion(reload);

  const shown = useMemo(
    () => rows.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase())),
    [rows, q],
  );
  const columns = useMemo(
    () =>
      buildConfigColumns(
        can.write
          ? {
              onEdit: setEdited,
              onDelete: (config) => confirm(describeDeletion(config)),
            }
          : undefined,
      ),
    [confirm, can.write, describeDeletion],
  );
  const layout = useColumnLayout('settings.annotations', columns);
  const search = (next: string) =>
    void navigate({ search: { q: next === '' ? undefined : next }, replace: true });

  return (
    <ListPage
      title="Annotations"
      intro={
        <>
          A config defines the values that annotators can give. All projects share these configs,
          and each project chooses which to use.
        </>
      }
      toolbar={
        <Toolbar
          actions={
            can.write ? (
              <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => setEdited('new')}>
                New config
              </Button>
            ) : null
          }
        >
          <FilterField
            label="Find configs by name"
            placeholder="Name"
            value={q}
            isInstant
            isNarrow
            onApply={search}
          />
        </Toolbar>
      }
      label="Annotation configs"
      layout={layout}
      list={list}
      rows={shown}
      noun="config"
      isFootAnnounced
      onOpen={can.write ? setEdited : undefined}
      empty={
        rows.length > 0 ? (
          <NoMatches icon={Tags} nouns="configs" onClear={() => search('')}>
            No config name contains “{q}”.
          </NoMatches>
        ) : (
          <EmptyState icon={Tags} title="No annotation configs yet">
            {can.write
              ? 'Create one for each thing that people should judge, such as correctness with the labels “right” and “wrong”.'
              : 'A member can create one for each thing that people should judge.'}
          </EmptyState>
        )
      }
    >
      <ConfigDialog config={edited} onClose={() => setEdited(undefined)} onSaved={reread} />
      {confirmDialog}
    </ListPage>
  );
}

/** The config that the server creates again when it starts. */
const BUILT_IN = 'user_feedback';

/** Returns a function that describes the deletion of a config, for `ConfirmDialog`. */
function useConfigDeletion(onDeleted: () => void): (config: ConfigRow) => Confirmation {
  const [remove] = useGraphqlMutation(DeleteConfigsMutation);
  return useCallback(
    ({ id, name, projectCount }) => ({
      title: `Delete ${name}`,
      text: (
        <>
          {projectCount === 0
            ? 'No project uses this config. '
            : `${formatPlural(projectCount, 'project')} will no longer use this config. `}
          Existing annotations stay.{' '}
          {name === BUILT_IN
            ? 'Spandrel creates this config again when it restarts.'
            : 'You can’t undo this.'}
        </>
      ),
      label: 'Delete config',
      run: () =>
        notifyWhenDone(
          remove({ input: { ids: [id] } }),
          `Annotation config ${name} deleted`,
          onDeleted,
        ),
    }),
    [remove, onDeleted],
  );
}
