import type { ImportSource } from '#domain/import-mapping.ts';

/*
 * Product files as other systems export them, with invented values: what each must become in an empty shop, and files that
 * are something else.
 */

/** An item: id, name, size, pieces, base price in dollars. */
type Became = readonly [id: string, name: string, size: string | null, pieces: number, price: number];

export interface ProductFile {
  /** Its special feature. */
  about: string;
  name: string;
  content: string | Buffer;
  source: ImportSource;
  becomes: readonly Became[];
  /** The problems that the seller must look at, a part of each. */
  problems?: readonly string[];
  /** Besides these: brand, category, description and tags of some items, by id. */
  facts?: Readonly<Record<string, Record<string, unknown>>>;
}

export const lines = (...rows: readonly string[]): string => `${rows.join('\r\n')}\r\n`;

const OLD_SHOPIFY =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status';
const NEW_SHOPIFY =
  'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory tracker,Inventory quantity,Product image URL,Variant image URL';
const WOO =
  'ID,Type,SKU,Name,Published,Short description,Description,In stock?,Stock,Sale price,Regular price,Categories,Tags,Images,Parent,Brands,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)';

export const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

const dutchieMenu = (products: unknown) => JSON.stringify({ data: { menu: { products } } });
const dutchieFiltered = (products: unknown) => JSON.stringify({ data: { filteredProducts: { products } } });

