import { Text, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { CustomProvider } from '../api/custom-providers.js';
import {
  createHeader,
  type CredentialNeed,
  type HeaderDraft,
  isStoredHeader,
} from '../provider-draft.js';
import classes from './header-fields.module.css';
import { AddRowButton } from '../../../components/forms/row-buttons.js';
import { IconButton } from '../../../components/buttons/icon-button.js';

interface HeaderFieldsProps {
  headers: readonly HeaderDraft[];
  edited: CustomProvider | undefined;
  need: CredentialNeed;
  error: ReactNode;
  onChange: (headers: HeaderDraft[]) => void;
}

/** The headers that are sent with every request. Their values are never shown again. */
export function HeaderFields({ headers, edited, need, error, onChange }: HeaderFieldsProps) {
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<number>(undefined);
  const errorId = useId();
  // Focuses a line that was added.
  useEffect(() => {
    if (wanted.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-header="${wanted.current}"] input`)?.focus();
    wanted.current = undefined;
  });
  const add = () => {
    const header = createHeader();
    wanted.current = header.key;
    onChange([...headers, header]);
  };
  return (
    <fieldset className={classes.headers} aria-describedby={error ? errorId : undefined}>
      <legend>Headers</legend>
      <p className={classes.note}>Sent with every request, for example to a gateway.</p>
      <ul ref={list}>
        {headers.map((header, place) => {
          const isKept = need === 'kept' && isStoredHeader(header.name, edited);
          const name = header.name.trim() || 'the new header';
          return (
            <li key={header.key} data-header={header.key}>
              <TextInput
                aria-label="Header"
                placeholder="X-Team"
                required
                autoComplete="off"
                spellCheck={false}
                value={header.name}
                onChange={(event) =>
                  onChange(headers.with(place, { ...header, name: event.currentTarget.value }))
                }
              />
              <TextInput
                aria-label={`Value of ${name}`}
                placeholder={isKept ? 'Stored value' : 'Value'}
                required={!isKept}
                autoComplete="off"
                spellCheck={false}
                value={header.value}
                onChange={(event) =>
                  onChange(headers.with(place, { ...header, value: event.currentTarget.value }))
                }
              />
              <IconButton
                label={`Remove ${name}`}
                hint="Remove"
                onClick={() => onChange(headers.toSpliced(place, 1))}
              >
                <Trash2 size={15} aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <AddRowButton label="Add header" variant="subtle" onClick={add} />
      {error ? (
        <Text id={errorId} role="alert" className={classes.error}>
          {error}
        </Text>
      ) : null}
    </fieldset>
  );
}
