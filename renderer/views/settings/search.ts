import type { ComponentType } from 'react';
import type { IconName } from '../../components/icons.tsx';

/** One row of the settings. */
export interface Setting {
  readonly id: string;
  readonly label: string;
  /** What else it is found by: words that a person may look for. */
  readonly words: string;
  readonly Row: ComponentType;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly settings: readonly Setting[];
  /** It takes the whole width: nothing is shown beside it. */
  readonly isWide?: true;
}

/** The sections with those of their rows that hold every word of what is looked for; a section's name finds all of it. */
export function findSettings(sections: readonly Section[], query: string): readonly Section[] {
  const wanted = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return sections.flatMap((section) => {
    const settings = section.settings.filter(({ label, words }) => {
      const text = `${section.title} ${label} ${words}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    return settings.length === 0 ? [] : [{ ...section, settings }];
  });
}
