// French, Italian and Spanish shops' names for items, in lower case and without accents. Used by category-words.ts.

/** Unambiguous words and phrases, separated by commas, each with an English word of the same meaning. */
export const ROMANCE_LIKE: ReadonlyArray<readonly [words: string, like: string]> = [
  ['robe longue, robe maxi, vestido largo, abito lungo, vestito lungo', 'maxi dress'],
  [
    'robe de mariee, vestido de novia, abito da sposa, robe de cocktail, robe de ceremonie, vestido de fiesta, abito da cerimonia',
    'wedding dress',
  ],
  [
    'robe de chambre, peignoir, peignoirs, accappatoio, vestaglia, bata de casa, albornoz, albornoces, pigiama, pigiami, pijama, pijamas, nuisette, nuisettes, camicia da notte, camison, camisones, chemise de nuit',
    'pyjama',
  ],
  [
    'ensemble, ensembles, conjunto, conjuntos, completo, completi, chandal, tuta da ginnastica, tuta sportiva, survetement, survetements, jogging ensemble, coordinato',
    'tracksuit',
  ],
  [
    'tailleur, tailleurs, smoking, traje, trajes, abito da uomo, americana, americanas, veste de costume, veste de tailleur, blazer',
    'blazer',
  ],
  [
    'doudoune, doudounes, piumino, piumini, plumifero, plumiferos, anorak acolchado, chaqueta acolchada',
    'puffer jacket',
  ],
  [
    'giubbotto, giubbotti, giubbino, giubbini, cazadora, cazadoras, chaleco, chalecos, smanicato, caban, cabans, canadienne, coupe vent, giacca a vento, cortavientos, chaqueton, chaquetones, pardessus, chamarra, mantella',
    'jacket',
  ],
  ['veste de pluie, chubasquero, chubasqueros, impermeabile, impermeabili, cire, k way', 'raincoat'],
  ['trench, gabardine', 'trench coat'],
  [
    'cazadora de cuero, cazadora de piel, giubbotto di pelle, giubbotto in pelle, blouson en cuir, blouson cuir, veste cuir, perfecto',
    'leather jacket',
  ],
  ['cazadora vaquera, giubbotto di jeans, giubbotto jeans, blouson en jean, veste jean', 'denim jacket'],
  ['tee shirt, t shirt', 't shirt'],
  ['sweat, sweats, sweat a capuche, sweat shirt, felpa con cappuccio', 'hoodie'],
  ['caraco, haut, hauts, brassiere de sport top, camicetta top, dos nu, top, body, bodys, musculosa', 'top'],
  ['camicetta, camicette, blusa, blouse', 'blouse'],
  ['maglia, maglie, maglieria, dolcevita, jersey, jerseis, col roule, pull over, sous pull, tricot', 'jumper'],
  ['cardigan, gilet en maille, gilet maille, gilet boutonne, chaqueta de punto, giacca di maglia', 'cardigan'],
  ['jean, jeans, denim', 'jeans'],
  ['jean slim, jean skinny, vaqueros skinny, vaqueros slim, jeans slim', 'slim jeans'],
  ['jean droit, vaqueros rectos, jeans dritti, jean straight', 'straight jeans'],
  ['jean large, jean flare, jean evase, vaqueros anchos, jeans a zampa, jean bootcut, jean ample', 'wide leg jeans'],
  [
    'pantalon large, pantalon ample, pantalones anchos, pantaloni larghi, pantaloni palazzo, pantalon palazzo',
    'wide leg trousers',
  ],
  ['pantalon de costume, pantalon de tailleur, pantaloni eleganti, pantalon de traje, chino, chinos', 'suit trousers'],
  ['pantalon velours cotele, pantaloni in velluto, pantalon de pana', 'cord trousers'],
  ['jogging, joggings, joggers, survetement pantalon, treillis, jupe culotte', 'trousers'],
  ['short, shorts, shorts vaqueros', 'shorts'],
  ['short en jean, shorts vaqueros, pantaloncini di jeans', 'denim shorts'],
  ['jupe courte, mini jupe, minijupe, minifalda, minigonna', 'mini skirt'],
  ['jupe midi, jupe longue, falda midi, falda larga, gonna midi, gonna lunga', 'midi skirt'],
  ['legging, leggings, mallas, collant de sport, fuseaux, mallas deportivas, collant running', 'legging'],
  ['collant, collants, medias, calzamaglia, leotardo, leotardos, pantys, panty, parigine', 'tights'],
  ['short de bain, slip de bain, banador hombre, boxer de bain, costume a pantaloncino, costume boxer', 'swim shorts'],
  ['bikini, bikinis, maillot une piece, costume intero, haut de bikini, bas de bikini, braguita de bikini', 'swimsuit'],
  [
    'soutien gorge, sutien, culotte, culottes, braga, braguita, boxer, boxers, calecon, calecons, calzoncillos, tanga, tangas, string, strings, slip, slips, lenceria, lingerie, brassiere, perizoma, bas, porte jarretelles, guepiere, nuisette lingerie, body lingerie',
    'bra',
  ],
  [
    'salopette, salopettes, peto, petos, mono, monos, combishort, combipantalon, combinaison pantalon, grenouillere, pagliaccetto, pelele, peleles, barboteuse, barboteuses, tutina',
    'jumpsuit',
  ],
  ['tennis, sneakers, baskets basses, baskets montantes, baskets, basket, tenis', 'trainer'],
  [
    'chaussures de course, zapatillas de correr, chaussures de trail, scarpe running, chaussures running',
    'running shoe',
  ],
  [
    'derbies, derbys, derby, richelieu, richelieus, nautico, nauticos, stringate, chaussures bateau, francesine',
    'loafer',
  ],
  [
    'salon, salones, decollete, decolte, scarpe con tacco, zapatos de tacon, chaussures a talons, decollete',
    'high heel',
  ],
  [
    'tong, tongs, infradito, chanclas, chancla, alpargata, alpargatas, espadrilles, zeppe, claquettes, nu pieds, zoccoli estivi, cunas',
    'sandal',
  ],
  ['ballerine, ballerines, bailarina, bailarinas, sabots, sabot, mules, zuecos, zoccoli, babouches', 'mule'],
  ['bottes de pluie, botas de agua, stivali da pioggia, bottes cavalieres, apres ski, anfibi', 'boot'],
  ['boots', 'boot'],
  ['cabas, sac cabas, sac shopping, bolso shopper, bolso tote, borsa shopping, borsa tote, totebag', 'tote bag'],
  ['besace, besaces, sac besace', 'crossbody bag'],
  ['pochette, pochettes, bolso de mano, bolso de fiesta', 'clutch bag'],
  [
    'sac a main, sac seau, sac banane, banane, marsupio, rinonera, neceser, trousse, trousse de toilette, valise, valigia, maleta, porte monnaie, porte cartes, porte carte, portacarte, porta carte, tarjetero, billetera, portamonete, sacoche, cartable, cartella, beauty case',
    'bag',
  ],
  ['lunettes de soleil, gafas de sol, occhiali da sole', 'sunglasses'],
  ['casquette, casquettes, bob, bobs, gorra, gorras, berretto, berretti, cappellino, visera, boina', 'hat'],
  ['bonnet, bonnets', 'hat'],
  ['berretto di lana, gorro de lana', 'beanie'],
  [
    'snood, tour de cou, panuelo, panuelos, etole, chale, chal, scialle, cheche, scaldacollo, braga de cuello, foulard',
    'scarf',
  ],
  [
    'bretelles, bretelle, tirantes, parapluie, paraguas, ombrello, noeud papillon, pajarita, papillon, serre tete, diadema, cerchietto, chouchou, mitaines, moufles, mitones, boutons de manchette accessoire, porte cles, portachiavi, llavero, fermaglio, barrette, pince a cheveux',
    'accessory',
  ],
  [
    'boutons de manchette, boutons de manchettes, bouton de manchette, pince a cravate, fermacravatta, gemelos, gemelli, broche, broches, spilla, bijou, bijoux, gioielli, joya, joyas',
    'jewellery',
  ],
  ['boucles d oreilles, boucle d oreille, creoles, puces d oreilles, aretes, orecchino', 'earring'],
  [
    'bracelet, bracelets, jonc, bracciali, brazalete, brazaletes, cavigliera, tobillera, chaine de cheville, manchette',
    'bracelet',
  ],
  [
    'pendentif, pendentifs, sautoir, ciondolo, ciondoli, gargantilla, colgante, girocollo, collier, collar, collares',
    'necklace',
  ],
  ['alliance, chevaliere, alianza, sortija, solitaire', 'ring'],
  [
    'serviette de plage, asciugamano, toalla, toallas, bougie, bougies, vela, velas, candela, tasse, taza, tazza, coussin, cuscino, cojin, plaid, couverture, manta, coperta, coque, funda, ceintre, cintre, cintres, percha, perchas, gruccia, semelle, semelles, plantillas, solette, lacets, cordones, lacci, parfum, perfume, profumo, carte cadeau, tarjeta regalo, carta regalo, doudou, peluche, jouet, juguete, affiche, housse, etui, drap, tapis, alfombra, tappeto, gourde, botella, borraccia',
    'shoe lace',
  ],
  [
    'parka, parkas, gilet, gilets, poncho, mantella, surchemise jacket, cappa, capa, giaccone, giacconi, bolero, chubasquero acolchado, coreana, spolverino, doublure, cape',
    'coat',
  ],
  ['surchemise, sobrecamisa', 'bomber jacket'],
  [
    'robe tablier, robe pull, robe chemise, robe trapeze, robe bustier, tablier robe, sottoveste abito, pichi, pichis, jesusito, jesusitos, faldon, scamiciato',
    'dress',
  ],
  [
    'mariniere, marinieres, tee shirts, tricot de peau top, maillot rayures, camisetas, polera, poleras, remera, remeras, t shirt manches longues, magliette',
    't shirt',
  ],
  ['surchemise chemise, camicie, camisole, camisa vaquera, chemisette, chemisettes, guayabera, guayaberas', 'shirt'],
  [
    'tunique, tuniques, tunica, tunicas, tuniche, blusones, bluson, liquette, top crochet, corset top, bustier top, canottiera, canottiere, tirantes top, camiseta de tirantes, camiseta tirantes',
    'top',
  ],
  [
    'lupetto, girocollo lana, chandail, chandails, pulls, jersey de punto, jerseys, maglioncino, gilet sans manches maille, cache coeur pull',
    'jumper',
  ],
  ['golfino, golfini, gilets maille, chaqueta punto, chaquetita, toquilla cardigan', 'cardigan'],
  ['jupon, jupons, tutu, tutus, faldita, gonnellina, falda pantalon, jupe portefeuille, jupes', 'skirt'],
  [
    'pantaloncino, sarouel, sarouels, bloomers, sarrouel, bombachos, bombacho, pantalones bombachos, ranita pantalon, polaina, polainas, pantalone, pantacollant, cargo, joggers',
    'trousers',
  ],
  [
    'nu pied, sandalette, sandalettes, spartiates, spartiate, cangrejeras, menorquinas, avarcas, abarcas, mehari, zeppa, sabot sandale, zueco sandalia, sandaletti',
    'sandal',
  ],
  [
    'babies, salomes, merceditas, mercedita, pepitos, bailarinas, chaussons, chausson, peucos, patucos, scarpine, scarpina, babucce, pattine, zapatillas de casa, pantufla, souliers, soulier, crocs, blucher, bluchers, zapatos de cordones, babucha, babuchas',
    'shoe',
  ],
  [
    'bottillon, bottillons, chelsea boots, boots, botin, polacchine, polacchini, tronchetti, tronchetto, beatle boots',
    'ankle boot',
  ],
  [
    'bottes de cow boy, santiags, cuissardes, botas altas, botas camperas, stivali texani, scarponi, scarponcini, katiuskas, galosce, moon boot',
    'boot',
  ],
  [
    'capazo, capazos, cesta, cesto, cestas, canasto, panier, paniers, borsone, borsoni, bauletto, secchiello, sac panier, sac polochon, bourse, sac banane, portadocumentos, maletin, cartable, valigetta, borsello, tracollina, beauty, porta passaporto, porte passeport, funda portatil bolso, bolsa, bolsas, bolsito, portatodo',
    'bag',
  ],
  ['cabas, tote, tote bag, bolsa de tela, sac en toile', 'tote bag'],
  ['zainetto, mochilita, sac a dos', 'backpack'],
  ['pochette sera, pochette soiree, pochette da sera, minaudiere', 'clutch bag'],
  [
    'sautoir, sautoirs, medaglia, medalla, medallas, medaille, medailles, catenina, catena, cadena, ras de cou, collares, rosario, collarino',
    'necklace',
  ],
  ['bague, bagues, chevalieres, anneau, sello, anello fascia, fedina, fede, fedi, anillos', 'ring'],
  [
    'aros, aro, arete, zarcillos, pendenti orecchini, boucle oreille, dormeuses, creole, orecchini, ear cuff',
    'earring',
  ],
  ['bracelets, esclava, esclavas, manchette, gourmette, gourmettes, pulseras, bracciali, bracciale', 'bracelet'],
  [
    'bonnets, beret, berets, capeline, capelines, canotier, toque, chapka, cagoule, pasamontanas, passamontagna, capota, capotas, gorros, sombreros, basco, coppola, cuffia, cuffie, bombetta, bonnet de bain',
    'hat',
  ],
  [
    'bufandas, braga cuello, fular, fulares, chal, chales, pashmina, stola, stole, carre de soie, carre en soie, bandana, bandanas, sciarpe',
    'scarf',
  ],
  [
    'chaussettes, mi bas, socquette, socquettes, fantasmini, gambaletti, pedulini, calcetin, pinkies, escarpines lana, guetres, jambieres, coletero, coleteros, horquilla, horquillas, pasador, lazo, lazos, bandeau, bandeaux, fascia capelli, elastico capelli, molletta, pinza, pinzas, turbante, porte cle, guanto, manopole, cravates, pochette costume, panuelo de bolsillo, boutons de col, gilet accessoire, ombrelle, abanico, abanicos, eventail, liguero accessoire',
    'accessory',
  ],
  [
    'braguitas, bragas, slips, culotte menstruelle, culotte taille haute, tanga, calzoncillo, mutandine, boxer shorts, coulotte, bustier lingerie, sottoveste, combinette, liguero, reggicalze, autoreggenti, faja, body reductor, maillot de corps, canotta intima, jarretiere, shorty, shortys',
    'bra',
  ],
  ['maillots de bain, trikini, banadores, bikini triangle, top de bikini, culotte de bain, slip mare', 'swimsuit'],
  [
    'dors bien, surpyjama, ranita, ranitas, combinaison pilote, combi short, tutine, pagliaccetti, mono bebe, grenouilleres, combi, monos, overol',
    'jumpsuit',
  ],
  [
    'gigoteuse, gigoteuses, turbulette, turbulettes, douillette, nid d ange, saco de dormir, sacco nanna, lange, langes, bavoir, bavoirs, bavaglino, bavaglini, bavaglio, babero, baberos, muselina, muselinas, tablier de cuisine, delantal, delantales, grembiule, telo mare, telo, drap de bain, gant de toilette, serviette, serviettes, serviette de bain, torchon, torchons, nappe, rideau, coffret, savon, jabon, sapone, creme, crema, huile, aceite, olio, baume, hochet, sonajero, sonaglio, veilleuse, patron, patrones, pelote, ovillo, gomitolo, libreta, quaderno, carnet, cahier, agenda, lamina, pegatina, chupetero, attache tetine, portachupete, catenella ciuccio, laisse, correa, guinzaglio, harnais, arnes, cojines, mantita, arrullo, copertina, lenzuolo, sabana, fundas, tovaglia, bol, assiette, plato, piatto, tazas, candele, bougeoir, calendrier, sac de couchage, capa de bano, cape de bain, accappatoio triangolo',
    'shoe lace',
  ],
  ['polo, polos', 'polo shirt'],
  ['bermuda, bermudas', 'shorts'],
  ['bomber, bombers', 'bomber jacket'],
  ['chemise', 'shirt'],
  ['robe', 'dress'],
  ['veste', 'jacket'],
  ['costume da bagno, costume de bain', 'swimsuit'],
  [
    'tailleur pantalon, tailleur jupe, traje de chaqueta, traje pantalon, traje chaqueta, completo pantalone, tailleur pantalone',
    'blazer',
  ],
  [
    'bas de maillot, haut de maillot, traje de bano, bas de bikini, braga de bikini, braga bikini, maillot deux pieces',
    'swimsuit',
  ],
  [
    'zapato salon, zapatos salon, zapato de salon, zapatos de salon, zapato de tacon, scarpa decollete, chaussures escarpins',
    'high heel',
  ],
  ['vestido camisero, camisa vestido, robe pantalon', 'day dress'],
  ['mono pantalon, tuta pantalone, tuta intera, short salopette, robe salopette, jean salopette', 'jumpsuit'],
  ['ensemble pyjama, conjunto pijama', 'pyjama'],
  ['tubino, tubini, prendisole, vestidito, vestiditos, maxi abito', 'dress'],
  ['giacchino, giacchetta, giacchetto, chaquetilla, torera, abriguito', 'jacket'],
  ['casacca, casacche, camisola, camisolas, top tirantes', 'blouse'],
  ['charentaises, charentaise, manoletinas, manoletina, ciabatta, botita', 'shoe'],
  ['pamela fiesta, gorrito, gorritos, panama paille', 'hat'],
  ['ensemble pantalon, conjunto pantalon', 'tracksuit'],
  ['bolso mochila, borsa zaino, sac sac a dos', 'backpack'],
  ['scarpe sneakers, scarpa sneaker, zapatillas deportivas, bota zapatilla', 'trainer'],
  ['sandalia cuna, sandalias cuna, sandali zeppa', 'sandal'],
  ['forro polar, veste polaire, polaire, polaires, pile', 'fleece'],
]

