import { expect, test } from 'vitest';
import { guessFields } from './import-mapping.ts';

const guessed = (...columns: string[]) =>
  Object.fromEntries(guessFields(columns).map((field, at) => [columns[at], field]));

test.each([
  ['Product title', 'name'],
  ['Our price (USD)', 'price'],
  ['Retail price in USD', 'price'],
  ['Strain name', 'name'],
  ['Qty on hand', 'qty'],
  ['Quantity', 'qty'],
  ['Item SKU', 'id'],
  ['Unit size', 'size'],
  ['Image URL', 'images'],
  ['Lot number', 'batch'],
  ['brandName', 'brand'],
  ['variation_name', 'size'],
  ['inventory_Main', 'qty'],
  ['Current Quantity Main Street', 'qty'],
])('a column "%s" is suggested as %s', (column, field) => {
  expect(guessed(column)).toEqual({ [column]: field });
});

test.each([
  [
    'German',
    'Artikel-Nr.;Artikelbezeichnung;Hersteller;VK brutto;EK netto;Bestand;Kategorie;Beschreibung;Inhalt;Bild-URL;Charge',
    'id;name;brand;price;;qty;category;description;size;images;batch',
  ],
  [
    'French',
    "Référence;Nom du produit;Marque;Prix TTC;Prix d'achat;Quantité en stock;Catégorie;Description;Contenance;Photo;Numéro de lot",
    'id;name;brand;price;;qty;category;description;size;images;batch',
  ],
  [
    'Spanish',
    'Código;Nombre del producto;Marca;Precio de venta;Precio de compra;Existencias;Categoría;Descripción;Tamaño;Imagen;Lote',
    'id;name;brand;price;;qty;category;description;size;images;batch',
  ],
  [
    'Italian',
    'Codice articolo;Nome prodotto;Produttore;Prezzo di vendita;Costo di acquisto;Giacenza;Categoria;Descrizione;Formato;Immagine;Lotto',
    'id;name;brand;price;;qty;category;description;size;images;batch',
  ],
  [
    'Dutch',
    'Artikelnummer;Productnaam;Merk;Verkoopprijs;Inkoopprijs;Voorraad;Categorie;Omschrijving;Inhoud;Afbeelding;Partijnummer',
    'id;name;brand;price;;qty;category;description;size;images;batch',
  ],
])('the usual headers of a %s list of products are known', (_, columns, fields) => {
  expect(guessFields(columns.split(';'))).toEqual(fields.split(';').map((field) => field || null));
});

test.each([
  ['Preis in Euro', 'price'],
  ['VK-Preis (brutto)', 'price'],
  ['Preis €', 'price'],
  ['Stückzahl', 'qty'],
  ['GRÖSSE', 'size'],
  ['Größe', 'size'],
  ['Prix unitaire', 'price'],
  ['Désignation', 'name'],
  ['Aktions-Preis', null],
  ['Mindestbestand', null],
  ['Stock mínimo', null],
  ['Prix barré', null],
  ['Preis netto', null],
])('a column "%s" of another language is %s', (column, field) => {
  expect(guessed(column)).toEqual({ [column]: field });
});

test.each([
  'Cost price',
  'Wholesale price',
  'Reserved qty',
  'Reorder quantity',
  'Price per gram',
  'Rating',
  'Inventory tracker',
  'track_inventory',
  'promoPrice',
])('a column "%s" is not taken for another figure', (column) => {
  expect(guessed(column)).toEqual({ [column]: null });
});

test('the most usual header wins, and of two that are alike none is suggested', () => {
  expect(guessed('List price', 'Price', 'Name')).toEqual({ 'List price': null, Price: 'price', Name: 'name' });
  expect(guessed('First name', 'Last name')).toEqual({ 'First name': null, 'Last name': null });
});

test('pictures may be in several columns', () => {
  expect(guessed('Image 1', 'Image 2', 'Photo')).toEqual({ 'Image 1': 'images', 'Image 2': 'images', Photo: 'images' });
});
