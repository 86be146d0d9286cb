import { Button, Modal, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ImageDown, ImageOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { findImageUrl } from '../../lib/images/image-data.js';
import { judgeImage } from './safe-url.js';
import classes from './safe-image.module.css';

/**
 * An image from stored text. Data URLs are shown at once, and so are the bytes of pictures in base64. An image on another server loads only on
 * request, because the request tells that server who is reading. A click enlarges it.
 */
export function SafeImage({ url: given, alt }: { url: string; alt: string }) {
  const url = useMemo(() => findImageUrl(given) ?? given, [given]);
  const verdict = judgeImage(url);
  const [wanted, setWanted] = useState(false);
  if (verdict === 'refused') {
    return (
      <span className={classes.placeholder}>
        <ImageOff size={16} aria-hidden />
        {/redacted/i.test(url) ? 'Image not recorded' : 'This image cannot be shown'}
      </span>
    );
  }
  if (verdict === 'on-demand' && !wanted) {
    return (
      <span className={classes.placeholder}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<ImageDown size={14} aria-hidden />}
          onClick={() => setWanted(true)}
        >
          Load image
        </Button>
        <span className={classes.host} title={url}>
          from {new URL(url).host}
        </span>
      </span>
    );
  }
  return <Enlargeable url={url} alt={alt} />;
}

function Enlargeable({ url, alt }: { url: string; alt: string }) {
  const [enlarged, enlarge] = useDisclosure(false);
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <span className={classes.placeholder}>
        <ImageOff size={16} aria-hidden />
        The image could not be loaded
      </span>
    );
  }
  return (
    <>
      <UnstyledButton
        className={classes.thumbnail}
        onClick={enlarge.open}
        aria-label={`Enlarge ${alt}`}
      >
        <img
          src={url}
          alt={alt}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      </UnstyledButton>
      <Modal opened={enlarged} onClose={enlarge.close} size="auto" title={alt}>
        <img className={classes.full} src={url} alt={alt} referrerPolicy="no-referrer" />
      </Modal>
    </>
  );
}
