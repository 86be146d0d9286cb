import { type ProjectColors, getProjectGradient } from '../project-gradient.js';
import classes from './gradient-disc.module.css';

/** A disc in the colors of a project, as decoration beside its name. */
export function GradientDisc({ project, size = 20 }: { project: ProjectColors; size?: number }) {
  const { start, end } = getProjectGradient(project);
  return (
    <span
      aria-hidden
      className={classes.disc}
      style={{ width: size, height: size, background: `linear-gradient(136deg, ${start}, ${end})` }}
    />
  );
}
