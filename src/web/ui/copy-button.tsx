import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce } from './announcer.tsx';
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx';
import { cx } from './cx.ts';
import { controlClass } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { toast } from './toast.ts';

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

/** Copies a text and confirms it with a check mark for two seconds. */
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
      setShown(false);
      setCopied(true);
      announce('Copied');
      onCopied?.();
    } catch {
      setShown(true);
      toast({ title: 'Could not copy', description: 'The text is marked. Copy it by hand.', kind: 'error' });
    }
  };
  const icon = isCopied ? (
    <Check aria-hidden className="size-4 text-good-text" />
  ) : (
    <Copy aria-hidden className="size-4" />
  );
  const button = iconOnly ? (
    <IconButton label={label} onClick={() => void copy()} className={className}>
      {icon}
    </IconButton>
  ) : (
    <Button
      size={size}
      variant={variant}
      className={className}
      aria-label={visible && label}
      onClick={() => void copy()}
    >
      {icon}
      {visible ? <span className="@max-lg:hidden">{visible}</span> : label}
    </Button>
  );
  return isShown ? (
    <span className="relative inline-flex shrink-0">
      {button}
      <MarkedText label={label} text={value} />
    </span>
  ) : (
    button
  );
};

/** A text to copy by hand. It is marked at once, and again whenever somebody comes to it. */
const MarkedText = ({ label, text }: { label: string; text: string }) => (
  <textarea
    ref={(field) => field?.select()}
    readOnly
    rows={2}
    aria-label={`${label} by hand`}
    value={text}
    translate="no"
    onFocus={({ currentTarget }) => currentTarget.select()}
    className={cx(
      controlClass,
      'absolute top-full right-0 z-10 mt-1 h-auto w-64 max-w-[70vw] resize-none py-2.5 font-mono text-sm break-all shadow-float',
    )}
  />
);
