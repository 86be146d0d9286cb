import classes from './side.module.css';

/** The letter that stands for one of two compared traces. */
export function Side({ name }: { name: 'A' | 'B' }) {
  return (
    <span className={classes.side} data-side={name}>
      {name}
    </span>
  );
}
