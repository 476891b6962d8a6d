import { cx } from '../ui/cx.ts';

/** An address in groups of four characters. */
export const inGroups = (address: string): string[] => address.match(/.{1,4}/g) ?? [];

interface AddressGroupsProps {
  address: string;
  isSmall?: boolean;
}

/**
 * An address in groups of four characters, which are easier to compare. The gaps are drawn, so that text copied by hand
 * has no spaces.
 */
export const AddressGroups = ({ address, isSmall }: AddressGroupsProps) => (
  <p
    translate="no"
    className={cx('flex flex-wrap font-mono text-text', isSmall ? 'gap-x-1.5 text-xs' : 'gap-x-2 text-sm/6')}
  >
    {inGroups(address).map((group, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change their order
      <span key={index}>{group}</span>
    ))}
  </p>
);
