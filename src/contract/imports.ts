import * as z from 'zod/mini';
import { IMPORT_FIELDS, IMPORT_MODES, IMPORT_SOURCES } from '#domain/import-mapping.ts';
import { endpoint } from './endpoint.ts';
import { planCounts, planRow } from './plans.ts';
import { publicIdParam, storable, text } from './values.ts';

const FIELDS = `fields must be a list with one of ${IMPORT_FIELDS.join(', ')} or null for each column`;
/** The most columns of a file. */
export const MOST_COLUMNS = 1000;

/** The most characters of a category's name. */
const CATEGORY_NAME = 100;

const importField = z.enum(IMPORT_FIELDS, FIELDS);

/** How the columns of a file are read (behavior 9.26). */
const importMapping = z.object({
  fields: z.array(z.nullable(importField), FIELDS).check(z.maxLength(MOST_COLUMNS, FIELDS)),
  price: z.enum(['final', 'base'], 'price must be "final" or "base"'),
  quantity: z.enum(['set', 'add'], 'quantity must be "set" or "add"'),
  decimals: z.nullable(z.enum(['point', 'comma'], 'decimals must be "point", "comma" or null')),
});

const importProblem = z.object({
  /** As a spreadsheet counts; null for the file as a whole. */
  row: z.nullable(z.number()),
  column: z.nullable(z.string()),
  message: z.string(),
  /** Answered by the mapping's value of this name. */
  question: z.nullable(z.enum(['decimals'])),
});

const importStats = z.object({ rows: z.number(), applied: z.number(), skipped: z.number(), refused: z.number() });

/** Reads a product file of another system, or a table: a multipart form with the field "file" (behavior 9.26). */
export const createImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports',
  access: 'inventory.write',
  summary: 'Read a product file of another system',
  status: 201,
  output: z.object({
    import: z.object({
      id: z.string(),
      source: z.enum(IMPORT_SOURCES),
      /** Of the file, without blank ones. */
      rows: z.number(),
      columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()), field: z.nullable(importField) })),
      mapping: importMapping,
      problems: z.array(importProblem),
    }),
  }),
  errors: ['wrong_file_type', 'file_too_large', 'file_invalid', 'import_unreadable'],
});

/** A category of the file, and one of the shop that is used for it. */
const useCategory = z.object({ name: text(CATEGORY_NAME), use: text(CATEGORY_NAME) });

/** The changes that an import would make. */
const importPreview = z.object({
  message: z.string(),
  stats: importStats,
  counts: planCounts,
  warnings: z.array(z.string()),
  /** Those of the warnings that are only good to know. */
  facts: z.array(z.string()),
  /** New categories whose name is nearly that of one in use. */
  nearCategories: z.array(useCategory),
  problems: z.array(importProblem),
  planHash: z.string(),
  /** The first 100. */
  rows: z.array(planRow),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** Stores how a file is read, and returns what that would do. It changes nothing (behavior 9.27). */
export const planImport = endpoint({
  method: 'PUT',
  path: '/api/admin/imports/:id',
  access: 'inventory.write',
  summary: 'Say how a file is read, and see what its import would do',
  params: publicIdParam,
  input: z.object({
    mapping: importMapping,
    mode: z.enum(IMPORT_MODES, `mode must be one of ${IMPORT_MODES.join(', ')}`),
    skipProblems: z._default(z.boolean('skipProblems must be true or false'), false),
    /** The categories that are used instead of those of the file. */
    useCategories: z._default(z.array(useCategory).check(z.maxLength(MOST_COLUMNS)), []),
  }),
  output: importPreview,
  errors: ['import_applied'],
});

/** Applies the plan of the preview in one change-set (behavior 9.27). */
export const applyImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/apply',
  access: 'inventory.write',
  summary: 'Apply an import',
  takesIdempotencyKey: true,
  params: publicIdParam,
  input: z.object({ planHash: text(100, 'planHash must be that of the preview') }),
  output: z.object({
    message: z.string(),
    stats: importStats,
    /** The change-set for Undo; null if nothing changed. */
    changeId: z.nullable(z.number()),
    /** The task that fetches the pictures; null without pictures. */
    taskId: z.nullable(z.string()),
  }),
  errors: ['import_problems', 'import_applied', 'plan_moved'],
});

const nameParam = z.object({ name: z.string() });
/** The most characters of a mapping's name, and how many a shop keeps. */
export const MAPPING_NAME = 60;
export const MOST_MAPPINGS = 100;
/** A bad name is a mistake of the caller (400), and not an unknown page. */
export const mappingName = text(MAPPING_NAME).check(z.regex(/^\S(.*\S)?$/, 'A name has no spaces around it'));

const COLUMNS = 'columns must be the names of the columns';
/** The names of the columns, with which a file is read whose columns are in other places. */
const mappedColumns = z.optional(
  z.array(z.string(COLUMNS).check(storable), COLUMNS).check(z.maxLength(MOST_COLUMNS, COLUMNS)),
);
const namedMapping = z.object({ name: z.string(), mapping: importMapping, columns: mappedColumns });

export const listImportMappings = endpoint({
  method: 'GET',
  path: '/api/admin/import-mappings',
  access: 'inventory.write',
  summary: 'Mappings that were kept',
  output: z.object({ mappings: z.array(namedMapping) }),
  errors: [],
});

export const saveImportMapping = endpoint({
  method: 'PUT',
  path: '/api/admin/import-mappings/:name',
  access: 'inventory.write',
  summary: 'Keep a mapping for the next file',
  params: nameParam,
  input: z.object({ mapping: importMapping, columns: mappedColumns }),
  output: namedMapping,
  errors: ['too_many_mappings'],
});

export const deleteImportMapping = endpoint({
  method: 'DELETE',
  path: '/api/admin/import-mappings/:name',
  access: 'inventory.write',
  summary: 'Delete a mapping that was kept',
  params: nameParam,
  output: z.object({ message: z.string() }),
  errors: [],
});
