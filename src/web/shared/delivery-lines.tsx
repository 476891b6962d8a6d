import { type DeliveryAddress, parcelLines } from '#domain/delivery-address.ts';
import { cx } from '../ui/cx.ts';

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
