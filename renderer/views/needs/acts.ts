import { useState } from 'react';
import { create } from 'zustand';
import type { MethodInput, NeedItem } from '../../../shared/api/contract.ts';
import { Fault } from '../../../shared/base/refusal.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import { useBridge } from '../../state/bridge-context.ts';
import { explainProblem } from '../../state/follow.ts';
import { announce, showAgent, useWindow, type Problem } from '../../state/store.ts';
import { goTo } from '../../state/ui.ts';
import { openTerminal } from '../../terminal/active.ts';

/** What can be done about one need; each says what became of it. */
export interface NeedActs {
  readonly isBusy: boolean;
  readonly problem: Problem | undefined;
  readonly choose: (index: number) => void;
  /** Resolves to whether the answer was taken. */
  readonly answer: (text: string) => Promise<boolean>;
  readonly dismiss: () => void;
  /** Puts it off for so many milliseconds. */
  readonly snooze: (ms: number) => void;
  readonly wake: () => void;
  readonly openTerminal: () => void;
  readonly nudge: () => void;
  readonly restart: () => void;
  readonly stop: () => void;
  readonly showDiagnostics: () => void;
}

/** That an answer came too late. What it was for is off the list by then, so it is said over the list. */
export const useTooLate = create<{ readonly problem: Problem | undefined }>(() => ({ problem: undefined }));
const TOO_LATE: readonly string[] = ['already-answered', 'no-such-need'];

const NUDGE = 'Are you still at work? Say in a sentence where you are, and what you wait for.';

export function useNeedActs(item: NeedItem): NeedActs {
  const bridge = useBridge();
  const mesh = useWindow((s) => s.meshId);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const name = item.agent === null ? '' : visibleLine(item.agent.name, 64);

  const run = async (act: (mesh: string) => Promise<string>): Promise<boolean> => {
    if (mesh === null || isBusy) return false;
    setBusy(true);
    setProblem(undefined);
    useTooLate.setState({ problem: undefined });
    try {
      announce(await act(mesh));
      return true;
    } catch (error) {
      const what = explainProblem(error);
      if (error instanceof Fault && TOO_LATE.includes(error.code)) useTooLate.setState({ problem: what });
      else setProblem(what);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const reply = (answer: MethodInput<'needs.answer'>['answer']): Promise<boolean> =>
    run(async (of) => (await bridge.call('needs.answer', { mesh: of, id: item.id, answer })).note);
  const put = (until: number | null, said: string): void =>
    void run(async (of) => {
      await bridge.call('needs.snooze', { mesh: of, id: item.id, until });
      return said;
    });
  const onAgent = (act: (mesh: string, agent: { id: string; name: string }) => Promise<string>): void => {
    const { agent } = item;
    if (agent !== null) void run((of) => act(of, agent));
  };

  return {
    isBusy,
    problem,
    choose: (index) => void reply({ kind: 'choice', index }),
    answer: (text) => reply({ kind: 'text', text }),
    dismiss: () => void reply({ kind: 'dismiss' }),
    snooze: (ms) => put(Date.now() + ms, 'Put off.'),
    wake: () => put(null, 'It waits again.'),
    openTerminal() {
      if (item.agent === null) return;
      showAgent(item.agent.name);
      openTerminal(item.agent.name);
    },
    nudge: () =>
      onAgent(async (of, { id }) => {
        const to = { kind: 'peer' as const, peer: id };
        const { note } = await bridge.call('mesh.send', { mesh: of, to, text: NUDGE, replyTo: null });
        return note ?? `${name} was asked whether it is still at work.`;
      }),
    restart: () =>
      onAgent(async (of, agent) => {
        await bridge.call('agents.restart', { mesh: of, name: agent.name });
        return `${name} was restarted.`;
      }),
    stop: () =>
      onAgent(async (of, agent) => {
        await bridge.call('agents.stop', { mesh: of, name: agent.name, graceful: true });
        return `${name} was stopped.`;
      }),
    showDiagnostics: () => goTo({ kind: 'settings', section: 'diagnostics' }),
  };
}
