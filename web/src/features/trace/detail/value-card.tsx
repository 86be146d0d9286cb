import { useMemo } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { parseStructure, printExactJson, type Json } from '../../../lib/json/exact-json.js';
import type { SpanValue } from '../attributes/read-value.js';
import { JsonView } from '../../../components/text/json-view.js';
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
  folded?: boolean;
}) {
  if (value === undefined || value === null) return null;
  return (
    <FoldableSection
      title={title}
      folded={folded}
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
