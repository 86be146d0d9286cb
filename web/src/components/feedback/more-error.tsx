import { Button } from '@mantine/core';
import type { List } from '../../lib/data/use-pages.js';
import { describeError } from '../../lib/errors/server-errors.js';
import classes from './more-error.module.css';
import { Notice } from './notice.js';

interface MoreErrorProps {
  list: Pick<List<unknown>, 'status' | 'error'> &
    Partial<Pick<List<unknown>, 'isLoadingMore' | 'loadMore'>>;
}

/** Says below the rows of a list why the next ones could not be loaded, and tries again. */
export function MoreError({ list }: MoreErrorProps) {
  if (list.status !== 'ready' || !list.error) return null;
  const { title, detail } = describeError(list.error);
  return (
    <div className={classes.error}>
      <Notice tone="error">
        The next rows could not be loaded. {title}. {detail}
      </Notice>
      <Button
        variant="default"
        size="compact-sm"
        loading={list.isLoadingMore === true}
        onClick={list.loadMore}
      >
        Try again
      </Button>
    </div>
  );
}
