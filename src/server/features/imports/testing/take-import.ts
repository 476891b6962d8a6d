import * as contract from '#contract/imports.ts';
import type { ImportMode } from '#domain/import-mapping.ts';
import type { TestUser } from '../../../testing/factories.ts';
import { buildUploadForm } from '../../../testing/inventory.ts';

/** Reads a file and applies it without a look. Returns what was shown before, and the outcome. */
export const takeImport = async (admin: TestUser, content: string, mode: ImportMode = 'add') => {
  const { type, form } = buildUploadForm(content, { filename: 'menu.csv' });
  const read = await admin.call(contract.createImport, { body: form, headers: { 'content-type': type } });
  const { id, mapping } = read.body.import;
  const params = { id };
  const shown = await admin.call(contract.planImport, { params, body: { mapping, mode, skipProblems: true } });
  const { planHash } = shown.body;
  const { body } = await admin.call(contract.applyImport, { params, body: { planHash } });
  return { ...body, warnings: shown.body.warnings };
};
