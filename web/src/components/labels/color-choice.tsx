import { useId } from 'react';
import classes from './color-choice.module.css';
import { LABEL_COLORS, toHexColor } from './label-colors.js';

interface ColorChoiceProps {
  value: string;
  onChange: (color: string) => void;
}

/** A choice of a few colors, or any other. */
export function ColorChoice({ value, onChange }: ColorChoiceProps) {
  const name = useId();
  const current = toHexColor(value);
  const isOther = LABEL_COLORS.every(({ color }) => color !== current);
  return (
    <fieldset className={classes.choice}>
      <legend>Color</legend>
      {LABEL_COLORS.map((item) => (
        <label key={item.color} className={classes.swatch} title={item.name}>
          <input
            type="radio"
            name={name}
            aria-label={item.name}
            checked={item.color === current}
            onChange={() => onChange(item.color)}
          />
          <span style={{ backgroundColor: item.color }} />
        </label>
      ))}
      <label className={classes.other} data-chosen={isOther || undefined} title="Another color">
        <input
          type="color"
          aria-label="Another color"
          value={current}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    </fieldset>
  );
}
