import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import {
  BASE_PRICES,
  createPrice,
  type ModelDraft,
  type PriceDraft,
  toPriceField,
} from '../model-draft.js';
import classes from './price-fields.module.css';
import { AddRowButton } from '../../../components/forms/row-buttons.js';
import { IconButton } from '../../../components/buttons/icon-button.js';

/** The types that providers charge for. Others can be typed. */
const KNOWN_TYPES = ['cache_read', 'cache_write', 'audio', 'image', 'reasoning'];

type Prices = Pick<ModelDraft, 'hasTier' | 'threshold' | 'prices'>;

interface PriceFieldsProps {
  value: Prices;
  /** By field: `threshold`, or `price-` and the key of a line. */
  errors: Readonly<Record<string, ReactNode>>;
  /** `field` is the one whose error no longer applies. */
  onChange: (value: Prices, field?: string) => void;
}

/** The prices of a model by type of tokens, and the threshold above which others apply. */
export function PriceFields({ value, errors, onChange }: PriceFieldsProps) {
  const { hasTier, threshold, prices } = value;
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<number>(undefined);
  const types = useId();
  // Focuses a line that was added.
  useEffect(() => {
    if (wanted.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-price="${wanted.current}"] select`)?.focus();
    wanted.current = undefined;
  });

  const setPrices = (changed: PriceDraft[], field?: string) =>
    onChange({ ...value, prices: changed }, field);
  const add = () => {
    const price = createPrice('PROMPT');
    wanted.current = price.key;
    setPrices([...prices, price]);
  };
  return (
    <fieldset className={classes.prices}>
      <legend>Prices</legend>
      <p className={classes.note}>
        US dollars per million tokens. Types without a price cost as much as input or output.
      </p>
      <datalist id={types}>
        {KNOWN_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </datalist>
      <ul ref={list} data-tier={hasTier || undefined}>
        {prices.map((price, place) => (
          <PriceLine
            key={price.key}
            price={price}
            isBase={place < BASE_PRICES}
            hasTier={hasTier}
            types={types}
            error={errors[toPriceField(price)]}
            onChange={(changed) => setPrices(prices.with(place, changed), toPriceField(price))}
            onRemove={() => setPrices(prices.toSpliced(place, 1))}
          />
        ))}
      </ul>
      <AddRowButton label="Add price" variant="subtle" onClick={add} />
      <Checkbox
        mt={8}
        size="xs"
        label="Other prices for long prompts"
        checked={hasTier}
        onChange={(event) =>
          onChange({ ...value, hasTier: event.currentTarget.checked }, 'threshold')
        }
      />
      {hasTier ? (
        <TextInput
          mt={8}
          label="Threshold"
          description="Above this number of prompt tokens, the second price applies to all tokens of the call."
          placeholder="200000"
          inputMode="numeric"
          autoComplete="off"
          value={threshold}
          error={errors['threshold']}
          onChange={(event) =>
            onChange({ ...value, threshold: event.currentTarget.value }, 'threshold')
          }
        />
      ) : null}
    </fieldset>
  );
}

interface PriceLineProps {
  price: PriceDraft;
  /** Whether every model needs it. */
  isBase: boolean;
  hasTier: boolean;
  /** ID of the list of known types. */
  types: string;
  error: ReactNode;
  onChange: (price: PriceDraft) => void;
  onRemove: () => void;
}

function PriceLine(props: PriceLineProps) {
  const { price, isBase, hasTier, types, error, onChange, onRemove } = props;
  const { key, kind, tokenType } = price;
  const side = kind === 'PROMPT' ? 'Prompt' : 'Completion';
  const name = `${side.toLowerCase()} tokens ${tokenType.trim() || 'of the new type'}`;
  const errorId = useId();
  const common = {
    inputMode: 'decimal',
    autoComplete: 'off',
    leftSection: '$',
    error: error !== undefined && error !== null,
    // Mantine replaces `aria-describedby`.
    'aria-errormessage': error ? errorId : undefined,
  } as const;
  return (
    <li data-price={key}>
      <div className={classes.line}>
        {isBase ? (
          <span className={classes.base}>
            {side} <span className={classes.type}>{tokenType}</span>
          </span>
        ) : (
          <>
            <NativeSelect
              className={classes.side}
              aria-label="Side"
              value={kind}
              onChange={(event) =>
                onChange({
                  ...price,
                  kind: event.currentTarget.value === 'PROMPT' ? 'PROMPT' : 'COMPLETION',
                })
              }
              data={[
                { value: 'PROMPT', label: 'Prompt' },
                { value: 'COMPLETION', label: 'Completion' },
              ]}
            />
            <TextInput
              className={classes.typed}
              aria-label="Type of tokens"
              placeholder="cache_read"
              list={types}
              required
              autoComplete="off"
              spellCheck={false}
              value={tokenType}
              onChange={(event) => onChange({ ...price, tokenType: event.currentTarget.value })}
            />
          </>
        )}
        <TextInput
          className={classes.price}
          aria-label={`Price of ${name}`}
          required
          value={price.price}
          onChange={(event) => onChange({ ...price, price: event.currentTarget.value })}
          {...common}
        />
        {hasTier ? (
          <TextInput
            className={classes.price}
            aria-label={`Price of ${name} above the threshold`}
            placeholder="same"
            value={price.tierPrice}
            onChange={(event) => onChange({ ...price, tierPrice: event.currentTarget.value })}
            {...common}
          />
        ) : null}
        {isBase ? (
          <span className={classes.space} />
        ) : (
          <IconButton label={`Remove the price of ${name}`} hint="Remove" onClick={onRemove}>
            <Trash2 size={15} aria-hidden />
          </IconButton>
        )}
      </div>
      {error ? (
        <Text id={errorId} role="alert" className={classes.error}>
          {error}
        </Text>
      ) : null}
    </li>
  );
}
