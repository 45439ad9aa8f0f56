import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { AgentRow } from '../../shared/api/contract.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import { isWindowChord } from '../app/keys.ts';
import type { Bridge } from '../bridge.ts';
import { useBridge } from '../state/bridge-context.ts';
import { explainProblem } from '../state/follow.ts';
import { useWindow, type Problem } from '../state/store.ts';
import { attachTerminal, type AttachedTerminal } from './attach.ts';
import { ring } from './bells.ts';
import { useDescribed } from './described.ts';
import { copyText, openOutside } from '../leave.ts';
import type { Position } from './position.ts';
import { createScreen, type Screen, type ScreenStatus } from './screen.ts';

/** A program's wish to put text on the clipboard, until the person has said whether it may. */
export interface ClipboardWish {
  readonly text: string;
  readonly answer: (isAllowed: boolean) => void;
}

export interface TerminalHandle {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly screen: Screen | undefined;
  readonly problem: Problem | undefined;
  /** Did another window give the terminal the size it has? */
  readonly isForeignSize: boolean;
  readonly wish: ClipboardWish | undefined;
  /** Has the host repaint everything. */
  readonly redraw: () => void;
  /** Gives the terminal the size that fits here. */
  readonly fitHere: () => void;
}

/** Where somebody read in a pane when it was last on the page. */
const positions = new Map<string, Position>();
/** What the person answered for a terminal: it is asked once, as long as the page lives. */
const clipboardAnswers = new Map<string, boolean>();

/** Keeps a terminal in an element, attached to its agent while the host is there. */
export function useTerminal(mesh: string, agent: AgentRow, paneId: string): TerminalHandle {
  const bridge = useBridge();
  const { name } = agent;
  const epoch = useWindow((s) => s.epoch);
  const isConnected = useWindow((s) => s.link.state === 'connected');
  const element = useRef<HTMLDivElement>(null);
  const attached = useRef<AttachedTerminal>(undefined);
  const [screen, setScreen] = useState<Screen | undefined>(undefined);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const [isForeignSize, setForeignSize] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { wish, onClipboard } = useClipboard(mesh, name);

  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const events = {
      ...outsideEvents(bridge, name, current),
      onInput: (data: string) => attached.current?.input(data),
      onFit: (size: { cols: number; rows: number }) => attached.current?.resize(size),
      onClipboard,
      isWindowChord,
    };
    const created = createScreen(current, events, positions.get(paneId));
    setScreen(created);
    return () => {
      const position = created.position();
      if (position === undefined) positions.delete(paneId);
      else positions.set(paneId, position);
      setScreen(undefined);
      created.dispose();
    };
  }, [bridge, name, paneId, onClipboard]);

  const isDescribed = useDescribed((s) => s.isOn);
  useEffect(() => {
    screen?.describe(isDescribed);
  }, [screen, isDescribed]);

  // The screen stays as it was while the host is away; each new connection, and each new start of the agent, attaches
  // anew and repaints it.
  const startedAt = agent.start.processAt;
  useEffect(() => {
    if (screen === undefined || !isConnected) return undefined;
    const joined = attachTerminal(bridge, { mesh, name }, screen, {
      onAttached: () => setProblem(undefined),
      onFailed: (error) => setProblem(explainProblem(error)),
      // The roster tells it, with its time.
      onExit: () => undefined,
      onForeignSize: setForeignSize,
    });
    attached.current = joined;
    return () => {
      attached.current = undefined;
      joined.detach();
    };
  }, [bridge, screen, mesh, name, epoch, isConnected, attempt, startedAt]);

  const redraw = useCallback(() => {
    screen?.refresh();
    setAttempt((last) => last + 1);
  }, [screen]);
  const fitHere = useCallback(() => {
    const size = screen?.fit();
    if (size !== undefined) attached.current?.resize(size);
  }, [screen]);
  return { element, screen, problem, isForeignSize, wish, redraw, fitHere };
}

function outsideEvents(bridge: Bridge, agent: string, element: HTMLElement) {
  return {
    onBell: () => {
      if (!document.hasFocus() || !element.contains(document.activeElement)) ring(agent);
    },
    onCopy: (text: string) => void copyText(text, 'The selection'),
    onUrl: (url: string) => openOutside(bridge, url),
    onPlace: (place: string) => void copyText(place, visibleLine(place, 200)),
  };
}

function useClipboard(
  mesh: string,
  agent: string,
): { readonly wish: ClipboardWish | undefined; readonly onClipboard: (text: string) => void } {
  const key = `${mesh} ${agent}`;
  const [text, setText] = useState<string | undefined>(undefined);
  const write = useCallback(
    (wanted: string) => {
      const count = new Intl.NumberFormat('en').format(wanted.length);
      void copyText(wanted, `Text from ${visibleLine(agent, 64)}, ${count} characters,`);
    },
    [agent],
  );
  const onClipboard = useCallback(
    (wanted: string) => {
      const answer = clipboardAnswers.get(key);
      if (answer === undefined) setText(wanted);
      // Only for whoever looks: it would take the place of what was copied elsewhere.
      else if (answer && document.hasFocus()) write(wanted);
    },
    [key, write],
  );
  const answer = (isAllowed: boolean): void => {
    clipboardAnswers.set(key, isAllowed);
    setText(undefined);
    if (isAllowed && text !== undefined) write(text);
  };
  return { wish: text === undefined ? undefined : { text, answer }, onClipboard };
}

const NO_STATUS: ScreenStatus = { size: { cols: 0, rows: 0 }, lines: 0, isNewBelow: false };
const never = (): (() => void) => () => undefined;

/** What is told beside a screen, as it changes. */
export function useScreenStatus(screen: Screen | undefined): ScreenStatus {
  return useSyncExternalStore(screen?.onStatus ?? never, screen?.status ?? (() => NO_STATUS));
}
