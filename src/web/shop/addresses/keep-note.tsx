import { counted } from '#domain/text.ts';
import { useShop } from '../../api/queries/settings.ts';

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
