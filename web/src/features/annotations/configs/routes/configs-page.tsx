import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Plus, Tags } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DataTable } from '../../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../../components/data-table/use-column-layout.js';
import { ConfirmDialog, type Confirmation } from '../../../../components/dialogs/confirm-dialog.js';
import { EmptyState } from '../../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../../components/feedback/error-state.js';
import { FilterField } from '../../../../components/filters/filter-field.js';
import page from '../../../../components/layout/list-page.module.css';
import { useBreadcrumbs } from '../../../../components/layout/page-chrome.js';
import { formatPlural } from '../../../../lib/format/numbers.js';
import { useViewer } from '../../../../lib/viewer/viewer.js';
import { type ConfigRow, useAllConfigs } from '../api/annotation-configs.js';
import { buildConfigColumns } from '../components/config-columns.js';
import { ConfigDialog } from '../components/config-dialog.js';
import { useConfigDeletion } from '../components/use-config-deletion.js';

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
  const [confirmation, setConfirmation] = useState<Confirmation>();
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
              onDelete: (config) => setConfirmation(describeDeletion(config)),
            }
          : undefined,
      ),
    [can.write, describeDeletion],
  );
  const layout = useColumnLayout('settings.annotations', columns, undefined, ignoreColumns);
  const search = (next: string) =>
    void navigate({ search: { q: next === '' ? undefined : next }, replace: true });

  return (
    <div className={page.page}>
      <div className={page.heading}>
        <h1>Annotations</h1>
        <p>
          A config says which values people can give when they annotate. All projects share these
          configs, and each project chooses those it uses.
        </p>
      </div>
      <div className={`${page.toolbar} ${page.narrowFilter}`}>
        <FilterField
          label="Find configs by name"
          placeholder="Name"
          value={q}
          isInstant
          onApply={search}
        />
        <span className={page.spring} />
        {can.write ? (
          <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => setEdited('new')}>
            New config
          </Button>
        ) : null}
      </div>
      <div className={page.list}>
        {list.status === 'error' ? (
          <ErrorState error={list.error} onRetry={reload} />
        ) : (
          <DataTable
            label="Annotation configs"
            layout={layout}
            rows={shown}
            onOpen={can.write ? setEdited : undefined}
            isLoading={list.status === 'loading'}
            empty={
              rows.length > 0 ? (
                <EmptyState
                  icon={Tags}
                  title="No configs match"
                  action={
                    <Button variant="default" onClick={() => search('')}>
                      Show all configs
                    </Button>
                  }
                >
                  No config name contains “{q}”.
                </EmptyState>
              ) : (
                <EmptyState icon={Tags} title="No annotation configs yet">
                  {can.write
                    ? 'Create one for each thing that people should judge, such as correctness with the labels “right” and “wrong”.'
                    : 'A member can create one for each thing that people should judge.'}
                </EmptyState>
              )
            }
          />
        )}
        {rows.length > 0 ? (
          <div className={page.foot} role="status">
            {formatPlural(shown.length, 'config')}
          </div>
        ) : null}
      </div>
      <ConfigDialog config={edited} onClose={() => setEdited(undefined)} onSaved={reread} />
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
    </div>
  );
}

/** The list has few columns and no column chooser, so the URL need not hold them. */
function ignoreColumns(): void {
  return undefined;
}
