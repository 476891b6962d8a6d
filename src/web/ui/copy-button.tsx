import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce } from './announcer.tsx';
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { toast } from './toast.ts';

interface CopyButtonProps {
  /** The text to copy. */
  value: string;
  /** Such as "Copy Bitcoin address". With `iconOnly` it is only the accessible name. */
  label: string;
  iconOnly?: boolean;
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
  const copy = async () => {
    try {
      // A page without HTTPS has no clipboard.
      await navigator.clipboard.writeText(value);
      setCopied(true);
      announce('Copied');
      onCopied?.();
    } catch {
      toast({ title: 'Could not copy', description: 'Select the text and copy it by hand.', kind: 'error' });
    }
  };
  const icon = isCopied ? (
    <Check aria-hidden className="size-4 text-good-text" />
  ) : (
    <Copy aria-hidden className="size-4" />
  );
  if (iconOnly) {
    return (
      <IconButton label={label} onClick={() => void copy()} className={className}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Button size={size} variant={variant} className={className} onClick={() => void copy()}>
      {icon}
      {label}
    </Button>
  );
};
