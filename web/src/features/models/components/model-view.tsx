import { Button, Stack } from '@mantine/core';
import { Copy } from 'lucide-react';
import { FactList } from '../../../components/data-display/fact-list.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { formatExact } from '../../../lib/format/numbers.js';
import { formatAbsolute } from '../../../lib/time/time.js';
import type { Model } from '../api/models.js';
import { formatPrice } from '../format-price.js';
import { putBaseFirst } from '../model-draft.js';
import classes from './model-view.module.css';

interface ModelViewProps {
  model: Model;
  /** Absent for viewers. */
  onCopy: ((model: Model) => void) | undefined;
}

/** A model that cannot be changed, with all its prices and their source. */
export function ModelView({ model, onCopy }: ModelViewProps) {
  const { tierThreshold, priceSource, priceDate, startTime } = model;
  return (
    <Stack gap="md">
      <FactList
        facts={[
          { label: 'Provider', value: model.provider ?? 'Any' },
          {
            label: 'Name pattern',
            value: <code className={classes.pattern}>{model.namePattern}</code>,
          },
          ...(startTime ? [{ label: 'Start', value: formatAbsolute(startTime) }] : []),
          { label: 'Last used', value: <RelativeTime time={model.lastUsedAt} /> },
          ...(priceSource
            ? [{ label: 'Source', value: <Source text={priceSource} date={priceDate} /> }]
            : []),
        ]}
      />
      <PriceTable model={model} />
      {tierThreshold === null ? null : (
        <p className={classes.note}>
          Above {formatExact(tierThreshold)} prompt tokens, the last column applies to all tokens of
          the call.
        </p>
      )}
      {model.kind === 'BUILT_IN' && onCopy ? (
        <div className={classes.copy}>
          <p className={classes.note}>
            Built-in models cannot be changed. A custom model with the same pattern replaces this
            one.
          </p>
          <Button
            variant="default"
            leftSection={<Copy size={15} aria-hidden />}
            onClick={() => onCopy(model)}
          >
            Copy to custom model
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}

function PriceTable({ model: { tokenPrices, tierThreshold } }: { model: Model }) {
  return (
    <table className={classes.prices}>
      <thead>
        <tr>
          <th scope="col">Tokens</th>
          <th scope="col">$ per million</th>
          {tierThreshold === null ? null : <th scope="col">Long prompts</th>}
        </tr>
      </thead>
      <tbody>
        {putBaseFirst(tokenPrices).map(
          ({ kind, tokenType, costPerMillionTokens, tierCostPerMillionTokens }) => (
            <tr key={`${kind} ${tokenType}`}>
              <th scope="row">
                {kind === 'PROMPT' ? 'Prompt' : 'Completion'} <code>{tokenType}</code>
              </th>
              <td>{formatPrice(costPerMillionTokens)}</td>
              {tierThreshold === null ? null : (
                <td>{formatPrice(tierCostPerMillionTokens ?? costPerMillionTokens)}</td>
              )}
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

/** The source of the prices, with a link if it names a page. */
function Source({ text, date }: { text: string; date: string | null }) {
  const [before = text, url] = text.split(/(?=https:\/\/)/);
  return (
    <span>
      {before}
      {url ? (
        <a href={url} target="_blank" rel="noreferrer" className={classes.link}>
          {url}
        </a>
      ) : null}
      {date ? `, ${date}` : ''}
    </span>
  );
}
