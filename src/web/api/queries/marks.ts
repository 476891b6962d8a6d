import { type Alert, endAlert, getAlerts, markAlertsSeen, setAlert } from '#contract/alerts.ts';
import { addFavorite, getFavorites, removeFavorite } from '#contract/favorites.ts';
import { call } from '../client.ts';

/*
 * The calls of favorites and alerts. They are not cached queries: shop/marks/product-marks.ts holds what every card shows.
 */

const paramsOf = (productId: number) => ({ params: { id: String(productId) } });

export const fetchFavorites = async (): Promise<number[]> =>
  (await call(getFavorites, { fallback: 'Your favorites could not be fetched.' })).ids;

export const sendFavorite = (productId: number) =>
  call(addFavorite, { ...paramsOf(productId), body: {}, fallback: 'The favorite could not be saved.' });

export const deleteFavorite = (productId: number) =>
  call(removeFavorite, { ...paramsOf(productId), fallback: 'The favorite could not be removed.' });

export const fetchAlerts = async (): Promise<Alert[]> =>
  (await call(getAlerts, { fallback: 'Your alerts could not be fetched.' })).alerts;

export const sendAlert = (productId: number) =>
  call(setAlert, { ...paramsOf(productId), body: {}, fallback: 'This could not be saved. Please try again.' });

export const deleteAlert = (productId: number) =>
  call(endAlert, { ...paramsOf(productId), fallback: 'This could not be saved. Please try again.' });

/** Reports that the member was notified of the return of these products. */
export const sendAlertsSeen = (productIds: readonly number[]) =>
  call(markAlertsSeen, { body: { productIds: [...productIds] } });
