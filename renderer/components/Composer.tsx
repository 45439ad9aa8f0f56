import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import type { MethodInput } from '../../shared/api/contract.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import { useBridge } from '../state/bridge-context.ts';
import { explainProblem } from '../state/follow.ts';
import type { Roster, RosterRow } from '../state/roster.ts';
import { announce, setTarget, useWindow, type Target } from '../state/store.ts';
import styles from './Composer.module.css';
import controls from './controls.module.css';
import { Icon } from './icons.tsx';

type Outcome = { readonly kind: 'note' | 'error'; readonly text: string };

/** Drafts outlive a change of whom one writes to. */
const drafts = new Map<string, string>();

/** Writes to a channel or to one peer. */
export function Composer({ roster, isStale }: { roster: Roster; isStale: boolean }) {
  const target = useWindow((s) => s.target);
  const mesh = useWindow((s) => s.meshId);
  if (target === null || mesh === null) return null;
  const key = `${mesh} ${keyOf(target)}`;
  return <Letter key={key} draftKey={key} mesh={mesh} target={target} roster={roster} isStale={isStale} />;
}

interface LetterProps {
  readonly draftKey: string;
  readonly mesh: string;
  readonly target: Target;
  readonly roster: Roster;
  readonly isStale: boolean;
}

function Letter({ draftKey, mesh, target, roster, isStale }: LetterProps) {
  const bridge = useBridge();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(drafts.get(draftKey) ?? '');
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined);
  const isReady = text.trim() !== '' && !isSending && !isStale;

  const write = (next: string): void => {
    setText(next);
    setOutcome(undefined);
    drafts.set(draftKey, next);
  };

  const send = async (): Promise<void> => {
    if (!isReady) return;
    setSending(true);
    try {
      const { note } = await bridge.call('mesh.send', { mesh, to: addressOf(target), text, replyTo: null });
      write('');
      setOutcome(note === null ? undefined : { kind: 'note', text: note });
      announce(`Sent to ${nameOf(target)}.${note === null ? '' : ` ${note}`}`);
    } catch (error) {
      const { what, remedy } = explainProblem(error);
      setOutcome({ kind: 'error', text: `${what} ${remedy}` });
    } finally {
      setSending(false);
      area.current?.focus();
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter that ends a composition (Chinese, Japanese, Korean) belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };

  return (
    <form className={styles.composer} onSubmit={onSubmit} aria-label="Write a message">
      <div className={styles.box}>
        <div className={styles.to}>
          <label htmlFor="composer-target">To</label>
          <TargetSelect target={target} roster={roster} />
        </div>
        <textarea
          ref={area}
          className={styles.area}
          rows={1}
          value={text}
          placeholder={isStale ? 'Not connected: a message could not leave' : `Message ${nameOf(target)}`}
          aria-label={`Message to ${nameOf(target)}`}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className={styles.send} disabled={!isReady} aria-label="Send">
          <Icon name="send" />
        </button>
      </div>
      {outcome !== undefined && (
        <p
          role={outcome.kind === 'error' ? 'alert' : 'status'}
          className={outcome.kind === 'error' ? controls.error : controls.meta}
        >
          {visibleLine(outcome.text, 600)}
        </p>
      )}
    </form>
  );
}

function TargetSelect({ target, roster }: { target: Target; roster: Roster }) {
  const channels = useWindow((s) => s.snapshot?.channels ?? NO_CHANNELS);
  const peers = [...roster.agents, ...roster.endpoints];
  const names = channels.map(({ channel }) => channel);
  const isListed =
    target.kind === 'channel' ? names.includes(target.channel) : peers.some(({ id }) => id === target.id);
  const choose = (key: string): void => {
    if (key.startsWith('#')) return setTarget({ kind: 'channel', channel: key.slice(1) });
    const peer = peers.find(({ id }) => id === key.slice(1));
    if (peer !== undefined) setTarget({ kind: 'peer', id: peer.id, name: peer.name });
  };
  return (
    <select
      id="composer-target"
      className={styles.select}
      value={keyOf(target)}
      onChange={(event) => choose(event.target.value)}
    >
      {!isListed && <option value={keyOf(target)}>{nameOf(target)}</option>}
      <optgroup label="Channels">
        {names.map((channel) => (
          <option key={channel} value={`#${channel}`}>
            #{visibleLine(channel, 100)}
          </option>
        ))}
      </optgroup>
      <PeerOptions label="Agents" rows={roster.agents} />
      <PeerOptions label="Endpoints" rows={roster.endpoints} />
    </select>
  );
}

function PeerOptions({ label, rows }: { label: string; rows: readonly RosterRow[] }) {
  if (rows.length === 0) return null;
  return (
    <optgroup label={label}>
      {rows.map(({ id, name }) => (
        <option key={id} value={`@${id}`}>
          {visibleLine(name, 64)}
        </option>
      ))}
    </optgroup>
  );
}

const NO_CHANNELS: readonly { readonly channel: string }[] = [];

function keyOf(target: Target): string {
  return target.kind === 'channel' ? `#${target.channel}` : `@${target.id}`;
}

function nameOf(target: Target): string {
  return target.kind === 'channel' ? `#${visibleLine(target.channel, 100)}` : visibleLine(target.name, 64);
}

function addressOf(target: Target): MethodInput<'mesh.send'>['to'] {
  // By id: two peers may bear one name.
  return target.kind === 'channel' ? target : { kind: 'peer', peer: target.id };
}
