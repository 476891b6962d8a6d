import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, THEMES, type Theme, useTheme } from '../browser/theme.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuChoice } from '../ui/menu.tsx';

const looks: Record<Theme, { label: string; Icon: typeof Sun }> = {
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
  system: { label: 'System', Icon: Monitor },
};

/** The three themes as items of a menu, for a place that has its own menu already. */
export const ThemeChoice = () => {
  const theme = useTheme();
  return (
    <MenuChoice
      label="Theme"
      value={theme}
      onChange={chooseTheme}
      options={THEMES.map((value) => {
        const { label, Icon } = looks[value];
        return { value, label, icon: <Icon aria-hidden /> };
      })}
    />
  );
};

/** The control named "Theme" (decisions §8). */
export const ThemeMenu = ({ className }: { className?: string }) => {
  const { Icon } = looks[useTheme()];
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
