/** A larger picture is refused, uploaded or not (behavior 4.9). */
export const PICTURE_MAX_BYTES = 15_728_640;

/** One item has at most so many pictures, uploaded ones included (behavior 9.6, 9.19). */
export const MOST_PICTURES = 20;

/** The hash of the content in the name: another file has another address, and no cache has to be emptied. */
const UPLOADED = /^uploaded\/[0-9a-f]{32}\.(?:webp|pdf)$/;

/** The path of an uploaded file with this hash, 32 hexadecimal digits. Lab results may be PDFs (behavior 9.19). */
export const uploadedPath = (hash: string, type: 'webp' | 'pdf' = 'webp'): string => `uploaded/${hash}.${type}`;

/** Returns whether the shop itself has named a file, because somebody uploaded it (behavior 9.19). */
export const isUploadedPath = (path: string): boolean => UPLOADED.test(path);

/** Returns the pictures with this one as the first. It moves there if it is among them already. */
export const withFirst = (images: readonly string[], first: string): string[] => [
  first,
  ...images.filter((image) => image !== first),
];

/** A file that was uploaded has such a hash in its name, in whatever form its path is written. */
const HASH = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g;

/** The hashes of uploaded files that a text may name, such as the path of a picture or the JSON of an item. */
export const uploadedHashes = (text: string): string[] => text.match(HASH) ?? [];
