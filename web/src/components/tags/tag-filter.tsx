import { ChoiceFilter } from '../filters/choice-filter.js';
import { ColorDot } from '../data-display/name-chip.js';
import type { Tag } from './tag.js';

interface TagFilterProps {
  /** The plural of the tags: `Labels` or `Splits`. */
  label: string;
  /** Undefined until they are loaded. */
  tags: readonly Pick<Tag, 'id' | 'name' | 'color'>[] | undefined;
  /** The selected IDs. */
  value: readonly string[];
  /** An empty selection is undefined, as in the URL. */
  onChange: (value: string[] | undefined) => void;
}

/** Filters by tags; hidden while there are no tags. */
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
