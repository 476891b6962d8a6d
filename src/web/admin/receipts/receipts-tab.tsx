import { useInfiniteQuery } from '@tanstack/react-query';
import { orderBookQuery } from '../../api/queries/admin-receipts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table, TableFrame, TableHead } from '../../ui/table.tsx';

export default function ReceiptsTab() {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    orderBookQuery({}),
  );
  if (isPending) return <Skeleton className="h-96 w-full rounded-card" />;
  if (!data) {
    return (
      <Notice tone="danger" alert>
        {error.message}
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <TableFrame label="Receipts">
        <Table>
          <TableHead>
            <tr>
              <HeadCell>Number</HeadCell>
              <HeadCell>Member</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell>Total</HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {data.pages
              .flatMap((page) => page.receipts)
              .map((row) => (
                <Row key={row.id}>
                  <Cell>{row.number}</Cell>
                  <Cell>{row.username}</Cell>
                  <Cell>{row.status}</Cell>
                  <Cell>{row.total}</Cell>
                </Row>
              ))}
          </tbody>
        </Table>
      </TableFrame>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="self-center">
          Load more
        </Button>
      )}
    </div>
  );
}
