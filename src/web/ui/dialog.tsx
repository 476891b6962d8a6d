import { X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { type ModalProps, ModalSurface } from './modal.tsx';
import { Toaster } from './toaster.tsx';

interface PanelProps extends ModalProps {
  title: ReactNode;
  /** Hides the title visually, if the content shows it already. */
  hideTitle?: boolean;
  /** Small text next to the title, such as a count. */
  aside?: ReactNode;
  /** Stays at the bottom while the body scrolls. */
  footer?: ReactNode;
  /** Toasts lie over the top of the body, or on a phone have a place of their own above the foot, instead of over the title. */
  toastPlace?: 'below-head' | 'above-foot';
  /** Classes of the scrolling body, such as another padding. */
  bodyClassName?: string;
}

interface FrameProps extends PanelProps {
  /** Classes of the modal: its place, size and movement. */
  surface: string;
  /** Classes of the box in it. */
  panel: string;
}

/** The head, scrolling body and footer of every modal. */
const Frame = ({
  title,
  hideTitle,
  aside,
  footer,
  toastPlace,
  bodyClassName,
  children,
  surface,
  panel,
  ...modal
}: FrameProps) => {
  const titleId = useId();
  const [isScrolled, setScrolled] = useState(false);
  // The text next to a title is part of the dialog's name.
  const asideId = `${titleId}-aside`;
  return (
    <ModalSurface
      {...modal}
      toasts={!toastPlace}
      labelledBy={aside ? `${titleId} ${asideId}` : titleId}
      className={surface}
    >
      <div className={cx('relative flex flex-col overflow-hidden bg-surface shadow-float', panel)}>
        <div
          className={cx(
            'flex shrink-0 items-center gap-3 pt-3 pr-3 pl-5',
            hideTitle
              ? 'absolute top-0 right-0 z-10 p-3'
              : cx('border-b', isScrolled ? 'border-line' : 'border-transparent'),
          )}
        >
          {/* A long name in large text leaves room for the rest. */}
          <div
            className={cx(
              'flex max-h-[40dvh] min-w-0 flex-1 flex-wrap items-baseline gap-x-2 overflow-y-auto',
              hideTitle && 'sr-only',
            )}
          >
            <h2 id={titleId} className="min-w-0 text-lg font-semibold break-words">
              {title}
            </h2>
            {aside && (
              <div id={asideId} className="text-sm font-medium text-muted">
                {aside}
              </div>
            )}
          </div>
          <IconButton label="Close" onClick={modal.onClose} className={cx(hideTitle && 'glass rounded-full')}>
            <X aria-hidden />
          </IconButton>
        </div>
        {toastPlace === 'below-head' && modal.open && (
          <div className="toasts-below">
            <Toaster />
          </div>
        )}
        <div
          onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
          className={cx('relative min-h-0 flex-1 overflow-y-auto overscroll-contain', bodyClassName ?? 'px-5 py-4')}
        >
          {children}
        </div>
        {toastPlace === 'above-foot' && modal.open && (
          <div className="toasts-above shrink-0">
            <Toaster />
          </div>
        )}
        {footer && (
          <div className="shrink-0 border-t border-line bg-surface px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
            {footer}
          </div>
        )}
      </div>
    </ModalSurface>
  );
};

interface DialogProps extends PanelProps {
  size?: 'sm' | 'md' | 'lg';
  /** The form on a phone: a dialog, a sheet, or the full screen. */
  phone?: 'dialog' | 'sheet' | 'full';
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-4xl' };
const phones = {
  dialog: {
    surface: 'modal-dialog m-auto w-[calc(100%-2rem)]',
    panel: 'max-h-[calc(100dvh-4rem)] rounded-panel border border-line',
  },
  sheet: {
    surface: 'modal-dialog max-sm:modal-sheet mt-auto w-full sm:m-auto sm:w-[calc(100%-2rem)]',
    panel:
      'max-h-[92dvh] rounded-t-panel border border-line max-sm:border-x-0 max-sm:border-b-0 sm:max-h-[calc(100dvh-4rem)] sm:rounded-panel',
  },
  full: {
    surface: 'modal-dialog max-sm:modal-sheet w-full max-sm:h-dvh sm:m-auto sm:w-[calc(100%-2rem)]',
    panel: 'border-line max-sm:h-full sm:max-h-[calc(100dvh-4rem)] sm:rounded-panel sm:border',
  },
};

/** A modal in the middle of the page. */
export const Dialog = ({ size = 'md', phone = 'dialog', ...rest }: DialogProps) => (
  <Frame
    {...rest}
    surface={cx(phones[phone].surface, widths[size], rest.footer && 'high-toasts')}
    panel={phones[phone].panel}
  />
);

/** A modal that slides in from the right. It is as wide as a small screen, and 24rem wide on a larger one. */
export const Drawer = (props: PanelProps) => (
  <Frame
    {...props}
    // Beside a wide page's drawer there is room for toasts.
    surface="modal-drawer max-lg:high-toasts ml-auto h-dvh w-full sm:w-(--drawer-width)"
    panel="h-full border-l border-line"
  />
);

/** A modal that rises from the bottom of the screen, for filters and menus on a phone. */
export const Sheet = (props: PanelProps) => (
  <Frame
    {...props}
    surface="modal-sheet mx-auto mt-auto w-full sm:max-w-xl"
    panel="max-h-[92dvh] rounded-t-panel border-t border-line"
  />
);

interface ConfirmDialogProps extends ModalProps {
  title: string;
  /** Names the action. */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  /** A better way, offered last. The confirming button is then quiet. */
  betterWay?: ReactNode;
}

/** Asks before an action that is hard to undo. */
export const ConfirmDialog = ({
  title,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger,
  busy,
  onConfirm,
  betterWay,
  ...modal
}: ConfirmDialogProps) => {
  const titleId = useId();
  return (
    <ModalSurface
      {...modal}
      role="alertdialog"
      labelledBy={titleId}
      describedBy={`${titleId}-text`}
      className="modal-dialog m-auto w-[calc(100%-2rem)] sm:max-w-md"
    >
      <div className="flex max-h-[calc(100dvh-4rem)] flex-col gap-5 overflow-y-auto rounded-panel border border-line bg-surface p-6 shadow-float">
        <div>
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          <div id={`${titleId}-text`} className="mt-2 text-muted">
            {modal.children}
          </div>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button data-autofocus onClick={modal.onClose}>
            {cancelLabel}
          </Button>
          <Button variant={betterWay ? 'secondary' : danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          {betterWay}
        </div>
      </div>
    </ModalSurface>
  );
};