/** Words among these that also begin English titles: 'Tennis Bracelet', 'Smoking Jacket'. */
export const ROMANCE_OR_ENGLISH: ReadonlySet<string> = new Set(
  `polaire polaires pile babies beauty tote cargo combi aro aros lazo lazos pinza pinzas bol telo fede fedi panier toque capa cape cesta bourse bandeau bandeaux turbante bandana bandanas tutu tutus camisole medaille bolero stola stole pashmina beret berets crocs blucher bluchers trikini shorty shortys lange langes patron agenda carnet creme crema serviette coffret lamina medaglia catena sello anneau minaudiere capota tunica cappa coppola basco cuffia bloomers polaina overol parigine joggers collar tennis smoking mono monos salon salones tong tongs banane tailleur tailleurs broche broches solitaire alliance ensemble ensembles costume bob bobs bas top body bodys string strings boots trench perfecto haut hauts maglia
  jersey denim blazer robe chemise veste cire tricot americana americanas treillis manchette creoles vela velas perfume taza manta funda tasse tazza plaid parfum percha drap etui tapis housse coque cartable sabot sabots mules babouches
  foulard snood bretelle bretelles papillon barrette jonc collier sautoir gemelli gemelos ballerine ballerines cabas completo completi culotte culottes boxer boxers slip slips gabardine gilet cordones lacci jean jeans
  short shorts sweat sweats basket baskets pull bonnet bonnets sac sacs combinaison tuta gonna blouson jogging joggings joggers chino chinos polo polos parka parkas bermuda bermudas bomber bombers poncho cardigan legging leggings bikini bikinis
  derbies derbys derby richelieu nautico tanga tangas lingerie bracelet bracelets pajarita diadema trousse valise jouet juguete joya joyas bijou bijoux peto petos salopette salopettes espadrilles sneakers gorra boina visera cunas bougie gourde affiche doudou peluche cojin conjunto gant`
    .trim()
    .split(/\s+/),
)