export const PRODUCT_FILES: readonly ProductFile[] = [
  {
    about: 'Shopify with the old names, variants and HTML',
    name: 'products_export.csv',
    content: lines(
      OLD_SHOPIFY,
      'night-owl,Night Owl,"<p>Calm &amp; slow.</p><p>Sleep well.</p>",Harbor,Flower,"indica, staff pick",TRUE,Size,3.5g,,,NO-35,shopify,14,35.00,,https://pictures.example/a.jpg,active',
      'night-owl,,,,,,,,7g,,,NO-7,shopify,-2,60.00,,https://pictures.example/b.jpg,',
    ),
    source: 'shopify',
    becomes: [
      ['NO-35', 'Night Owl', '3.5g', 14, 35],
      ['NO-7', 'Night Owl', '7g', 0, 60],
    ],
    facts: {
      'NO-7': {
        brand: 'Harbor',
        category: 'Flower',
        description: 'Calm & slow.\nSleep well.',
        tags: ['indica', 'staff pick'],
        isActive: true,
      },
    },
  },
  {
    about: 'Shopify without SKUs, with two options and more pictures',
    name: 'products_export_1.csv',
    content: lines(
      OLD_SHOPIFY,
      'gummy,Pear Gummy,,Orchard,Edible,,TRUE,Flavor,Pear,Strength,100mg,,shopify,5,20,,https://pictures.example/a.jpg,active',
      'gummy,,,,,,,,Plum,,100mg,,shopify,6,20,,https://pictures.example/b.jpg,',
      'gummy,,,,,,,,,,,,,,,,https://pictures.example/c.jpg,',
    ),
    source: 'shopify',
    becomes: [
      ['gummy/Pear / 100mg', 'Pear Gummy', 'Pear / 100mg', 5, 20],
      ['gummy/Plum / 100mg', 'Pear Gummy', 'Plum / 100mg', 6, 20],
    ],
  },
  {
    about: 'Shopify with a product that has no options, is on sale, and one that is not tracked',
    name: 'sale.csv',
    content: lines(
      OLD_SHOPIFY,
      'tin,Tin,,Harbor,Accessory,,TRUE,Title,Default Title,,,TIN,shopify,3,8.50,10.00,,active',
      'jar,Jar,,Harbor,Accessory,,TRUE,Title,Default Title,,,JAR,,0,9.00,,,active',
    ),
    source: 'shopify',
    becomes: [['TIN', 'Tin', null, 3, 10]],
    problems: ['The stock is blank'],
  },
  {
    about: 'Shopify with a draft, an archived and an unpublished product',
    name: 'hidden.csv',
    content: lines(
      OLD_SHOPIFY,
      'a,Draft,,H,Flower,,TRUE,Title,Default Title,,,A,shopify,1,10,,,draft',
      'b,Archived,,H,Flower,,TRUE,Title,Default Title,,,B,shopify,1,10,,,archived',
      'c,Unpublished,,H,Flower,,FALSE,Title,Default Title,,,C,shopify,1,10,,,active',
      'd,Ours,,In-House,Flower,,TRUE,Title,Default Title,,,D,shopify,1,10,,,active',
    ),
    source: 'shopify',
    becomes: [
      ['A', 'Draft', null, 1, 10],
      ['B', 'Archived', null, 1, 10],
      ['C', 'Unpublished', null, 1, 10],
      ['D', 'Ours', null, 1, 10],
    ],
    facts: { A: { isActive: false }, B: { isActive: false }, C: { isActive: false }, D: { isActive: false } },
  },
  {
    about: 'Shopify with the new names',
    name: 'products_export_2026.csv',
    content: lines(
      NEW_SHOPIFY,
      'Blue Hour,blue-hour,Long evenings.,Harbor,Home & Garden,Vape,,TRUE,Active,BH-1,Size,1g,45.00,,shopify,8,https://pictures.example/a.png,',
      ',blue-hour,,,,,,,,BH-2,,2g,80.00,,shopify,4,,https://pictures.example/b.png',
    ),
    source: 'shopify',
    becomes: [
      ['BH-1', 'Blue Hour', '1g', 8, 45],
      ['BH-2', 'Blue Hour', '2g', 4, 80],
    ],
    facts: { 'BH-2': { category: 'Vape', description: 'Long evenings.' } },
  },
  {
    about: 'Shopify that a spreadsheet has saved with semicolons and a line about it',
    name: 'saved.csv',
    content: lines(
      'sep=;',
      'HANDLE;TITLE;Option1 Value;Variant SKU;Variant Inventory Qty;Variant Price',
      'x;X;Default Title;X1;2;12,50',
    ),
    source: 'shopify',
    becomes: [['X1', 'X', null, 2, 12.5]],
  },
  {
    about: 'Shopify in UTF-16 with tabs',
    name: 'shopify.tsv',
    content: utf16(
      lines(
        'Handle\tTitle\tOption1 Value\tVariant SKU\tVariant Inventory Qty\tVariant Price',
        'x\tCafé Crème\t1g\tX1\t2\t12',
      ),
    ),
    source: 'shopify',
    becomes: [['X1', 'Café Crème', '1g', 2, 12]],
  },
  {
    about: 'Shopify whose columns are in another order, with spaces around their names',
    name: 'order.csv',
    content: lines(' Variant Price , Title ,Handle,Option1 Value, Variant Inventory Qty', '30,Tea,tea,Default Title,9'),
    source: 'shopify',
    becomes: [['tea', 'Tea', null, 9, 30]],
  },
  {
    about: 'WooCommerce with simple products',
    name: 'wc-product-export.csv',
    content: lines(
      WOO,
      '11,simple,OWL,Night &amp; Owl,1,Short,<strong>Long</strong> text,1,12,,35,"Flower > Indica, Featured","calm, sleep","https://pictures.example/a.jpg, https://pictures.example/b.jpg",,Harbor,Weight,3.5g,Color,Green',
    ),
    source: 'woocommerce',
    becomes: [['OWL', 'Night & Owl', '3.5g', 12, 35]],
    facts: { OWL: { category: 'Flower', brand: 'Harbor', description: 'Long text', tags: ['calm', 'sleep'] } },
  },
  {
    about: 'WooCommerce with variations of a variable product',
    name: 'wc-variations.csv',
    content: lines(
      WOO,
      '20,variable,GUM,Pear Gummy,1,,Sweet.,1,,,,Edibles,,https://pictures.example/a.jpg,,Orchard,Strength,"50mg, 100mg",,',
      '21,variation,GUM-50,Pear Gummy - 50mg,1,,,1,4,,12,,,,id:20,,Strength,50mg,,',
      '22,variation,,Pear Gummy - 100mg,1,,,1,3,15,20,,,,GUM,,Strength,100mg,,',
    ),
    source: 'woocommerce',
    becomes: [
      ['GUM-50', 'Pear Gummy', '50mg', 4, 12],
      ['22', 'Pear Gummy', '100mg', 3, 20],
    ],
    facts: { '22': { brand: 'Orchard', category: 'Edibles', description: 'Sweet.' } },
  },
  {
    about: 'WooCommerce with grouped, external, private and untracked products',
    name: 'wc-kinds.csv',
    content: lines(
      WOO,
      '1,grouped,G,Set,1,,,1,,,,Sets,,,,,,,,',
      '2,external,E,Elsewhere,1,,,1,,,10,Sets,,,,,,,,',
      '3,"simple, virtual",V,Private,-1,,,1,5,,10,Sets,,,,,,,,',
      '4,simple,U,Untracked,1,,,1,,,10,Sets,,,,,,,,',
      '5,simple,S,Sold out,1,,,0,,,10,Sets,,,,,,,,',
    ),
    source: 'woocommerce',
    becomes: [
      ['V', 'Private', null, 5, 10],
      ['S', 'Sold out', null, 0, 10],
    ],
    problems: ['The stock is blank'],
    facts: { V: { isActive: false } },
  },
  {
    about: 'WooCommerce without SKUs, with prices of a comma',
    name: 'wc-eu.csv',
    content: lines('ID;Type;SKU;Name;Published;Stock;Regular price', '7;simple;;Öl;1;3;"19,90"'),
    source: 'woocommerce',
    becomes: [['7', 'Öl', null, 3, 19.9]],
  },
  {
    about: 'Dutchie, menu',
    name: 'menu.json',
    content: dutchieMenu([
      {
        id: 'p1',
        name: 'Night Owl',
        brand: { name: 'Harbor' },
        category: 'FLOWER',
        description: 'Calm.',
        strainType: 'INDICA',
        image: 'https://pictures.example/a.jpg',
        variants: [
          { id: 'v1', option: '1/8oz', priceRec: 35, priceMed: 30, specialPriceRec: null, quantity: 4 },
          { id: 'v2', option: '1/4oz', priceRec: 60, specialPriceRec: 50, quantity: 2 },
        ],
      },
    ]),
    source: 'dutchie',
    becomes: [
      ['v1', 'Night Owl', '1/8oz', 4, 35],
      ['v2', 'Night Owl', '1/4oz', 2, 60],
    ],
    facts: { v1: { brand: 'Harbor', tags: ['Strain = INDICA'] } },
  },
  {
    about: 'Dutchie, menu for medical members, without ids of variants',
    name: 'med.json',
    content: dutchieMenu([
      {
        id: 'p1',
        name: 'Tincture',
        category: 'TINCTURES',
        variants: [{ option: 'N/A', priceMed: 1234.5, quantity: 0 }],
      },
    ]),
    source: 'dutchie',
    becomes: [['p1/N/A', 'Tincture', null, 0, 1234.5]],
  },
  {
    about: 'Dutchie, filteredProducts',
    name: 'filtered.json',
    content: dutchieFiltered([
      {
        _id: 'q1',
        Name: 'Blue Hour',
        brandName: 'Harbor',
        type: 'Vaporizers',
        Options: ['.5g', '1g'],
        recPrices: [30, 50],
        recSpecialPrices: [25],
        Image: 'https://pictures.example/a.jpg',
        POSMetaData: {
          children: [
            { option: '1g', canonicalID: 'c2', quantityAvailable: 7 },
            { option: '.5g', canonicalID: 'c1', quantityAvailable: 3 },
          ],
        },
      },
    ]),
    source: 'dutchie',
    becomes: [
      ['c1', 'Blue Hour', '.5g', 3, 30],
      ['c2', 'Blue Hour', '1g', 7, 50],
    ],
  },
  {
    about: 'Dutchie, filteredProducts without what the register has',
    name: 'filtered-plain.json',
    content: dutchieFiltered([{ id: 'q2', Name: 'Jar', type: 'Accessories', Options: ['N/A'], Prices: [9] }]),
    source: 'dutchie',
    becomes: [],
    problems: ['The stock is blank'],
  },
  {
    about: "Greenroom's own file",
    name: 'menu.json',
    content: JSON.stringify({
      data: [
        {
          id: 5,
          name: 'Night Owl',
          qty: '12',
          price: 1.234,
          brand: 'Harbor',
          tags: ['Strain = Owl, Night'],
          size: '3.5G',
        },
      ],
    }),
    source: 'greenroom',
    becomes: [['5', 'Night Owl', '3.5G', 12, 1.23]],
    facts: { '5': { tags: ['Strain = Owl, Night'], markupDollars: 15 } },
  },
  {
    about: "the panel's export",
    name: 'inventory.csv',
    content: lines(
      'id,name,brand,category,description,weightLabel,quantity,price,markupDollars,isActive,tiers,batch,labTested,labExpires,labThc,labCbd,labUrl',
      "901,'=Night Owl,Harbor,Flower,,3.5g Bag,12,20.00,15,false,,B-7,,,,,",
    ),
    source: 'greenroom',
    becomes: [['901', '=Night Owl', null, 12, 20]],
    facts: { '901': { weightLabel: null, batch: 'B-7', isActive: false } },
  },
  {
    about: 'a table with usual headers',
    name: 'stock.csv',
    content: lines('SKU,Product,Qty,Price', 'A-1,Night Owl,"1,234",$12.50'),
    source: 'table',
    becomes: [],
    problems: ['"1,234" can be read in two ways'],
  },
  {
    about: 'a table without an id, with semicolons',
    name: 'ohne.csv',
    content: lines('Brand;Name;Size;Stock;Price', 'Harbor;Night Owl;3.5g;4;1.234,50', 'Harbor;Night Owl;7g;2;60,00 €'),
    source: 'table',
    becomes: [
      ['harbor / night owl / 3.5g', 'Night Owl', '3.5g', 4, 1234.5],
      ['harbor / night owl / 7g', 'Night Owl', '7g', 2, 60],
    ],
  },
  {
    about: 'a table in Windows-1252',
    name: 'alt.csv',
    content: Buffer.from(
      lines('Id,Name,Qty,Price', '1,Caf\u00e9 \u2013 Cr\u00e8me,3,5').replace('\u2013', '\x96'),
      'latin1',
    ),
    source: 'table',
    becomes: [['1', 'Café – Crème', null, 3, 5]],
  },
  {
    about: 'a table with a byte order mark, blank rows and a row that is too short',
    name: 'bom.csv',
    content: `\uFEFF${lines('', 'id,name,qty,price,category', '1,Night Owl,3,5', ',,,,', '2,Blue Hour,4,6,Vape')}`,
    source: 'table',
    becomes: [
      ['1', 'Night Owl', null, 3, 5],
      ['2', 'Blue Hour', null, 4, 6],
    ],
  },
  {
    about: 'a table with tabs and lines in a cell',
    name: 'tab.tsv',
    content: lines('id\tname\tqty\tprice\tdescription', '1\tNight Owl\t3\t5\t"One line\nand a second"'),
    source: 'table',
    becomes: [['1', 'Night Owl', null, 3, 5]],
    facts: { '1': { description: 'One line\nand a second' } },
  },
  {
    about: 'a table in UTF-16 of the other order, without a mark',
    name: 'be.csv',
    content: Buffer.from(lines('id,name,qty,price', '1,Blüte,3,5'), 'utf16le').swap16(),
    source: 'table',
    becomes: [['1', 'Blüte', null, 3, 5]],
  },
  {
    about: 'a table with an id twice and values that are no numbers',
    name: 'faults.csv',
    content: lines(
      'id,name,qty,price',
      '1,Night Owl,3,5',
      '1,Blue Hour,3,5',
      '2,Tea,many,5',
      '3,Tin,2.5,5',
      '4,Jar,2,free',
      '5,Box,-1,5',
    ),
    source: 'table',
    becomes: [
      ['1', 'Night Owl', null, 3, 5],
      ['5', 'Box', null, 0, 5],
    ],
    problems: [
      'The id is the same as in row 2',
      '"many" is not a number',
      '"2.5" is not a whole number',
      '"free" is not a number',
    ],
  },
  {
    about: 'a table whose numbers have spaces, signs and apostrophes',
    name: 'numbers.csv',
    content: lines(
      'id;name;qty;price',
      '1;A;1 234;US$ 12.50',
      "2;B;1'234;1'234.50",
      '3;C;12;USD 1,234.56',
      '4;D;7;.75',
    ),
    source: 'table',
    becomes: [
      ['1', 'A', null, 1234, 12.5],
      ['2', 'B', null, 1234, 1234.5],
      ['3', 'C', null, 12, 1234.56],
      ['4', 'D', null, 7, 0.75],
    ],
  },
  {
    about: 'a table with a formula and a description that is too long',
    name: 'long.csv',
    content: lines('id,name,qty,price,description', `1,=1+1,3,5,ok`, `2,Long,3,5,${'x'.repeat(10_000)}`),
    source: 'table',
    becomes: [['1', '=1+1', null, 3, 5]],
    problems: ['description must be at most 5,000 characters'],
  },
  {
    about: 'a table with two columns of one name and 200 more',
    name: 'wide.csv',
    content: lines(
      ['id', 'name', 'name', 'qty', 'price', ...Array.from({ length: 200 }, (_, at) => `more ${at}`)].join(','),
      ['1', 'First', 'Second', '3', '5', ...Array.from({ length: 200 }, () => 'x')].join(','),
    ),
    source: 'table',
    becomes: [['1', 'First', null, 3, 5]],
  },
  {
    about: 'a list of products in JSON',
    name: 'list.json',
    content: JSON.stringify([
      { sku: 'A', title: 'Night Owl', stock: 3, price: 1e21, tags: ['a, b'] },
      { sku: 'B', title: 'Tea', stock: 4, price: '5' },
    ]),
    source: 'table',
    becomes: [['B', 'Tea', null, 4, 5]],
    problems: ['price must be a number of 0 or more'],
  },
  {
    about: 'Shopify with right-to-left text and emoji',
    name: 'rtl.csv',
    content: lines(OLD_SHOPIFY, 'x,לילה 🌙,,שם,Flower,,TRUE,Title,Default Title,,,R1,shopify,1,10,,,active'),
    source: 'shopify',
    becomes: [['R1', 'לילה 🌙', null, 1, 10]],
    facts: { R1: { brand: 'שם' } },
  },
];

