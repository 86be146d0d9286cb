import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** What scrolls, for screen readers. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Content wider or taller than its place; the focus may rest on it, so that keys can scroll it. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <Box component="section" className={className} aria-label={label} tabIndex={0}>
      {children}
    </Box>
  );
}
