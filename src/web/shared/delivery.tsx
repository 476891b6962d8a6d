import { type DeliveryAddress, parcelLines } from '#domain/delivery-address.ts';
import { counted } from '#domain/text.ts';
import { useShop } from '../api/queries/settings.ts';
import { cx } from '../ui/cx.ts';

/** What is said of the address of an order without one. */
export const askedForAddress = (inChat: boolean): string =>
  `The seller asks for your delivery address${inChat ? ' in the chat' : ''}.`;

interface DeliveryLinesProps {
  delivery: DeliveryAddress;
  className?: string;
}

/** An address line by line, as it is written on a parcel, and the phone. Each line has its own direction. */
export const DeliveryLines = ({ delivery, className }: DeliveryLinesProps) => {
  const [name, ...lines] = parcelLines(delivery);
  return (
    <address className={cx('not-italic [overflow-wrap:anywhere]', className)}>
      <Line className="font-semibold" text={name!} />
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address have no other name
        <Line key={index} text={line} />
      ))}
      {delivery.phone && <Line text={delivery.phone} />}
    </address>
  );
};

const Line = ({ text, className }: { text: string; className?: string }) => (
  <span className={cx('block', className)}>
    <bdi>{text}</bdi>
  </span>
);

/** The same as a text to copy. */
export const deliveryText = (delivery: DeliveryAddress): string =>
  [...parcelLines(delivery), delivery.phone].filter(Boolean).join('\n');

/** How long the shop keeps the address of an order (behavior 6.14). */
export const KeepNote = () => {
  const { addressKeepDays, backupKeepDays } = useShop();
  return (
    <p className="text-sm text-muted">
      Only the people who send your parcels see it. Each order keeps a copy, which is erased{' '}
      {counted(addressKeepDays, 'day')} after the order's last step, such as shipping. Backups keep it for up to{' '}
      {counted(backupKeepDays, 'day')} more.
    </p>
  );
};
