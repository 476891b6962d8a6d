import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { localStore } from '../browser/safe-storage.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuChoice } from '../ui/menu.tsx';

/** Dark is the default (behavior 11.1). public/theme.js applies the theme to the page. */
const THEMES = ['light', 'dark', 'system'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'greenroom-theme';
/** An event for this tab. Other tabs get the `storage` event. */
const CHANGED = 'greenroom-theme';

const storedTheme = (): Theme => {
  const stored = localStore.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'dark';
};

export const chooseTheme = (theme: Theme): void => {
  localStore.setItem(KEY, theme);
  window.dispatchEvent(new Event(CHANGED));
};

const onThemeChange = (onChange: () => void): (() => void) => {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener('storage', onChange);
  };
};

/** The chosen theme, the same in every tab. */
const useTheme = (): Theme => useSyncExternalStore(onThemeChange, storedTheme);

const OPTIONS: Record<Theme, { label: string; Icon: typeof Sun }> = {
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
  system: { label: 'System', Icon: Monitor },
};

/** The three themes as items of another menu. */
export const ThemeChoice = () => {
  const theme = useTheme();
  return (
    <MenuChoice
      label="Theme"
      value={theme}
      onChange={chooseTheme}
      options={THEMES.map((value) => {
        const { label, Icon } = OPTIONS[value];
        return { value, label, icon: <Icon aria-hidden /> };
      })}
    />
  );
};

/** The three themes behind a button of their own. */
export const ThemeMenu = ({ className }: { className?: string }) => {
  const { Icon } = OPTIONS[useTheme()];
  return (
    <Menu
      trigger={
        <IconButton label="Theme" className={className}>
          <Icon aria-hidden />
        </IconButton>
      }
    >
      <ThemeChoice />
    </Menu>
  );
};