/** Files that are no products, or no file of a system that is known. `null`: nothing can be read of it. */
export const OTHER_FILES: readonly { name: string; content: string | Buffer; source: ImportSource | null }[] = [
  { name: 'empty.csv', content: '', source: null },
  { name: 'blank.csv', content: '\r\n \r\n', source: null },
  { name: 'header.csv', content: 'id,name,qty,price\r\n', source: null },
  { name: 'text.csv', content: 'Dear seller,\r\n', source: null },
  { name: 'one.csv', content: 'Remarks\r\nCall them\r\nTomorrow\r\n', source: null },
  { name: 'cut.json', content: '{"data": [{"id": 1, "na', source: null },
  { name: 'word.json', content: '"hello"', source: null },
  { name: 'null.json', content: 'null', source: null },
  { name: 'numbers.json', content: '[1, 2, 3]', source: null },
  { name: 'none.json', content: '{"data": []}', source: null },
  { name: 'error.json', content: '{"errors": [{"message": "no"}]}', source: null },
  { name: 'quote.csv', content: 'id,name\r\n1,"never closes\r\n2,x\r\n', source: null },
  { name: 'cut.csv', content: Buffer.from('id,name\r\n1,Café\r\n2,Caf\u00e9', 'utf8').subarray(0, -1), source: null },
  { name: 'half.csv', content: utf16('id,name\r\n1,x\r\n').subarray(0, -1), source: null },
  { name: 'zip.csv', content: 'PK\x03\x04\x14,a\r\nb,c\r\n', source: null },
  { name: 'pdf.csv', content: '%PDF-1.7\r\n1 0 obj, <<\r\n', source: null },
  { name: 'page.csv', content: '<!DOCTYPE html><p>Please sign in, then try again</p>', source: null },
  { name: 'package.json', content: '{"name": "x", "version": "1.0.0", "files": ["a"]}', source: null },
  {
    name: 'invoice.csv',
    content: lines('Invoice,1234', 'Description,Qty,Unit price', 'Work,2,100.00'),
    source: 'table',
  },
  { name: 'log.csv', content: lines('10:00:00Z,INFO,started', '10:00:01Z,WARN,slow'), source: 'table' },
  { name: 'orders.csv', content: lines('Name,Email,Total', '#1001,a@b.example,20'), source: 'table' },
  { name: 'customers.csv', content: lines('First Name,Last Name,Email,Tags', 'A,B,a@b.example,vip'), source: 'table' },
  { name: 'pages.csv', content: lines('Handle,Title,Body', 'about,About us,Hello'), source: 'table' },
  { name: 'wc-orders.csv', content: lines('ID,Type,SKU,Name,Total', '1,order,,x,5'), source: 'table' },
  {
    name: 'deep.json',
    content: JSON.stringify({ meta: { pages: [{ size: 3 }] }, users: [{ name: 'A' }] }),
    source: null,
  },
  { name: 'people.json', content: JSON.stringify([{ first: 'A', last: 'B' }]), source: 'table' },
  { name: 'bank.csv', content: lines('Date;Text;Amount', '2026-11-01;Rent;-500,00'), source: 'table' },
];
