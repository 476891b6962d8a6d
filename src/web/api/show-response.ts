import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Sends a call that changes something, and shows its response in the data of a query. Nothing newer is replaced: if the
 * query got something while the call was under way, such as after an event, it is loaded again first. It is also loaded if a
 * response is on its way that may be older than the change.
 */
export const sendAndShow = async <Answer, Data>(
  queryClient: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, Data, Error> },
  send: () => Promise<Answer>,
  show: (answer: Answer, shown: Data | undefined) => Data | undefined,
): Promise<Answer> => {
  const state = () => queryClient.getQueryState(queryKey);
  const got = () => state()?.dataUpdateCount ?? 0;
  const before = got();
  const answer = await send();
  const isLoading = state()?.fetchStatus === 'fetching';
  const mayBeOlder = got() !== before;
  if (!mayBeOlder) queryClient.setQueryData<Data>(queryKey, (shown) => show(answer, shown));
  const reload = () => queryClient.invalidateQueries({ queryKey, exact: true });
  if (mayBeOlder) await reload();
  else if (isLoading) void reload();
  return answer;
};
