import { Fragment } from 'react';
import { cx } from '../ui/cx.ts';

/** An address in groups of four characters. */
export const inGroups = (address: string): string[] => address.match(/.{1,4}/g) ?? [];

interface AddressGroupsProps {
  address: string;
  isSmall?: boolean;
}

/**
 * An address in groups of four characters, which are easier to compare. The gaps are drawn and a press marks all of it, so
 * that what is copied by hand is the address.
 */
export const AddressGroups = ({ address, isSmall }: AddressGroupsProps) => (
  <p translate="no" className={cx('font-mono text-text select-all', isSmall ? 'text-xs' : 'text-sm/6')}>
    {inGroups(address).map((group, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change their order
      <Fragment key={index}>
        <span className={isSmall ? 'mr-1.5' : 'mr-2'}>{group}</span>
        <wbr />
      </Fragment>
    ))}
  </p>
);
