import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import controls from './controls.module.css';
import { Icon, type IconName } from './icons.tsx';
import styles from './MenuButton.module.css';

/** One thing that a menu does. */
export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly isBad?: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

export interface MenuButtonProps {
  /** What the menu is of, for whoever does not see the icon. */
  readonly label: string;
  readonly icon: IconName;
  readonly actions: readonly MenuAction[];
}

/** A button that opens a menu. */
export function MenuButton({ label, icon, actions }: MenuButtonProps) {
  return (
    <MenuTrigger>
      <Button aria-label={label} className={controls.iconButton ?? ''}>
        <Icon name={icon} />
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Menu
          className={styles.menu ?? ''}
          disabledKeys={actions.filter(({ isDisabled }) => isDisabled === true).map(({ id }) => id)}
          onAction={(key) => actions.find(({ id }) => id === key)?.run()}
        >
          {actions.map((action) => (
            <MenuItem
              key={action.id}
              id={action.id}
              textValue={action.label}
              className={`${styles.item} ${action.isBad === true ? styles.bad : ''}`}
            >
              {action.icon !== undefined && <Icon name={action.icon} size={14} />}
              <span>{action.label}</span>
              {action.keys !== undefined && <kbd>{action.keys}</kbd>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
