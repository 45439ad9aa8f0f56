import type { ReactNode } from 'react';
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  Select as AriaSelect,
  SelectValue,
  Switch as AriaSwitch,
} from 'react-aria-components';
import styles from './Choice.module.css';
import { Icon, type IconName } from './icons.tsx';

/** One thing that can be chosen. */
export interface Option<K extends string> {
  readonly id: K;
  readonly label: string;
  readonly note?: string;
  readonly icon?: IconName;
  readonly isDisabled?: boolean;
}

interface ChoiceProps<K extends string> {
  readonly label: string;
  readonly options: readonly Option<K>[];
  readonly value: K | null;
  readonly onChange: (value: K) => void;
}

/** One of many, in a list that opens. */
export function Select<K extends string>(
  o: ChoiceProps<K> & {
    readonly isLabelHidden?: boolean;
    readonly placeholder?: string;
    readonly isDisabled?: boolean;
  },
) {
  return (
    <AriaSelect
      className={styles.select ?? ''}
      value={o.value}
      isDisabled={o.isDisabled ?? false}
      placeholder={o.placeholder ?? 'Choose'}
      onChange={(key) => {
        const chosen = o.options.find(({ id }) => id === key);
        if (chosen !== undefined) o.onChange(chosen.id);
      }}
    >
      <Label className={o.isLabelHidden === true ? 'visually-hidden' : (styles.label ?? '')}>{o.label}</Label>
      <Button className={styles.trigger ?? ''}>
        <SelectValue className={styles.value ?? ''} />
        <Icon name="chevron" size={14} />
      </Button>
      <Popover className={styles.popover ?? ''}>
        <ListBox className={styles.list ?? ''} items={o.options} disabledKeys={disabledOf(o.options)}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={styles.item ?? ''}>
              {option.icon !== undefined && <Icon name={option.icon} size={14} />}
              <span>{option.label}</span>
              {option.note !== undefined && <small>{option.note}</small>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

/** One of a few, all in sight. */
export function Segmented<K extends string>({ label, options, value, onChange }: ChoiceProps<K>) {
  return (
    <RadioGroup
      aria-label={label}
      orientation="horizontal"
      className={styles.segments ?? ''}
      value={value}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      {options.map((option) => (
        <Radio
          key={option.id}
          value={option.id}
          isDisabled={option.isDisabled ?? false}
          className={styles.segment ?? ''}
        >
          {option.icon !== undefined && <Icon name={option.icon} size={14} />}
          {option.label}
        </Radio>
      ))}
    </RadioGroup>
  );
}

export interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
  readonly isLabelHidden?: boolean;
  readonly isDisabled?: boolean;
}

/** Something that is on or off, at once. */
export function Switch({ isOn, onChange, children, isLabelHidden = false, isDisabled = false }: SwitchProps) {
  return (
    <AriaSwitch className={styles.switch ?? ''} isSelected={isOn} isDisabled={isDisabled} onChange={onChange}>
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{children}</span>
      <span className={styles.track} aria-hidden="true" />
    </AriaSwitch>
  );
}

function disabledOf(options: readonly Option<string>[]): string[] {
  return options.filter(({ isDisabled }) => isDisabled === true).map(({ id }) => id);
}