/** Words that show that a title is French, Italian or Spanish: the first item in it is the product. */
export const ROMANCE_MARKERS: ReadonlySet<string> = new Set(
  `perlas acero dorado dorada dorados plateado yute mimbre osier palma artesanas artesanos trenzas trenzado trenzada calado calada tirantes capucha cuadros lunares bordados brode brodee martele gravee ajoure lave lavee osier jute molletonne cotele cotelee fourre fourree vernis vernies verni menstruelle menstruel naissance recien nacido nacida orejas orecchie coste gioiello intrecciata intrecciato serraje charol ciniglia cinturon cordoncino doppiopetto monopetto viscosa perles bois menorca ecru en femme femmes homme hommes fille filles fillette garcon garcons bebe enfant enfants mujer mujeres hombre hombres caballero senora niño niña nino nina ninos ninas donna uomo bambino bambina bambini ragazza ragazzo neonato bimba bimbo
  pour avec sans sin senza aux del della dello para manches manche manica maniche manga mangas longue longues courte courtes lunga lunghe corta corte cuello collo scollo encolure capuche cappuccio capucha
  noir noire noirs noires blanc blanche blancs blanches bleu bleue rouge vert verte gris grise jaune violet violette nero nera neri bianco bianca rosso rossa grigio azzurro negro negra blanco blanca rojo roja azul verde amarillo morado marron marrone rosa dore doree argente oro plata argento
  coton laine soie cuir velours cachemire maille jersey coton cotone lana seta lino pelle velluto cashmere maglia algodon seda cuero piel pana punto ante terciopelo
  imprime imprimee imprimees fleuri fleurie fleuries estampado estampada estampados stampato stampata fantasia raye rayee rayures carreaux rigato righe quadri rayas cuadros flores fleurs fiori dentelle pizzo encaje broderie ricamato bordado plissee plisse plisada plissettata
  taille talle tiro vita haute alto alta droit droite ample evase ajuste ajustada ceinturee croise croisee cintre boutonne capuchon matelasse matelassee trapuntato acolchado acolchada doublure impermeable talon talons tacon tacco lacets cordones plates plats bas basse basses bassa montantes soleil main dos bandouliere epaule hombro spalla mano`
    .trim()
    .split(/\s+/)
    .filter(
      (word) =>
        ![
          'cashmere',
          'jersey',
          'manche',
          'corte',
          'violet',
          'bas',
          'main',
          'dos',
          'plates',
          'pana',
          'ante',
          'vita',
          'alto',
          'alta',
          'oro',
          'rosa',
          'taille',
          'mano',
          'corta',
          'haute',
          'nina',
          'blanc',
          'rouge',
          'noir',
          'blanche',
          'marron',
          'fantasia',
          'fleur',
          'impermeable',
          'azul',
          'verde',
          'punto',
          'flores',
          'talon',
          'talons',
          'soleil',
        ].includes(word),
    ),
)

