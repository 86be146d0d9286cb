import { Loader, Popover, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql, type VariablesOf } from '../../graphql.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';
import { describeError } from '../../lib/errors/server-errors.js';
import { formatPlural } from '../../lib/format/numbers.js';
import { useViewer } from '../../lib/viewer/viewer.js';
import { describeUnpriced, type PricedCounts } from './cost-fields.js';
import classes from './cost.module.css';

export const UnpricedModelsQuery = graphql(`
  query UnpricedModels(
    $id: ID!
    $timeRange: TimeRange
    $filterCondition: String
    $traceFilterCondition: String
    $sessionFilterCondition: String
    $search: String
    $searchedRows: SearchedRows
  ) {
    node(id: $id) {
      __typename
      id
      ... on Project {
        unpricedModels(
          timeRange: $timeRange
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) {
          name
          provider
          spanCount
          tokenCountTotal
        }
      }
      ... on Trace {
        unpricedModels {
          name
          provider
          spanCount
          tokenCountTotal
        }
      }
      ... on ProjectSession {
        unpricedModels {
          name
          provider
          spanCount
          tokenCountTotal
        }
      }
      ... on Span {
        unpricedModels: cumulativeUnpricedModels {
          name
          provider
          spanCount
          tokenCountTotal
        }
      }
      ... on Experiment {
        unpricedModels {
          name
          provider
          spanCount
          tokenCountTotal
        }
      }
      ... on ExperimentJob {
        unpricedModels {
          name
          provider
          spanCount
          tokenCountTotal
        }
      }
    }
  }
`);

/**
 * The owner of the cost: a project or a part of it, a trace, a span with those below it, a session,
 * and so on.
 */
export type CostOwner = VariablesOf<typeof UnpricedModelsQuery>;

interface UnpricedNoteProps {
  counts: PricedCounts | null | undefined;
  owner: CostOwner;
}

/** Says how many calls a cost does not include, and lists their models with links to set prices. */
export function UnpricedNote({ counts, owner }: UnpricedNoteProps) {
  const [isOpen, setIsOpen] = useState(false);
  const text = counts && describeUnpriced(counts);
  if (!text) return null;
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.unpriced}
          // Gives it room among the figures of a narrow page.
          data-full
          onClick={() => setIsOpen(!isOpen)}
        >
          {text}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>{isOpen ? <UnpricedModels owner={owner} /> : null}</Popover.Dropdown>
    </Popover>
  );
}

function UnpricedModels({ owner }: { owner: CostOwner }) {
  const { canOnServer } = useViewer();
  const { data, error } = useGraphqlQuery(UnpricedModelsQuery, owner);
  if (error) return <p className={classes.models}>{describeError(error).title}</p>;
  if (!data) return <Loader size="xs" aria-label="Loading the models" />;
  const models = 'unpricedModels' in data.node ? data.node.unpricedModels : [];
  if (models.length === 0) {
    return (
      <p className={classes.models}>
        These calls now have a price, or their spans are no longer stored.
      </p>
    );
  }
  return (
    <div className={classes.models}>
      <p>The cost does not include calls to these models, because they have no price.</p>
      <ul>
        {models.map(({ name, provider, spanCount, tokenCountTotal }) => (
          <li key={JSON.stringify([provider, name])}>
            <span dir="auto">{name ?? 'No model named'}</span>
            <small>
              {provider ? `${provider} · ` : ''}
              {formatPlural(spanCount, 'call')} · {formatPlural(tokenCountTotal, 'token')}
            </small>
            {name && canOnServer.write ? (
              <Link
                to="/settings/models"
                search={{ model: 'new', name: name.trim(), provider: provider ?? undefined }}
              >
                Set price
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
