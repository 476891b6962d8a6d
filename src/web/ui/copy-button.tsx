import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce } from './announcer.tsx';
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx';
import { cx } from './cx.ts';
import { Dialog } from './dialog.tsx';
import { controlClass } from './field.tsx';
import { IconButton } from './icon-button.tsx';

interface CopyButtonProps {
  /** The text to copy. */
  value: string;
  /** Such as "Copy Bitcoin address". With `iconOnly` or `visible` it is only the accessible name. */
  label: string;
  iconOnly?: boolean;
  /** Fewer words, such as "Copy address". A narrow container has room for the icon only. */
  visible?: string;
  size?: ButtonSize;
  variant?: ButtonVariant;
  className?: string;
  /** Called when the text was copied. */
  onCopied?: () => void;
}

/** Copies a text and confirms it with a check mark for two seconds. If the browser refuses, a dialog has the text. */
export const CopyButton = ({
  value,
  label,
  iconOnly,
  visible,
  size = 'sm',
  variant = 'ghost',
  className,
  onCopied,
}: CopyButtonProps) => {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const back = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(back);
  }, [isCopied]);
  const [isShown, setShown] = useState(false);
  const copy = async () => {
    try {
      // A page without HTTPS has no clipboard.
      await navigator.clipboard.writeText(value);
      setCopied(true);
      announce('Copied');
      onCopied?.();
    } catch {
      setShown(true);
    }
  };
  const icon = isCopied ? (
    <Check aria-hidden className="size-4 text-good-text" />
  ) : (
    <Copy aria-hidden className="size-4" />
  );
  return (
    <>
      {iconOnly ? (
        <IconButton label={label} onClick={() => void copy()} className={className}>
          {icon}
        </IconButton>
      ) : (
        <Button
          size={size}
          variant={variant}
          className={className}
          aria-label={visible ? label : isCopied ? `Copied: ${label}` : undefined}
          onClick={() => void copy()}
        >
          {icon}
          {visible ? <span className="@max-lg:hidden">{visible}</span> : <Words text={label} isCopied={isCopied} />}
        </Button>
      )}
      <Dialog open={isShown} onClose={() => setShown(false)} size="sm" phone="sheet" title="Could not copy">
        <MarkedText label={label} text={value} />
      </Dialog>
    </>
  );
};

/** The words of the button, with "Copied" in their place for a moment. Their room stays. */
const Words = ({ text, isCopied }: { text: string; isCopied: boolean }) => (
  <span className="grid justify-items-start *:[grid-area:1/1]">
    <span className={cx(isCopied && 'invisible')}>{text}</span>
    {isCopied && <span>Copied</span>}
  </span>
);

/** A whole text to copy by hand. It is marked at once, and again whenever somebody comes to it. */
const MarkedText = ({ label, text }: { label: string; text: string }) => (
  <div className="flex flex-col gap-3 pb-1">
    <p className="text-muted">
      Your browser doesn't let this page copy. The text is marked, so you can copy it by hand.
    </p>
    <textarea
      data-autofocus
      readOnly
      // For browsers that cannot make a field as high as its text.
      rows={text.split('\n').length + 1}
      aria-label={`${label} by hand`}
      value={text}
      translate="no"
      onFocus={({ currentTarget }) => currentTarget.select()}
      className={cx(
        controlClass,
        'field-sizing-content h-auto resize-none py-2.5 font-mono text-sm [overflow-wrap:anywhere]',
      )}
    />
  </div>
);
