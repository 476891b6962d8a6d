import { lines, type ProductFile, utf16 } from './product-files.ts';

const OWL = (eighth: string, quarter: string): ProductFile['becomes'] => [
  [eighth, 'Night Owl', '3.5g', 14, 35],
  [quarter, 'Night Owl', '7g', 6, 60],
];

/** Tables of registers and spreadsheets that are no known system: their headers say what the columns are. */
export const TABLE_FILES: readonly ProductFile[] = [
  {
    about: 'a register that counts stock by place, has variations, and a weight for shipping',
    name: 'catalog.csv',
    content: lines(
      'Token,Item Name,Variation Name,SKU,Description,Categories,Weight (lb),Price,Archived,Option Name 1,Current Quantity Main,New Quantity Main',
      'AB12,Night Owl,3.5g,NO-35,Calm,Flower,,35.00,N,Size,14,',
      'AB13,Night Owl,7g,NO-7,Calm,Flower,0.1,60.00,Y,Size,6,',
      'AB14,Tin,,TIN,,Accessories,,variable,N,,3,',
    ),
    source: 'table',
    becomes: OWL('NO-35', 'NO-7'),
    facts: { 'NO-35': { category: 'Flower', isActive: true }, 'NO-7': { isActive: false } },
    problems: ['"variable" is not a number'],
  },
  {
    about: 'a register with names of columns in small letters, and a product that is not active',
    name: 'products.csv',
    content: lines(
      'id,handle,sku,name,description,product_category,variant_option_one_name,variant_option_one_value,tags,supply_price,retail_price,brand_name,supplier_name,active,track_inventory,inventory_Main,reorder_point_Main',
      '1,owl,10001,Night Owl,<p>Calm</p>,Flower,Size,3.5g,indica,20.00,35.00,Harbor,Acme,1,1,14,2',
      '2,owl,10002,Night Owl,<p>Calm</p>,Flower,Size,7g,indica,40.00,60.00,Harbor,Acme,0,1,6,2',
    ),
    source: 'table',
    becomes: OWL('1', '2'),
    facts: { '1': { brand: 'Harbor', category: 'Flower', description: 'Calm' }, '2': { isActive: false } },
  },
  {
    about: 'sizes as fractions of an ounce, and a state of each product',
    name: 'treez.csv',
    content: lines(
      'Product Name,Brand,Type,Subtype,Size,UOM,Retail Price,Medical Price,Cost,Barcode,Sellable Qty,Status',
      'Night Owl,Harbor,FLOWER,Pre-pack,1/8 oz,GRAMS,$35.00,$30.00,$20.00,123456,14,ACTIVE',
      'Night Owl,Harbor,FLOWER,Pre-pack,1/4 oz,GRAMS,$60.00,$55.00,$40.00,123457,6,DEACTIVATED',
    ),
    source: 'table',
    becomes: [
      ['123456', 'Night Owl', '1/8 oz', 14, 35],
      ['123457', 'Night Owl', '1/4 oz', 6, 60],
    ],
    facts: { '123456': { isActive: true }, '123457': { isActive: false } },
  },
  {
    about: 'a title above the header, prices of a sale, and a row with the total',
    name: 'cova.csv',
    content: lines(
      'Product export - Main Street',
      'Generated 2026-11-20',
      '',
      'Catalog SKU,Product,Brand,Supplier,Regular Price,Sale Price,In Stock Qty,Unit Cost',
      'C1,Night Owl,Harbor,Acme,$35.00,$30.00,14,$20.00',
      'C2,Night Owl XL,Harbor,Acme,"$1,060.00",,6,$40.00',
      'Total,,,,,,20,',
    ),
    source: 'table',
    becomes: [
      ['C1', 'Night Owl', null, 14, 35],
      ['C2', 'Night Owl XL', null, 6, 1060],
    ],
  },
  {
    about: 'tabs in UTF-16 with a title, and headings between the products',
    name: 'list.tsv',
    content: utf16(
      lines(
        'Price list\t\t\t\t',
        'Item\tSize\tPrice\tQty\tNotes',
        'FLOWER\t\t\t\t',
        'Night Owl\t3.5g\t$35.00\t14 pcs\tcalm',
        'Night Owl\t7g\t$60 / ea\t6 ea\t',
        'Fox\t1g\t12\tsold out\t',
        'TOTAL\t\t\t20\t',
      ),
    ),
    source: 'table',
    becomes: [...OWL('night owl / 3.5g', 'night owl / 7g'), ['fox / 1g', 'Fox', '1g', 0, 12]],
  },
  {
    about: 'two rows of headers, which belong together',
    name: 'merged.csv',
    content: lines(
      'Product,,Stock,Price,',
      'Name,Size,Shop,Cost,Retail',
      'Night Owl,3.5g,14,20,35',
      'Night Owl,7g,6,40,60',
    ),
    source: 'table',
    becomes: [],
    problems: ['No column is the stock yet.'],
  },
  {
    about: 'prices that are ranges, formulas and errors of a spreadsheet',
    name: 'excel.csv',
    content: lines(
      'SKU,Name,Price,Stock',
      '="00123",Owl,"$ 1,234.50",=SUM(A1:A3)',
      '="00124",Fox,#REF!,3',
      '="00125",Jar,9.00,4',
      '="00126",Gum,$12.00 – $40.00,2',
      '="00127",Box,8,-',
    ),
    source: 'table',
    becomes: [['00125', 'Jar', null, 4, 9]],
    problems: ['is a formula', 'is an error of the spreadsheet', 'is a range', 'The stock is blank'],
  },
  {
    about: 'a list in JSON with the name of a table',
    name: 'list.csv',
    content: JSON.stringify([{ id: 'A', name: 'Owl', qty: 3, price: 5 }]),
    source: 'table',
    becomes: [['A', 'Owl', null, 3, 5]],
  },
];
