import { Button } from '@mantine/core';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { MoreError } from '../../../components/feedback/more-error.js';
import { RowPagerProvider } from '../../../components/data-table/row-pager.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { usePromptVersionsList } from '../api/versions-list.js';
import { usePrompt, VersionsProvider } from '../components/prompt-context.js';
import { VersionLine } from '../components/version-line.js';
import { readVersionsSearch } from '../search.js';
import classes from './prompt-versions-page.module.css';

/** The versions of a prompt, newest first, and the open one next to them. */
export function PromptVersionsPage() {
  const { id, newestVersion } = usePrompt();
  const { versionId } = useParams({ strict: false });
  const navigate = useNavigate();
  const list = usePromptVersionsList(id);
  const { rows, refresh, loadMore, loadAhead } = list;
  // New versions appear at the top; existing ones never change.
  const known = useRef(newestVersion);
  useEffect(() => {
    if (known.current !== newestVersion) refresh(false);
    known.current = newestVersion;
  }, [newestVersion, refresh]);

  const shown = versionId ?? newestVersion;
  const index = rows.findIndex((row) => row.id === shown);
  useEffect(() => {
    if (index >= 0 && index >= rows.length - 5) loadAhead();
  }, [index, rows.length, loadAhead]);
  const open = useCallback(
    (next: string) =>
      void navigate({
        to: '/prompts/$promptId/versions/$versionId',
        params: { promptId: id, versionId: next },
        search: (now) => readVersionsSearch(now),
      }),
    [navigate, id],
  );
  const pager = useMemo(() => {
    const [previous, next] = [rows[index - 1], rows[index + 1]];
    return {
      previous: index >= 0 && previous ? () => open(previous.id) : undefined,
      next: index >= 0 && next ? () => open(next.id) : undefined,
    };
  }, [rows, index, open]);
  useKeys({ j: pager.next, k: pager.previous });

  return (
    <VersionsProvider value={rows}>
      <RowPagerProvider value={pager}>
        <div className={classes.page} data-open={versionId !== undefined || undefined}>
          <nav className={classes.list} aria-label="Versions">
            {list.status === 'error' ? (
              <ErrorState error={list.error} onRetry={list.reload} />
            ) : null}
            <ul>
              {rows.map((version) => (
                <li key={version.id} data-shown={version.id === shown || undefined}>
                  <VersionLine version={version} />
                </li>
              ))}
            </ul>
            <MoreError list={list} />
            {list.hasNextPage && !list.error ? (
              <Button
                variant="subtle"
                size="compact-sm"
                m="xs"
                loading={list.isLoadingMore}
                onClick={loadMore}
              >
                Earlier versions
              </Button>
            ) : null}
          </nav>
          <div className={classes.detail}>
            <Outlet />
          </div>
        </div>
      </RowPagerProvider>
    </VersionsProvider>
  );
}
