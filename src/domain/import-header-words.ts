/**
 * Headers of plain tables in English, German, French, Spanish, Italian and Dutch, the most usual ones first: in lower case,
 * without spaces, signs and accents. A word that can mean two fields is in none.
 */
const WORDS = {
  id: [
    'id sku itemid productid externalid itemnumber productnumber barcode upc ean gtin code',
    'artikelnummer artikelnr artnr produktnummer bestellnummer strichcode',
    'reference ref codearticle codebarres',
    'referencia codigo codigobarras codigodebarras',
    'codice codicearticolo codiceprodotto codiceabarre',
    'artikelcode productcode streepjescode',
  ],
  name: [
    'name product productname title item itemname strainname strain',
    'artikelbezeichnung artikelname produktbezeichnung produktname bezeichnung artikel produkt titel',
    'nomduproduit nomproduit nomdelarticle designation libelle nom produit article intitule titre',
    'nombredelproducto nombreproducto nombre producto articulo titulo',
    'nomeprodotto nomedelprodotto nomearticolo denominazione nome prodotto articolo titolo',
    'productnaam artikelnaam naam',
  ],
  qty: [
    'qty quantity stock onhand available inventory units count instock pieces amount',
    'lagerbestand bestand lagermenge stuckzahl stueckzahl vorrat verfugbar verfuegbar anzahl menge',
    'quantiteenstock stockdisponible quantite qte disponible',
    'cantidadenstock existencias cantidad unidades inventario',
    'quantitadisponibile giacenza disponibilita scorta scorte quantita qta pezzi',
    'voorraad opvoorraad aantal hoeveelheid beschikbaar stuks',
  ],
  price: [
    'regularprice price unitprice retailprice retail sellprice sellingprice saleprice msrp cost baseprice',
    'vkbrutto vkpreis vkpreisbrutto bruttovk preisbrutto bruttopreis verkaufspreis verkaufspreisbrutto vk endpreis',
    'ladenpreis preis preisinklmwst einzelpreis stuckpreis regularerpreis uvp',
    'prixdeventettc prixttc prixdevente prixpublic prixunitaire prix',
    'pvp precioventa preciodeventa preciofinal precioconiva preciounitario precio',
    'prezzodivendita prezzovendita prezzoalpubblico prezzoivainclusa prezzounitario prezzo',
    'verkoopprijs prijsinclbtw prijs stuksprijs adviesprijs',
  ],
  brand: [
    'brand vendor brandname maker producer manufacturer supplier',
    'marke hersteller lieferant produzent',
    'marque fabricant producteur fournisseur',
    'marca fabricante productor proveedor',
    'produttore fornitore',
    'merk fabrikant producent leverancier',
  ],
  category: [
    'category categoryname categories producttype type kind department group',
    'kategorie kategorien warengruppe produktgruppe artikelgruppe produktart gruppe typ',
    'categorie famille rayon typedeproduit',
    'categoria tipodeproducto tipo familia',
    'categorieprodotto tipologia reparto',
    'categorieen productgroep artikelgroep groep soort',
  ],
  description: [
    'description details notes about body bodyhtml text',
    'beschreibung artikelbeschreibung produktbeschreibung kurzbeschreibung bemerkung bemerkungen notiz',
    'descriptif remarque remarques',
    'descripcion observaciones notas',
    'descrizione note',
    'beschrijving productbeschrijving omschrijving opmerking opmerkingen',
  ],
  tags: [
    'tags tag labels strain straintype',
    'schlagworter schlagwoerter stichworte',
    'etiquettes motscles',
    'etiquetas',
    'etichette',
    'trefwoorden',
  ],
  images: [
    'image images picture pictures photo photos imageurl pictureurl imagesrc',
    'bild bilder bildurl abbildung foto fotos',
    'urldelimage',
    'imagen imagenes',
    'immagine immagini',
    'afbeelding afbeeldingen',
  ],
  size: [
    'size unitsize packsize option variant variantname variationname optionvalue variantoptiononevalue weight volume',
    'inhalt grosse groesse packungsgrosse packungsgroesse fullmenge fuellmenge gebinde variante gewicht',
    'contenance taille conditionnement format poids',
    'contenido tamano presentacion formato peso',
    'contenuto confezione misura',
    'inhoud verpakking maat gewicht',
  ],
  weightLabel: ['weightlabel label', 'gewichtsangabe'],
  batch: [
    'batch lot batchnumber lotnumber batchid packageid',
    'charge chargennummer chargennr',
    'numerodelot',
    'lote numerodelote',
    'lotto numerolotto',
    'partij partijnummer lotnummer',
  ],
};

/** The headers of each field, the most usual one first. */
export const HEADER_WORDS = Object.fromEntries(
  Object.entries(WORDS).map(([field, lines]) => [field, lines.join(' ').split(' ')]),
) as unknown as Readonly<Record<keyof typeof WORDS, readonly string[]>>;

/** A column with one of these words has another figure of the product, such as what it costs the shop, or a discount. */
export const OTHER_FIGURES = new RegExp(
  `\\b(?:${[
    'cost|wholesale|sale|discount|old|compare|reserved|reorder|sold|special|promo|min|minimum|max|maximum|tax',
    'track(?:ed|ing)?|manage|alert|threshold',
    'ek|einkauf\\w*|aktion\\w*|sonder\\w*|rabatt\\w*|alter?|netto|grundpreis|mindest\\w*|melde\\w*|reserviert\\w*|mwst|steuer\\w*',
    'achat|remise|ancien|barre|ht|tva|reserve',
    'compra|coste|costo|oferta|descuento|anterior|minimo|iva|reservad\\w*',
    'acquisto|sconto|offerta|scontato|riservat\\w*',
    'inkoop\\w*|korting|actie\\w*|oude?|btw|gereserveerd',
  ].join('|')})\\b`,
);
