import { useInfiniteQuery } from '@tanstack/react-query';
import { usersQuery } from '../../api/queries/members.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table, TableFrame, TableHead } from '../../ui/table.tsx';

export default function MembersTab() {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(usersQuery({}));
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
      <TableFrame label="Users">
        <Table>
          <TableHead>
            <tr>
              <HeadCell>Username</HeadCell>
              <HeadCell>Email</HeadCell>
              <HeadCell>Type</HeadCell>
              <HeadCell>Points</HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {data.pages
              .flatMap((page) => page.users)
              .map((row) => (
                <Row key={row.id}>
                  <Cell>{row.username}</Cell>
                  <Cell>{row.email}</Cell>
                  <Cell>{row.memberType}</Cell>
                  <Cell>{row.points}</Cell>
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
