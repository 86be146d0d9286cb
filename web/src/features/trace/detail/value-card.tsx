import { useMemo } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { parseStructure, printExactJson, type Json } from '../../../lib/json/exact-json.js';
import type { SpanValue } from '../../../lib/openinference/read-value.js';
import { findInJson } from '../../../components/text/json-levels.js';
import { JsonView } from '../../../components/text/json-view.js';
import { useSearchedWords } from '../../../components/text/searched-words-context.js';
import { TextValue } from '../../../components/text/text-value.js';
import { Card } from './card.js';
import { FoldableSection } from './foldable-section.js';

/** An input or output in its own section, formatted by its MIME type. */
export function ValueSection({
  title,
  value,
  folded,
}: {
  title: string;
  value: SpanValue | null;
  folded?: boolean;
}) {
  const isJson = value?.mimeType === 'json';
  const text = value?.value;
  const structure = useMemo(
    () => (isJson && text !== undefined ? parseStructure(text) : undefined),
    [isJson, text],
  );
  if (!value || value.value === '') return null;
  return (
    <FoldableSection
      title={title}
      folded={folded}
      actions={<CopyButton value={value.value} label={title.toLowerCase()} />}
    >
      <Card>
        {structure === undefined ? (
          <TextValue text={value.value} />
        ) : (
          <JsonView value={structure} />
        )}
      </Card>
    </FoldableSection>
  );
}

/** An attribute value in its own section; nothing if it is missing. */
export function JsonSection({
  title,
  value,
  folded,
}: {
  title: string;
  value: Json | undefined;
  /** Starts folded, unless it contains what was searched for. */
  folded?: boolean;
}) {
  const words = useSearchedWords();
  const isFound = useMemo(
    () => folded === true && value !== undefined && findInJson(value, words).has(value),
    [folded, value, words],
  );
  if (value === undefined || value === null) return null;
  return (
    <FoldableSection
      title={title}
      folded={folded === true && !isFound}
      actions={
        <CopyButton
          value={() => (typeof value === 'string' ? value : printExactJson(value))}
          label={title.toLowerCase()}
        />
      }
    >
      <Card>
        {typeof value === 'string' ? <TextValue text={value} /> : <JsonView value={value} />}
      </Card>
    </FoldableSection>
  );
}
