import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { FolderSearch, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { DataTable } from '../../../components/data-table/data-table.js';
import { readSort } from '../../../components/data-table/columns.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { createLazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import page from '../../../components/layout/list-page.module.css';
import { TopBarActions, useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { TimeRangeControl } from '../../../components/filters/time-range-control.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { replaceTimeRange } from '../../../lib/time/time-range.js';
import { useFirstTrace } from '../../../components/projects/use-first-trace.js';
import { useChanges } from '../../../lib/data/use-changes.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type ProjectRow, ProjectsUpdatedQuery, useProjectsList } from '../api/projects-list.js';
import type { ConfirmRemovalDialogProps, Removal } from '../components/confirm-removal-dialog.js';
import type { CreateProjectDialogProps } from '../components/create-project-dialog.js';
import type { EditableProject, EditProjectDialogProps } from '../components/edit-project-dialog.js';
import { buildProjectColumns } from '../components/project-columns.js';
import { DEFAULT_PROJECTS_SORT, type ProjectsSearch } from '../search.js';

const route = getRouteApi('/projects');

const createDialog = createLazyDialog<CreateProjectDialogProps>(
  () =>
    import('../components/create-project-dialog.js').then(
      ({ CreateProjectDialog }) => CreateProjectDialog,
    ),
  ({ opened }) => opened,
);

const editDialog = createLazyDialog<EditProjectDialogProps>(
  () =>
    import('../components/edit-project-dialog.js').then(
      ({ EditProjectDialog }) => EditProjectDialog,
    ),
  ({ project }) => project !== undefined,
);

const removalDialog = createLazyDialog<ConfirmRemovalDialogProps>(
  () =>
    import('../components/confirm-removal-dialog.js').then(
      ({ ConfirmRemovalDialog }) => ConfirmRemovalDialog,
    ),
  ({ removal }) => removal !== undefined,
);

/**
 * The list of projects. Shows `firstRun` instead while there is only the default project and it has
 * no traces.
 */
export function ProjectsPage({ firstRun }: { firstRun: ReactNode }) {
  useBreadcrumbs([{ label: 'Projects' }]);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { can } = useViewer();
  const [removal, setRemoval] = useState<Removal>();
  const [edited, setEdited] = useState<EditableProject>();
  const [isCreating, setIsCreating] = useState(false);
  const sort = search.sort ?? DEFAULT_PROJECTS_SORT;
  const { timeRangeKey, timeRangeStart, timeRangeEnd } = search;
  const range = useMemo(
    () => ({ timeRangeKey, timeRangeStart, timeRangeEnd }),
    [timeRangeKey, timeRangeStart, timeRangeEnd],
  );
  const order = useMemo(() => {
    const { col, dir } = readSort(sort);
    return { col: col === 'name' ? ('name' as const) : ('endTime' as const), dir };
  }, [sort]);
  const args = useMemo(
    () => ({ search: search.q ?? '', sort: order, range }),
    [search.q, order, range],
  );
  const list = useProjectsList(args);

  const { refresh } = list;
  const onChange = useCallback(() => {
    refresh(false);
  }, [refresh]);
  const updated = useChanges(ProjectsUpdatedQuery, {}, true, onChange);

  const columns = useMemo(() => buildProjectColumns(range, setEdited, setRemoval), [range]);
  const layout = useColumnLayout('projects', columns, undefined, ignoreColumns);
  const update = (change: Partial<ProjectsSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  const open = (row: Pick<ProjectRow, 'id'>) =>
    void navigate({
      to: '/projects/$projectId',
      params: { projectId: row.id },
      search: range,
    });

  const isFirstRun =
    list.status === 'ready' &&
    !search.q &&
    list.rows.length <= 1 &&
    list.rows.every((row) => !row.hasTraces);
  useFirstTrace(list.rows.find((row) => row.hasTraces)?.id, isFirstRun);
  const createButton = can.write ? (
    <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => setIsCreating(true)}>
      New project
    </Button>
  ) : null;
  return (
    <div className={page.page}>
      {isFirstRun ? (
        firstRun
      ) : (
        <>
          <TopBarActions>
            <TimeRangeControl
              value={range}
              onChange={(next) => update(replaceTimeRange({}, next))}
            />
          </TopBarActions>
          <div className={page.heading}>
            <h1>Projects</h1>
            <p>
              Each project holds the traces of one application. Figures cover the selected time
              range.
            </p>
          </div>
          <div className={`${page.toolbar} ${page.narrowFilter}`}>
            <FilterField
              label="Filter projects by name"
              placeholder="Filter by name"
              value={search.q ?? ''}
              isInstant
              onApply={(q) => update({ q: q === '' ? undefined : q })}
            />
            <span className={page.spring} />
            {createButton}
          </div>
          <div className={page.list}>
            {list.status === 'error' ? (
              <ErrorState error={list.error} onRetry={list.reload} />
            ) : (
              <DataTable
                label="Projects"
                layout={layout}
                rows={list.rows}
                sort={sort}
                onSort={(next) =>
                  update({ sort: next === DEFAULT_PROJECTS_SORT ? undefined : toSort(next) })
                }
                onOpen={open}
                isLoading={list.status === 'loading'}
                isLoadingMore={list.isLoadingMore}
                onEndReached={list.loadMore}
                empty={
                  <EmptyState
                    icon={FolderSearch}
                    title="No projects match"
                    action={
                      <Button variant="default" onClick={() => update({ q: undefined })}>
                        Clear filter
                      </Button>
                    }
                  >
                    No project name contains “{search.q}”.
                  </EmptyState>
                }
              />
            )}
            {list.status === 'error' ? null : (
              <div className={page.foot}>
                {updated && !search.q ? formatPlural(updated.projectCount, 'project') : null}
                {search.q ? formatPlural(list.rows.length, 'match', 'matches') : null}
              </div>
            )}
          </div>
        </>
      )}
      <createDialog.Dialog
        opened={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={open}
      />
      <editDialog.Dialog
        project={edited}
        onClose={() => setEdited(undefined)}
        onSaved={list.reload}
      />
      <removalDialog.Dialog
        removal={removal}
        onClose={() => setRemoval(undefined)}
        onRemoved={list.reload}
      />
    </div>
  );
}

function toSort(sort: string): ProjectsSearch['sort'] {
  return sort === 'name' || sort === '-name' || sort === 'endTime' ? sort : undefined;
}

/** The list of projects has few columns and no column chooser, so the URL need not hold them. */
function ignoreColumns(): void {
  return undefined;
}
