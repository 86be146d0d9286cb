import { ChoiceFilter } from '../filters/choice-filter.js';
import { ColorDot } from '../data-display/name-chip.js';
import type { Tag } from './tag.js';

interface TagFilterProps {
  /** `Labels`, `Splits`. */
  label: string;
  /** Undefined until they are known. */
  tags: readonly Pick<Tag, 'id' | 'name' | 'color'>[] | undefined;
  /** The ids chosen. */
  value: readonly string[];
  /** Nothing chosen is undefined, as the address has it. */
  onChange: (value: string[] | undefined) => void;
}

/** Shows what carries one of the tags chosen; nothing while there are no tags. */
export function TagFilter({ label, tags, value, onChange }: TagFilterProps) {
  if (!tags || tags.length === 0) return null;
  return (
    <ChoiceFilter
      label={label}
      choices={tags.map(({ id, name, color }) => ({
        value: id,
        label: name,
        icon: <ColorDot color={color} />,
      }))}
      value={value}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}
