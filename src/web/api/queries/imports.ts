import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/endpoint.ts';
import * as contract from '#contract/imports.ts';
import { UPLOAD_TIMEOUT_MS } from '#domain/constants.ts';
import type { ImportMapping, ImportMode } from '#domain/import-mapping.ts';
import { addressOf, call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { settled } from '../settled.ts';
import { type UploadOptions, uploadFile } from '../upload.ts';

/** A file as the shop understood it. */
export type FoundImport = OutputOf<typeof contract.createImport>['import'];
export type ImportResult = OutputOf<typeof contract.applyImport>;

/** How a file is to be imported. */
export interface ImportRequest {
  mapping: ImportMapping;
  mode: ImportMode;
  skipProblems: boolean;
  /** The categories that are used instead of those of the file. */
  useCategories: { name: string; use: string }[];
}

/** Sends a product file, and returns what the shop understood. It changes nothing (behavior 10.31). */
export const readProductFile = async (file: File, options: Omit<UploadOptions, 'timeoutMs'>): Promise<FoundImport> => {
  const answer = await uploadFile<OutputOf<typeof contract.createImport>>(addressOf(contract.createImport), file, {
    ...options,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  return answer.import;
};

/** Says how the file is to be imported, and returns what that would do. */
export const planImport = (id: string, body: ImportRequest) =>
  call(contract.planImport, { params: { id }, body, timeoutMs: UPLOAD_TIMEOUT_MS });

/** Applies the plan that was shown. The same key applies nothing again, and returns what came of it. */
export const applyImport = (id: string, planHash: string, idempotencyKey: string) =>
  settled(() =>
    call(contract.applyImport, { params: { id }, body: { planHash }, idempotencyKey, timeoutMs: UPLOAD_TIMEOUT_MS }),
  );

/** The mappings that were kept, by name. */
export const importMappingsQuery = queryOptions({
  queryKey: ['admin', 'import-mappings'],
  queryFn: async ({ signal }) => (await call(contract.listImportMappings, { signal })).mappings,
  ...adminQueryDefaults,
});
export type KeptMapping = OutputOf<typeof contract.saveImportMapping>;

export const keepMapping = async (queryClient: QueryClient, { name, ...body }: KeptMapping): Promise<void> => {
  await call(contract.saveImportMapping, { params: { name }, body });
  await queryClient.invalidateQueries({ queryKey: importMappingsQuery.queryKey });
};

export const deleteMapping = async (queryClient: QueryClient, name: string): Promise<void> => {
  await call(contract.deleteImportMapping, { params: { name } });
  await queryClient.invalidateQueries({ queryKey: importMappingsQuery.queryKey });
};
