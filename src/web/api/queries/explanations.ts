import { queryOptions } from '@tanstack/react-query';
import { explainProduct } from '#contract/catalogue.ts';
import { call } from '../client.ts';

/** When price and quantity of a product were set. Asked again at each press, because both may have changed. */
export const productExplanationQuery = (id: number) =>
  queryOptions({
    queryKey: ['explanation', id],
    queryFn: ({ signal }) => call(explainProduct, { params: { id: String(id) }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
