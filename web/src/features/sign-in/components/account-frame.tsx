import { type ReactNode, useEffect, useRef } from 'react';
import { buildServerUrl } from '../../../lib/page/base-url.js';
import classes from './account-frame.module.css';

interface AccountFrameProps {
  title: string;
  /** One line of instructions. */
  intro?: ReactNode;
  children?: ReactNode;
  /** Links below the card. */
  foot?: ReactNode;
}

/** The frame of the pages shown before sign-in. */
export function AccountFrame({ title, intro, children, foot }: AccountFrameProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = `${title} · Spandrel`;
    // The form is the only thing to do on these pages.
    card.current?.querySelector<HTMLInputElement>('input:not([hidden], [type=radio])')?.focus();
  }, [title]);
  return (
    <main className={classes.frame}>
      <div className={classes.brand}>
        <img src={buildServerUrl('favicon.svg')} alt="" width={28} height={28} />
        Spandrel
      </div>
      <div ref={card} className={classes.card}>
        <h1>{title}</h1>
        {intro ? <p className={classes.intro}>{intro}</p> : null}
        {children ? <div className={classes.body}>{children}</div> : null}
      </div>
      {foot ? <div className={classes.foot}>{foot}</div> : null}
    </main>
  );
}
