import classes from './gradient-disc.module.css';

/** The colours of a project as a disc; decoration beside its name. */
export function GradientDisc({
  start,
  end,
  size = 20,
}: {
  start: string;
  end: string;
  size?: number;
}) {
  return (
    <span
      aria-hidden
      className={classes.disc}
      style={{ width: size, height: size, background: `linear-gradient(136deg, ${start}, ${end})` }}
    />
  );
}
