import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { PeerGlyph } from '../components/PeerGlyph.tsx';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import controls from '../components/controls.module.css';
import { Icon } from '../components/icons.tsx';
import { useBridge } from '../state/bridge-context.ts';
import { closeOverlay, openOverlay } from '../state/store.ts';
import { findItems, type PaletteItem } from './sources.ts';
import styles from './Palette.module.css';

/** Everything by name: what can be done, who is there, where they talk and what was said. */
export function Palette({ query: first }: { query: string }) {
  const bridge = useBridge();
  const [query, setQuery] = useState(first);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const [openedAt] = useState(Date.now);
  const items = useMemo(() => findItems(query, openedAt), [query, openedAt]);
  const chosen = items[Math.min(at, items.length - 1)];

  const run = (item: PaletteItem | undefined): void => {
    if (item === undefined) return;
    closeOverlay();
    item.run(bridge);
  };
  const move = (step: number): void => {
    const next = (at + step + items.length) % Math.max(items.length, 1);
    setAt(next);
    list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  };

  return (
    <ModalOverlay isOpen isDismissable onOpenChange={closeOverlay} className={styles.scrim ?? ''}>
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.palette ?? ''} aria-label="Search or run">
          <div className={styles.query}>
            <Icon name="search" />
            <input
              autoFocus
              role="combobox"
              aria-expanded="true"
              aria-controls="palette-list"
              aria-activedescendant={chosen === undefined ? undefined : optionId(chosen)}
              aria-label="Agent, channel, message or action"
              placeholder="Agent, channel, message or action"
              value={query}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setQuery(event.target.value);
                setAt(0);
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          <div ref={list} id="palette-list" role="listbox" aria-label="Results" className={styles.list}>
            {items.map((item, index) => (
              <Line
                key={item.id}
                item={item}
                heading={items[index - 1]?.group === item.group ? undefined : item.group}
                isChosen={item === chosen}
                onHover={() => setAt(index)}
                onRun={() => run(item)}
              />
            ))}
          </div>
          {items.length === 0 && (
            <p className={styles.none} role="status">
              Nothing is called “{query.trim()}”, and no recent message has it.
            </p>
          )}
          <footer className={styles.foot}>
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> move
            </span>
            <span>
              <kbd>↵</kbd> run
            </span>
            <button type="button" className={controls.quiet} onClick={() => openOverlay({ kind: 'keys' })}>
              <kbd>?</kbd> All keys
            </button>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface LineProps {
  readonly item: PaletteItem;
  readonly heading: string | undefined;
  readonly isChosen: boolean;
  readonly onHover: () => void;
  readonly onRun: () => void;
}

function Line({ item, heading, isChosen, onHover, onRun }: LineProps) {
  const { mark, title, note, keys, hit } = item;
  return (
    <>
      {heading !== undefined && (
        <p className={styles.heading} role="presentation">
          {heading}
        </p>
      )}
      <div
        id={optionId(item)}
        role="option"
        aria-selected={isChosen}
        className={styles.item}
        onPointerMove={isChosen ? undefined : onHover}
        onClick={onRun}
      >
        {mark.kind === 'icon' ? <Icon name={mark.name} /> : <PeerGlyph row={mark.row} />}
        <span className={styles.title}>
          {hit.of === 'title' ? <Marked text={title} runs={hit.match.runs} /> : title}
        </span>
        <span className={styles.note}>
          {hit.of === 'note' ? <Marked text={note} runs={hit.match.runs} /> : note}
        </span>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </div>
    </>
  );
}

/** A text with the letters that matched marked. */
function Marked({ text, runs }: { text: string; runs: readonly (readonly [number, number])[] }) {
  return (
    <>
      {runs.map(([from, to], index) => (
        <span key={from}>
          {text.slice(runs[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(runs.at(-1)?.[1] ?? 0)}
    </>
  );
}

function optionId(item: PaletteItem): string {
  return `palette ${item.id}`.replaceAll(/\s/g, '-');
}
