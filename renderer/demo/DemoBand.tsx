import { createRoot } from 'react-dom/client';
import { Icon } from '../components/icons.tsx';
import styles from './DemoBand.module.css';

const WORDS = 'Demo: a recorded scene. Nothing here is running.';

/** Says over a view that nothing of what it shows is real. */
export function DemoBand() {
  return (
    <div className={styles.band} role="note" data-demo-band="">
      <Icon name="info" size={14} />
      <p>{WORDS}</p>
    </div>
  );
}

/** The same where a screen stands in for the window: it floats over whatever has no band of its own. */
export function floatDemoBand(): void {
  const place = document.createElement('aside');
  place.setAttribute('aria-label', 'Demo');
  place.className = styles.floating ?? '';
  document.body.append(place);
  createRoot(place).render(<p>{WORDS}</p>);
}
