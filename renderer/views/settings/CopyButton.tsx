import { useEffect, useState } from 'react';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { copyText } from '../../leave.ts';

const SAID_MS = 2000;

/** Copies a line. What became of it stands on the button for a moment. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | undefined>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const words = outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Not allowed' : 'Copy';
  return (
    <button
      type="button"
      className={`${controls.button} ${controls.small}`}
      onClick={() =>
        void copyText(text, what).then((isCopied) => setOutcome(isCopied ? 'copied' : 'refused'))
      }
    >
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={14} /> {words}
      <span className="visually-hidden"> {what}</span>
    </button>
  );
}
