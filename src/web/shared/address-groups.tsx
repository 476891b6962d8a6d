/** An address in groups of four characters. */
export const inGroups = (address: string): string[] => address.match(/.{1,4}/g) ?? [];

interface AddressGroupsProps {
  address: string;
}

/**
 * An address in groups of four characters, which are easier to compare. The gaps are drawn, so that text copied by hand
 * has no spaces.
 */
export const AddressGroups = ({ address }: AddressGroupsProps) => (
  <p className="flex flex-wrap gap-x-2 font-mono text-sm/6 text-text">
    {inGroups(address).map((group, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change their order
      <span key={index}>{group}</span>
    ))}
  </p>
);
