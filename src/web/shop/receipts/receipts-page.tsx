import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '../../browser/paths.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MemberPage } from '../header/plain-page.tsx';
import { ReceiptList } from './receipt-list.tsx';

export default function ReceiptsPage() {
  usePageTitle('My receipts');
  return (
    <MemberPage
      narrow
      title="My receipts"
      aside={
        <Link href={paths.home} className={`${buttonClass({ variant: 'ghost' })} text-sm`}>
          <ArrowLeft aria-hidden className="size-4.5" />
          Back to the shop
        </Link>
      }
    >
      <ReceiptList />
    </MemberPage>
  );
}
