import classes from './name-chip.module.css';

interface NameChipProps {
  name: string;
  /** Any text; shows no color if it is not a valid color. */
  color: string;
  title?: string | null | undefined;
}

/** A label or split. Its color is shown as a dot, so that the name is readable with any color. */
export function NameChip({ name, color, title }: NameChipProps) {
  return (
    <span className={classes.chip} title={title ? `${name}: ${title}` : name}>
      <ColorDot color={color} />
      <span className={classes.name} dir="auto">
        {name}
      </span>
    </span>
  );
}

/** The color of a label or split. */
export function ColorDot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ backgroundColor: color }} aria-hidden />;
}

interface NameChipsProps {
  items: readonly { id: string; name: string; color: string; description?: string | null }[];
  /** The maximum number to show in a row; the rest are counted. */
  limit?: number;
}

/** Labels or splits in one line of a table. */
export function NameChips({ items, limit = 3 }: NameChipsProps) {
  const shown = items.slice(0, limit);
  const rest = items.slice(limit);
  return (
    <span className={classes.chips}>
      {shown.map((item) => (
        <NameChip key={item.id} name={item.name} color={item.color} title={item.description} />
      ))}
      {rest.length > 0 ? (
        <span className={classes.more} title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
        </span>
      ) : null}
    </span>
  );
}
