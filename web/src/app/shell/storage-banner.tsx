import { Notice } from '../../components/feedback/notice.js';
import { graphql } from '../../graphql.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';
import classes from './storage-banner.module.css';

export const StorageStatusQuery = graphql(`
  query StorageStatus {
    serverStatus {
      storageAdvice
    }
  }
`);

/** The server looks at its storage every minute. */
const REREAD_MS = 60_000;

/** Says on every page that the server stores nothing new, and what to do. Mostly renders nothing. */
export function StorageBanner() {
  const { data } = useGraphqlQuery(
    StorageStatusQuery,
    {},
    { staleTime: REREAD_MS, refetchInterval: REREAD_MS },
  );
  const advice = data?.serverStatus.storageAdvice;
  if (!advice) return null;
  return (
    <div className={classes.banner}>
      <Notice tone="error">{advice}</Notice>
    </div>
  );
}
