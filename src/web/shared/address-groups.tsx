import { cx } from '../ui/cx.ts';

/**
 * An address in groups of four characters, which are easier to compare. The gaps are drawn, so that text copied by hand
 * has no spaces.
 */
export const AddressGroups = ({ address, className }: { address: string; className?: string }) => (
  <p className={cx('flex flex-wrap gap-x-2 font-mono text-sm/6 text-text', className)}>
    {inGroups(address).map((group, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change their order
      <span key={index}>{group}</span>
    ))}
  </p>
);

export const inGroups = (address: string): string[] => address.match(/.{1,4}/g) ?? [];
