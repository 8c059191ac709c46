/**
 * What stores call items in other languages, each with an English word of category-words.values.ts: in lower case without accents, singular and plural. Those of `COMPOUND` also end other words:
 * 'Strickpullover', 'Regnjacka'.
 */
export const CATEGORY_WORDS_ABROAD: Array<[words: string, like: string, isCompound?: true]> = [
  ['kleid kleider jurk jurken klanning klanningar kjole kjoler', 'dress', true],
  ['vestido vestidos abito abiti sukienka sukienki', 'dress'],
  ['bluse blusen blouse blus blusar', 'blouse', true],
  ['blusa blusas chemisier chemisiers', 'blouse'],
  ['hemd hemden overhemd overhemden skjorta skjortor skjorte skjorter', 'shirt', true],
  ['camisa camisas camicia camicie koszula koszule', 'shirt'],
  ['polohemd polohemden', 'polo shirt'],
  ['jacke jacken jas jassen jacka jackor jakke jakker', 'jacket', true],
  ['giacca giacche chaqueta chaquetas veste blouson kurtka kurtki', 'jacket'],
  ['mantel frakke', 'coat', true],
  ['manteau manteaux abrigo abrigos cappotto cappotti plaszcz', 'coat'],
  ['regenjacke regenjacken regenmantel impermeable', 'raincoat'],
  ['pullover pulli trui truien troja trojor', 'jumper', true],
  ['maglione maglioni sueter sweter', 'jumper'],
  ['strickjacke strickjacken vest kofta koftor', 'cardigan'],
  ['hose hosen broek broeken byxa byxor bukser', 'trousers', true],
  ['pantalon pantalons pantalones pantaloni pantalone spodnie', 'trousers'],
  ['kjol kjolar jeansrock minirock faltenrock bleistiftrock wickelrock', 'skirt', true],
  ['jupe jupes falda faldas gonna gonne spodnica', 'skirt'],
  ['schuh schuhe schoen schoenen sko skor', 'shoe', true],
  ['chaussure chaussures zapato zapatos scarpa scarpe buty', 'shoe'],
  ['stiefel laars laarzen stovel stovlar', 'boot', true],
  ['botte bottes bota botas stivale stivali', 'boot'],
  ['stiefelette stiefeletten bottine bottines botin botines stivaletto stivaletti', 'ankle boot'],
  ['sandale sandalen sandales sandalia sandalias sandalo sandali', 'sandal'],
  ['tasche taschen vaska vaskor taske tasker tas tassen', 'bag', true],
  ['sac sacs bolso bolsos borsa borse torebka', 'bag'],
  ['rucksack rucksacke ryggsack rugzak mochila zaino', 'backpack'],
  ['mutze mutzen muts mutsen mossa mossor', 'hat', true],
  ['bonnet bonnets gorro gorros', 'hat'],
  ['hut hute hoed hoeden', 'hat', true],
  ['chapeau chapeaux sombrero sombreros cappello cappelli', 'hat'],
  ['schal schals sjaal sjaals halsduk halsdukar', 'scarf', true],
  ['echarpe echarpes foulard foulards bufanda bufandas sciarpa sciarpe', 'scarf'],
  ['gurtel riem riemen balte', 'belt', true],
  ['ceinture ceintures cinturon cinturones cintura cinture', 'belt'],
  ['handschuh handschuhe vantar vante handskar', 'glove', true],
  ['gant gants guantes guanti', 'glove'],
  ['badeanzug badepak', 'swimsuit', true],
  ['halskette halsketten collier colliers collana collane', 'necklace'],
  ['ohrring ohrringe boucles pendientes orecchini oorbellen', 'earring'],
  ['armband armbander pulsera bracciale', 'bracelet'],
]

/** Words that mean something else in English, unless these follow. */
export const PHRASES_ABROAD: Array<[phrase: string, like: string]> = [
  ['robe femme', 'dress'],
  ['robe fille', 'dress'],
  ['robe longue', 'dress'],
  ['robe courte', 'dress'],
  ['chemise homme', 'shirt'],
  ['chemise femme', 'shirt'],
  ['chemise garcon', 'shirt'],
]

/** Words that English titles begin with, too: 'Foulard Silk Dress'. */
export const ENGLISH_TOO: ReadonlySet<string> = new Set([
  'sac',
  'sacs',
  'gonna',
  'blouson',
  'foulard',
  'foulards',
  'bonnet',
  'bonnets',
  'collier',
])
