import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx';

interface CopyButtonProps {
  /** What goes to the clipboard. */
  value: string;
  /** "Copy Bitcoin address": shown and spoken. */
  label: string;
  size?: ButtonSize;
  variant?: ButtonVariant;
  className?: string;
}

/** Copies a text and says so in its own words for two seconds. */
export function CopyButton({ value, label, size = 'sm', variant = 'ghost', className }: CopyButtonProps) {
  const [copied, setCopied] = useState<'yes' | 'failed' | null>(null);
  useEffect(() => {
    if (!copied) return;
    const back = setTimeout(() => setCopied(null), 2000);
    return () => clearTimeout(back);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  return (
    <Button size={size} variant={variant} className={className} onClick={copy}>
      {copied === 'yes' ? (
        <Check aria-hidden className="size-4 text-good-text" />
      ) : (
        <Copy aria-hidden className="size-4" />
      )}
      {label}
      <span role="status" className={copied ? 'text-xs text-muted' : 'sr-only'}>
        {copied === 'yes' ? 'Copied' : copied === 'failed' ? 'Could not copy' : ''}
      </span>
    </Button>
  );
}
