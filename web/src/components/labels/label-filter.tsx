import { ChoiceFilter } from '../filters/choice-filter.js';
import { ColorDot } from '../data-display/name-chip.js';
import type { Label } from './label.js';

interface LabelFilterProps {
  /** `Labels` or `Splits`. */
  label: string;
  /** Undefined until they are loaded. */
  labels: readonly Pick<Label, 'id' | 'name' | 'color'>[] | undefined;
  /** The selected IDs. */
  value: readonly string[];
  /** An empty selection is undefined, as in the URL. */
  onChange: (value: string[] | undefined) => void;
}

/** Filters by labels; hidden while there are none. */
export function LabelFilter({ label, labels, value, onChange }: LabelFilterProps) {
  if (!labels || labels.length === 0) return null;
  return (
    <ChoiceFilter
      label={label}
      choices={labels.map(({ id, name, color }) => ({
        value: id,
        label: name,
        icon: <ColorDot color={color} />,
      }))}
      value={value}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}
