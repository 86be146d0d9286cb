import { Copy, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { formatCount } from '../../../lib/format/numbers.js';
import type { Model, TokenPrice } from '../api/models.js';
import { formatPrice } from '../format-price.js';
import { readModelsSearch } from '../search.js';
import classes from './model-columns.module.css';
import { actionsColumn, timeColumn } from '../../../components/data-table/common-columns.js';
import { NameLinkCell } from '../../../components/data-table/name-link.js';

interface ModelActions {
  onEdit: (model: Model) => void;
  onCopy: (model: Model) => void;
  onDelete: (model: Model) => void;
}

/** The types of tokens that have a column. */
const TYPES = [
  { kind: 'PROMPT', tokenType: 'input', header: 'Input', tip: 'Prompt tokens' },
  { kind: 'COMPLETION', tokenType: 'output', header: 'Output', tip: 'Completion tokens' },
  { kind: 'PROMPT', tokenType: 'cache_read', header: 'Cache read', tip: 'Cached prompt tokens' },
] as const;

/** Returns the columns of the list of models, without actions for viewers. */
export function buildModelColumns(actions: ModelActions | undefined): DataColumn<Model>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 182,
      required: true,
      cell: ({ id, name, kind }) => (
        <NameLinkCell
          to="/settings/models"
          search={(now) => ({ ...readModelsSearch(now), model: id })}
          name={name}
          after={kind === 'CUSTOM' ? <span className={classes.custom}>custom</span> : null}
        />
      ),
    },
    {
      id: 'provider',
      header: 'Provider',
      width: 92,
      cell: ({ provider }) =>
        provider ? (
          <span title={provider}>{provider}</span>
        ) : (
          <span className={classes.none}>any</span>
        ),
    },
    {
      id: 'pattern',
      header: 'Name pattern',
      width: 100,
      grow: true,
      cell: ({ namePattern }) => (
        <span className={classes.pattern} title={namePattern}>
          {namePattern}
        </span>
      ),
    },
    ...TYPES.map(({ header, tip, ...type }): DataColumn<Model> => ({
      id: type.tokenType,
      header: `${header} $/M`,
      label: `${header}, US dollars per million tokens`,
      tip: `${tip}, US dollars per million`,
      width: type.tokenType === 'cache_read' ? 116 : 104,
      numeric: true,
      cell: (model) => <Price model={model} price={findPrice(model, type)} />,
    })),
    {
      id: 'others',
      header: 'More',
      label: 'More prices',
      tip: 'Prices of other types of tokens',
      width: 58,
      numeric: true,
      cell: (model) => <MorePrices model={model} />,
    },
    {
      id: 'priceDate',
      header: 'Prices of',
      width: 106,
      cell: ({ priceDate, priceSource, startTime }) =>
        priceDate ? (
          <span className="numeric" title={priceSource ?? undefined}>
            {priceDate}
          </span>
        ) : startTime ? (
          <span className="numeric" title={`Applies to spans since ${startTime}`}>
            since {startTime.slice(0, 10)}
          </span>
        ) : (
          <None />
        ),
    },
    timeColumn({
      id: 'lastUsedAt',
      header: 'Last used',
      width: 88,
      time: ({ lastUsedAt }) => lastUsedAt,
    }),
    ...(actions ? [buildActionsColumn(actions)] : []),
  ];
}

/** The price of one type of tokens, and the one above the threshold. */
export function Price({ model, price }: { model: Model; price: TokenPrice | undefined }) {
  if (!price) return <None />;
  const { costPerMillionTokens, tierCostPerMillionTokens } = price;
  const text = <span className="numeric">{formatPrice(costPerMillionTokens)}</span>;
  if (tierCostPerMillionTokens === null || model.tierThreshold === null) return text;
  const tier = formatPrice(tierCostPerMillionTokens);
  return (
    <span
      className="numeric"
      title={`${tier} above ${formatCount(model.tierThreshold)} prompt tokens`}
    >
      {text} <span className={classes.tier}>/ {tier}</span>
    </span>
  );
}

function MorePrices({ model }: { model: Model }) {
  const others = model.tokenPrices.filter(
    ({ kind, tokenType }) =>
      !TYPES.some((type) => type.kind === kind && type.tokenType === tokenType),
  );
  if (others.length === 0) return <None />;
  return (
    <span
      title={others
        .map(
          ({ tokenType, costPerMillionTokens }) =>
            `${tokenType.replaceAll('_', ' ')} ${formatPrice(costPerMillionTokens)}`,
        )
        .join('\n')}
    >
      +{others.length}
    </span>
  );
}

function findPrice(
  { tokenPrices }: Model,
  { kind, tokenType }: Pick<TokenPrice, 'kind' | 'tokenType'>,
): TokenPrice | undefined {
  return tokenPrices.find((price) => price.kind === kind && price.tokenType === tokenType);
}

function buildActionsColumn({ onEdit, onCopy, onDelete }: ModelActions): DataColumn<Model> {
  return actionsColumn(
    (model) => (
      <>
        {model.kind === 'CUSTOM' ? (
          <IconButton label={`Edit ${model.name}`} onClick={() => onEdit(model)}>
            <Pencil size={15} aria-hidden />
          </IconButton>
        ) : null}
        <IconButton label={`Copy ${model.name}`} onClick={() => onCopy(model)}>
          <Copy size={15} aria-hidden />
        </IconButton>
        {model.kind === 'CUSTOM' ? (
          <IconButton label={`Delete ${model.name}`} onClick={() => onDelete(model)}>
            <Trash2 size={15} aria-hidden />
          </IconButton>
        ) : null}
      </>
    ),
    108,
  );
}

function None() {
  return <span className={classes.none}>–</span>;
}
