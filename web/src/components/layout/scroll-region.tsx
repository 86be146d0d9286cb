import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** The name of the content for screen readers. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Content larger than its container. It can be focused, so that keys can scroll it. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <Box component="section" className={className} aria-label={label} tabIndex={0}>
      {children}
    </Box>
  );
}
