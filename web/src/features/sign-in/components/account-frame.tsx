import { type ReactNode, useEffect, useRef } from 'react';
import { serverUrl } from '../../../lib/page/base-url.js';
import classes from './account-frame.module.css';

interface AccountFrameProps {
  title: string;
  /** One line on what to do here. */
  intro?: ReactNode;
  children?: ReactNode;
  /** Below the card: where else one may want to go. */
  foot?: ReactNode;
}

/** The frame of the pages before one is signed in: nothing but what is to be done. */
export function AccountFrame({ title, intro, children, foot }: AccountFrameProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = `${title} · Spandrel`;
    // There is nothing else to do on these pages than to fill in the form.
    card.current?.querySelector<HTMLInputElement>('input:not([hidden], [type=radio])')?.focus();
  }, [title]);
  return (
    <main className={classes.frame}>
      <div className={classes.brand}>
        <img src={serverUrl('favicon.svg')} alt="" width={28} height={28} />
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
