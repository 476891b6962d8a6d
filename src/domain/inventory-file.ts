/** One product of an upload or a feed after reading: trimmed, checked, amounts in cents (decisions §5, §8 "file values"). */
export interface FileProduct {
  externalId: string;
  name: string;
  quantity: number;
  priceCents: number;
  brand: string | null;
  category: string | null;
  description: string | null;
  tags: string[];
  images: string[];
  size: string | null;
  weightLabel: string | null;
}
