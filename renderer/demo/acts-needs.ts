import type { NeedItem } from '../../shared/api/contract.ts';
import { sendMessage } from './acts-talk.ts';
import { demoFault, tellScene, type ReadInput, type Stage } from './stage.ts';

/** What waits for the person in the demo is settled here, once. */

/** Answers or dismisses; the note says what became of it. */
export function answerNeed(stage: Stage, { mesh, id, answer }: ReadInput<'needs.answer'>): { note: string } {
  const need = needOf(stage, id);
  if (answer.kind === 'dismiss') {
    settle(stage, need);
    return { note: 'Dismissed.' };
  }
  if (need.agent === null || !need.acts.some((act) => act === 'answer' || act === 'nudge'))
    throw demoFault(
      'cannot-answer',
      'This cannot be answered with words.',
      'Do what it offers, or dismiss it.',
    );
  const text = answer.kind === 'text' ? answer.text : need.choices[answer.index];
  if (text === undefined)
    throw demoFault('no-such-choice', 'That answer was not offered.', 'Choose one that was.');
  sendMessage(stage, { mesh, to: { kind: 'peer', peer: need.agent.id }, text, replyTo: null });
  settle(stage, need);
  return { note: `Sent to ${need.agent.name}.` };
}

/** Puts something off, or brings it back. */
export function snoozeNeed(stage: Stage, { id, until }: ReadInput<'needs.snooze'>): Record<string, never> {
  const need = needOf(stage, id);
  stage.scene.needs = stage.scene.needs.map((each) =>
    each === need ? { ...each, snoozedUntil: until } : each,
  );
  tellNeeds(stage);
  return {};
}

function settle(stage: Stage, need: NeedItem): void {
  stage.scene.needs = stage.scene.needs.filter((each) => each !== need);
  tellNeeds(stage);
}

function tellNeeds(stage: Stage): void {
  stage.later(20, () => tellScene(stage));
}

function needOf({ scene }: Stage, id: string): NeedItem {
  const need = scene.needs.find((each) => each.id === id);
  if (need === undefined)
    throw demoFault('no-such-need', 'Nothing of that kind waits.', 'Look at what waits now.');
  return need;
}
