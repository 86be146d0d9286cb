import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { COUNTED_ERRORS } from '../api/project-frame.js';
import classes from './not-stored-link.module.css';

/** Shows how many spans and annotations could not be stored, and leads to them. */
export function NotStoredLink({ projectId, count }: { projectId: string; count: number }) {
  if (count === 0) return null;
  const text = count >= COUNTED_ERRORS ? `${COUNTED_ERRORS - 1}+` : String(count);
  return (
    <Button
      variant="default"
      size="compact-md"
      className={classes.button}
      leftSection={<TriangleAlert size={14} aria-hidden />}
      renderRoot={(props) => (
        <Link {...props} to="/projects/$projectId/ingestion" params={{ projectId }} />
      )}
    >
      {text} not stored
    </Button>
  );
}
