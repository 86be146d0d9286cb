import { Square, SquareCheck } from 'lucide-react';
import { memo, useMemo } from 'react';
import Markdown from 'react-markdown';
import type { Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { ScrollRegion } from '../layout/scroll-region.js';
import { keepLatex } from './keep-latex.js';
import { SafeImage } from './safe-image.js';
import { toSafeLink } from './safe-url.js';
import { remarkSoftBreaks } from './soft-breaks.js';
import classes from './prose.module.css';

const plugins = [remarkGfm, remarkSoftBreaks];

/** Headings in a text are not headings of the page, so they only look like headings. */
const components: Components = {
  h1: ({ children }) => <p className={classes.h1}>{children}</p>,
  h2: ({ children }) => <p className={classes.h2}>{children}</p>,
  h3: ({ children }) => <p className={classes.h3}>{children}</p>,
  h4: ({ children }) => <p className={classes.h3}>{children}</p>,
  h5: ({ children }) => <p className={classes.h3}>{children}</p>,
  h6: ({ children }) => <p className={classes.h3}>{children}</p>,
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ src, alt }) =>
    typeof src === 'string' ? <SafeImage url={src} alt={alt || 'image'} /> : null,
  // Check boxes of a task list are symbols, not form fields.
  input: ({ checked }) => {
    const Icon = checked ? SquareCheck : Square;
    return (
      <Icon size={15} className={classes.box} role="img" aria-label={checked ? 'done' : 'open'} />
    );
  },
  table: ({ children }) => (
    <ScrollRegion label="Table" className={classes.scroll}>
      <table>{children}</table>
    </ScrollRegion>
  ),
  pre: ({ children }) => (
    <ScrollRegion label="Code" className={classes.code}>
      <pre>{children}</pre>
    </ScrollRegion>
  ),
};

function transformUrl(url: string, key: string): string | undefined {
  // `SafeImage` decides which images to load.
  return key === 'src' ? url : toSafeLink(url);
}

/**
 * Text rendered as Markdown. HTML and math stay text, links lead only to web pages and email addresses, and
 * remote images wait for a click.
 */
export const Prose = memo(function Prose({ text }: { text: string }) {
  const kept = useMemo(() => keepLatex(text), [text]);
  return (
    <div className={classes.prose}>
      <Markdown remarkPlugins={plugins} components={components} urlTransform={transformUrl}>
        {kept}
      </Markdown>
    </div>
  );
});
