import type { GivenInputOf } from '#contract/endpoint.ts';
import { downloadExport, startExport } from '#contract/exports.ts';
import { call, download } from '../client.ts';

/** A list to export, with its filters. */
export type ExportOrder = GivenInputOf<typeof startExport>;

/** Starts an export as a task and returns the task's id (behavior 10.30). Empty filters are none, as in an address. */
export const beginExport = async ({ kind, query }: ExportOrder): Promise<string> => {
  const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));
  const order = { kind, query: filters } as ExportOrder;
  return (await call(startExport, { body: order, fallback: `Failed to export the ${kind}` })).id;
};

/** The file of a finished export. */
export const downloadFile = (id: string): Promise<Blob> =>
  download(downloadExport, { params: { id }, fallback: 'Failed to download the file' });
