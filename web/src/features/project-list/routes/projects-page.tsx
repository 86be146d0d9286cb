import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { FolderSearch, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { readSort } from '../../../components/data-table/columns.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { createLazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import { TopBarActions, useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { TimeRangeControl } from '../../../components/filters/time-range-control.js';
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
import { countMatches, ListPage } from '../../../components/layout/list-page.js';
import { Page, PageHeading, Toolbar } from '../../../components/layout/page.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';

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
  const { range, args } = useListArguments(search);
  const list = useProjectsList(args);

  const { refresh } = list;
  const onChange = useCallback(() => {
    refresh(false);
  }, [refresh]);
  const updated = useChanges(ProjectsUpdatedQuery, {}, true, onChange);

  const columns = useMemo(() => buildProjectColumns(range, setEdited, setRemoval), [range]);
  const layout = useColumnLayout('projects', columns);
  const update = useSearchChange<ProjectsSearch>();
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
    <Page>
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
          <PageHeading title="Projects">
            Each project holds the traces of one application. Figures cover the selected time range.
          </PageHeading>
          <ListPage
            toolbar={
              <Toolbar actions={createButton}>
                <FilterField
                  label="Filter projects by name"
                  placeholder="Filter by name"
                  value={search.q ?? ''}
                  isInstant
                  isNarrow
                  onApply={(q) => update({ q: q === '' ? undefined : q })}
                />
              </Toolbar>
            }
            label="Projects"
            layout={layout}
            list={list}
            foot={countMatches(list, 'project', Boolean(search.q), updated?.projectCount)}
            sort={sort}
            onSort={(next) =>
              update({ sort: next === DEFAULT_PROJECTS_SORT ? undefined : toSort(next) })
            }
            onOpen={open}
            empty={<NoMatchingProjects q={search.q} onClear={() => update({ q: undefined })} />}
          />
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
    </Page>
  );
}

function toSort(sort: string): ProjectsSearch['sort'] {
  return sort === 'name' || sort === '-name' || sort === 'endTime' ? sort : undefined;
}

/** Returns the time range of the figures, and what the list requests. */
function useListArguments(search: ProjectsSearch) {
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
  return { range, args };
}

function NoMatchingProjects({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  return (
    <EmptyState
      icon={FolderSearch}
      title="No projects match"
      action={
        <Button variant="default" onClick={onClear}>
          Clear filter
        </Button>
      }
    >
      No project name contains “{q}”.
    </EmptyState>
  );
}
