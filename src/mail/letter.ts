import { escapeHtml } from '../common/text/html.js';

/** What a mail says, before it is put into its two forms. */
export interface Letter {
  subject: string;
  /** Paragraphs of plain text; anything in them may come from strangers. */
  paragraphs: string[];
  /** A link of its own below the paragraphs. */
  link?: {
    /** By which programs find it. */
    id: string;
    label: string;
    url: string;
  };
}

/** The two forms of a mail. */
export interface RenderedLetter {
  subject: string;
  text: string;
  html: string;
}

const SUBJECT_PREFIX = '[Spandrel] ';
const STYLE = 'font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1a1a1a';

/** Puts a letter into text and HTML; what it quotes is never read as HTML. */
export function renderLetter({ subject, paragraphs, link }: Letter): RenderedLetter {
  const text = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : [])].join('\n\n');
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  if (link) {
    const { id, url, label } = link;
    body.push(
      `<p><a id="${escapeHtml(id)}" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`,
    );
  }
  return {
    // Never more than one line, whatever was put into it.
    subject: `${SUBJECT_PREFIX}${subject.replaceAll(/\s+/g, ' ')}`,
    text: `${text}\n`,
    html:
      `<!doctype html><html lang="en"><head><meta charset="utf-8"></head>` +
      `<body style="${STYLE}">${body.join('')}</body></html>`,
  };
}