/** Pairs of words that also show this. Each word alone occurs in other languages. */
export const ROMANCE_PAIRS: ReadonlySet<string> = new Set(
  'taille haute, taille basse, col v, col rond, col roule, col mao, mi long, mi longue, deux pieces, une piece, or blanc, or jaune, plaque or, al agua, pata ancha, tiro alto, tiro bajo, vita alta, vita bassa, due pezzi, a coste, a righe, a quadri, de punto, en popeline, lot de, set de, pack de'.split(
    ', ',
  ),
)
/**
 * Words that also exist in English. At the start of a title with no English words they are Romance: 'Robe Joséphine'.
 */
export const FIRST_IN_ROMANCE: ReadonlySet<string> = new Set(
  `robe robes chemise chemises jersey americana veste vestes cire gabardine ballerine ballerines salones sautoir creoles jonc manchette gorra boina cunas bonnet bonnets foulard salopette gilet
  pull pulls combinaison cabas trousse culotte mono peto espadrilles babouches sabots capazo derbies tong tongs bretelles bretelle papillon diadema pajarita`
    .trim()
    .split(/\s+/),
)
/** Names of brands with words for items. */
export const BRANDS =
  /\b(?:pull (?:and )?bear|(?:pepe|tommy|klein|armani|guess|versace|trussardi) jeans|gant|polo ralph lauren|jean paul gaultier|des petits hauts|slip francais|robe di kappa|daniel wellington)\b/g
