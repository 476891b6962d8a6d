import type { LabResult } from '#domain/lab-result.ts';
import type { ProductLab } from '#domain/product.ts';
import { segmentsOf } from './image-address.ts';

/** A lab result with the address of its file instead of the path (behavior 4.12). Unknown values are left out. */
export const presentLab = ({ tested, expires, thc, cbd, path }: LabResult): ProductLab => ({
  tested,
  ...(expires !== null && { expires }),
  ...(thc !== null && { thc }),
  ...(cbd !== null && { cbd }),
  ...(path !== null && { url: `/api/lab-results/${segmentsOf(path).map(encodeURIComponent).join('/')}` }),
});
