import { Link } from '@tanstack/react-router';
import { Folder } from 'lucide-react';
import { PrivateMark } from './private-mark.js';
import classes from './project-link.module.css';

interface ProjectLinkProps {
  /** Null for what belongs to no project. */
  project: { id: string; name: string; isPrivate: boolean } | null;
}

/** The project to which a dataset or prompt belongs, if any. */
export function ProjectLink({ project }: ProjectLinkProps) {
  if (!project) return null;
  const { id, name, isPrivate } = project;
  return (
    <span className={classes.project}>
      <Link
        to="/projects/$projectId"
        params={{ projectId: id }}
        className={classes.link}
        aria-label={`Project ${name}`}
        title={`Belongs to the project ${name}`}
      >
        <Folder size={13} aria-hidden />
        <bdi>{name}</bdi>
      </Link>
      {isPrivate ? <PrivateMark /> : null}
    </span>
  );
}
