import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ListFilter, Plus } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { ColumnChooser } from '../../../components/data-table/column-chooser.js';
import { TimesToggle } from '../../../components/data-display/times-toggle.js';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import page from '../../../components/layout/list-page.module.css';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { LabelFilter } from '../../../components/labels/label-filter.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useChanges } from '../../../lib/data/use-changes.js';
import { useMayCreate } from '../../../components/projects/project-options.js';
import { usePromptLabels } from '../api/labels.js';
import { PromptsUpdatedQuery, usePromptsList } from '../api/prompts-list.js';
import { FirstPrompt } from '../components/first-prompt.js';
import { buildPromptColumns } from '../components/prompt-columns.js';
import { usePromptDialogs } from '../components/use-prompt-dialogs.js';
import type { PromptsSearch } from '../search.js';

const route = getRouteApi('/prompts');
const NO_LABELS: readonly string[] = [];

/** The list of prompts. Explains how to create the first one if there is none. */
export function PromptsPage() {
  useBreadcrumbs([{ label: 'Prompts' }]);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMayCreate();
  const { labels, reload: reloadLabels } = usePromptLabels();
  const { q = '', labels: labelIds = NO_LABELS } = search;
  const list = usePromptsList(q, labelIds);

  const { reread } = list;
  const onChange = useCallback(() => {
    reread();
    reloadLabels();
  }, [reread, reloadLabels]);
  const updated = useChanges(PromptsUpdatedQuery, {}, true, onChange);

  const { actions, dialogs } = usePromptDialogs(onChange, onChange);
  const update = useCallback(
    (change: Partial<PromptsSearch>) =>
      void navigate({ search: (now) => ({ ...now, ...change }), replace: true }),
    [navigate],
  );
  const setColumns = useCallback(
    (ids: readonly string[] | undefined) => update({ columns: ids ? [...ids] : undefined }),
    [update],
  );
  const columns = useMemo(() => buildPromptColumns(actions), [actions]);
  const layout = useColumnLayout('prompts', columns, search.columns, setColumns);
  const open = useCallback(
    ({ id }: { id: string }) =>
      void navigate({ to: '/prompts/$promptId', params: { promptId: id } }),
    [navigate],
  );

  const isFiltered = q !== '' || labelIds.length > 0;
  const isFirst = list.status === 'ready' && !isFiltered && list.rows.length === 0;
  // The first prompt may arrive before the first poll, which then sees no change.
  const isOutdated = isFirst && Boolean(updated?.promptCount);
  useEffect(() => {
    if (isOutdated) reread();
  }, [isOutdated, reread]);
  const createButton = mayCreate ? (
    <Button
      leftSection={<Plus size={15} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/prompts/new" />}
    >
      New prompt
    </Button>
  ) : null;

  return (
    <div className={page.page}>
      {isFirst ? (
        <FirstPrompt actions={createButton} />
      ) : (
        <>
          <div className={page.heading}>
            <h1>Prompts</h1>
            <p>
              Messages and settings for models. Spandrel keeps every change as a version; tags
              determine which version programs get.
            </p>
          </div>
          <div className={`${page.toolbar} ${page.narrowFilter}`}>
            <FilterField
              label="Filter prompts by name"
              placeholder="Filter by name"
              value={q}
              isInstant
              onApply={(text) => update({ q: text === '' ? undefined : text })}
            />
            <LabelFilter
              label="Labels"
              labels={labels}
              value={labelIds}
              onChange={(next) => update({ labels: next })}
            />
            <span className={page.spring} />
            {createButton}
            <TimesToggle />
            <ColumnChooser layout={layout} />
          </div>
          <div className={page.list}>
            {list.status === 'error' ? (
              <ErrorState error={list.error} onRetry={list.reload} />
            ) : (
              <DataTable
                label="Prompts"
                layout={layout}
                rows={list.rows}
                onOpen={open}
                isLoading={list.status === 'loading'}
                isLoadingMore={list.isLoadingMore}
                onEndReached={list.loadMore}
                empty={
                  <EmptyState
                    icon={ListFilter}
                    title="No prompts match the filters"
                    action={
                      <Button
                        variant="default"
                        onClick={() => update({ q: undefined, labels: undefined })}
                      >
                        Clear filters
                      </Button>
                    }
                  >
                    {q === ''
                      ? 'No prompts have the selected labels.'
                      : `No prompt name contains “${q}”.`}
                  </EmptyState>
                }
              />
            )}
            {list.status === 'error' ? null : (
              <div className={page.foot}>
                {isFiltered
                  ? formatPlural(list.rows.length, 'match', 'matches')
                  : updated && formatPlural(updated.promptCount, 'prompt')}
              </div>
            )}
          </div>
        </>
      )}
      {dialogs}
    </div>
  );
}
