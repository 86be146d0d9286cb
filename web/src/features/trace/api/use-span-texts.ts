import { useDebouncedValue } from '@mantine/hooks';
import { graphql } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

/** The texts of one span. */
export const SpanTextsQuery = graphql(`
  query SpanTexts($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Span {
        attributes
      }
    }
  }
`);

/** Waits until the cursor rests, so that holding an arrow key does not load every pair it passes. */
const REST_MS = 90;

/** A stored span hardly ever changes. */
const staleTime = Infinity;

/** Loads the attributes of two spans by global ID; of none for an absent ID. Undefined while they load. */
export function useSpanTexts(baseId: string | undefined, otherId: string | undefined) {
  const [resting] = useDebouncedValue(`${baseId} ${otherId}`, REST_MS, { leading: true });
  const isResting = resting === `${baseId} ${otherId}`;
  const base = useAttributes(baseId, isResting);
  const other = useAttributes(otherId, isResting);
  return {
    base: base.attributes,
    other: other.attributes,
    error: base.error ?? other.error,
    reload: () => {
      base.reload();
      other.reload();
    },
  };
}

function useAttributes(id: string | undefined, isResting: boolean) {
  const enabled = isResting && id !== undefined;
  const { data, error, reload } = useGraphqlQuery(
    SpanTextsQuery,
    { id: id ?? '' },
    { enabled, staleTime },
  );
  const node = data?.node;
  return { attributes: node?.__typename === 'Span' ? node.attributes : undefined, error, reload };
}
