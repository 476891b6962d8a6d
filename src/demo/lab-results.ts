import { type DemoProduct, productsOfMonth } from './catalogue.ts';

/** The path of a result of the demo: with the month that dates it. */
const PATH = /^demo\/(?:(\d{4}-(?:0[1-9]|1[0-2]))\/)?[A-Z]{2}-\d{3}\.pdf$/;
/** Older versions named no month. Their results are dated like those of this one. */
const FIRST_MONTH = '2026-11';

/**
 * Returns the file of a lab result of the demo (behavior 1.8): a page of PDF, as text in Latin-1. Null if the path is not
 * one of the demo's.
 */
export const readDemoLabResult = (path: string): string | null => {
  const [match, month = FIRST_MONTH] = PATH.exec(path) ?? [];
  if (!match) return null;
  const id = path.split('/').at(-1)!.replace('.pdf', '');
  const product = productsOfMonth(month).find((each) => each.id === id);
  return product?.lab ? pdfPage(reportLines(product, product.lab)) : null;
};

const reportLines = ({ name, brand, batch }: DemoProduct, lab: NonNullable<DemoProduct['lab']>): Line[] => [
  [22, 'Certificate of analysis'],
  [11, 'Tidewater Analytics, a laboratory of the Greenroom demo'],
  [11, ''],
  [14, name],
  [11, brand ?? 'Without brand'],
  [11, ''],
  [12, `Batch: ${batch}`],
  [12, `Tested: ${lab.tested}`],
  [12, `Valid through: ${lab.expires}`],
  [12, `THC: ${lab.thc}`],
  [12, `CBD: ${lab.cbd}`],
  [12, 'Pesticides, heavy metals, microbes: passed'],
  [11, ''],
  [10, 'This product is fictional, and so is its result.'],
];

/** A size in points and a text. */
type Line = readonly [size: number, text: string];

const A4 = '0 0 595 842';
const LINE_HEIGHT = 1.7;

/** A page with lines of text. The offsets count bytes, so every character must be one byte. */
const pdfPage = (lines: readonly Line[]): string => {
  let y = 760;
  const text = lines.map(([size, line]) => {
    y -= size * LINE_HEIGHT;
    return `BT /F1 ${size} Tf 60 ${Math.round(y)} Td (${escaped(line)}) Tj ET`;
  });
  const content = text.join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${A4}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
};

const escaped = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').replace(/[\\()]/g, '\\$&');
