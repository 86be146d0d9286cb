import { Button } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import type { List } from '../../lib/data/use-pages.js';
import { EmptyState } from '../feedback/empty-state.js';
import { FilterField } from '../filters/filter-field.js';
import { countMatches, ListPage } from '../layout/list-page.js';
import { Page, Toolbar } from '../layout/page.js';
import { LabelFilter } from './label-filter.js';

/** The filters of the list, as stored in the URL. */
interface LabelledSearch {
  q?: string | undefined;
  /** IDs of labels; shows rows with any of them. */
  labels?: string[] | undefined;
}

interface LabelledListPageProps<Row extends { id: string }> extends Pick<
  ComponentProps<typeof ListPage<Row>>,
  'intro' | 'layout' | 'sort' | 'onSort' | 'onOpen'
> {
  /** The noun of a row. */
  noun: string;
  title: string;
  list: List<Row>;
  /** The number of rows without filters; undefined until known. */
  total: number | undefined;
  /** Shown instead of the list while it has no rows. */
  first: ReactNode;
  search: LabelledSearch;
  onSearchChange: (change: LabelledSearch) => void;
  labels: ComponentProps<typeof LabelFilter>['labels'];
  /** Buttons that create rows. */
  actions: ReactNode;
  /** Dialogs. */
  children: ReactNode;
}

/** A list that can be filtered by name and labels, or how to create its first row. */
export function LabelledListPage<Row extends { id: string }>(props: LabelledListPageProps<Row>) {
  const { noun, title, list, total, first, search, onSearchChange, children } = props;
  const { q = '', labels: labelIds = [] } = search;
  const isFiltered = q !== '' || labelIds.length > 0;
  const isFirst = list.status === 'ready' && !isFiltered && list.rows.length === 0;
  // The first row may arrive before the first poll, which then sees no change.
  const isOutdated = isFirst && Boolean(total);
  const { reread } = list;
  useEffect(() => {
    if (isOutdated) reread();
  }, [isOutdated, reread]);
  if (isFirst) {
    return (
      <Page>
        {first}
        {children}
      </Page>
    );
  }
  return (
    <ListPage
      {...props}
      toolbar={
        <Toolbar actions={props.actions} layout={props.layout}>
          <FilterField
            label={`Filter ${noun}s by name`}
            placeholder="Filter by name"
            value={q}
            isInstant
            isNarrow
            onApply={(text) => onSearchChange({ q: text === '' ? undefined : text })}
          />
          <LabelFilter
            label="Labels"
            labels={props.labels}
            value={labelIds}
            onChange={(next) => onSearchChange({ labels: next })}
          />
        </Toolbar>
      }
      label={title}
      foot={countMatches(list, noun, isFiltered, total)}
      noun={undefined}
      empty={
        <EmptyState
          icon={ListFilter}
          title={`No ${noun}s match the filters`}
          action={
            <Button
              variant="default"
              onClick={() => onSearchChange({ q: undefined, labels: undefined })}
            >
              Clear filters
            </Button>
          }
        >
          {q === '' ? `No ${noun}s have the selected labels.` : `No ${noun} name contains “${q}”.`}
        </EmptyState>
      }
    >
      {children}
    </ListPage>
  );
}
