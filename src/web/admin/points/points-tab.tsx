import { useInfiniteQuery } from '@tanstack/react-query';
import { wholeLedgerQuery } from '../../api/queries/points.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table, TableFrame, TableHead } from '../../ui/table.tsx';

export default function PointsTab() {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    wholeLedgerQuery({}),
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
      <TableFrame label="Ledger">
        <Table>
          <TableHead>
            <tr>
              <HeadCell>When</HeadCell>
              <HeadCell>Member</HeadCell>
              <HeadCell>Points</HeadCell>
              <HeadCell>Reason</HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {data.pages
              .flatMap((page) => page.transactions)
              .map((row) => (
                <Row key={row.id}>
                  <Cell>{row.createdAt}</Cell>
                  <Cell>{row.username}</Cell>
                  <Cell>{row.points}</Cell>
                  <Cell>{row.reason}</Cell>
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
