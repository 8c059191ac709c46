// Words whose meaning depends on the rest of the title. Used by item-words.ts.

/** Words for babies' things, in several languages. */
const BABY = String.raw`bab(?:ys|ies|y(?! (?:blue|pink|green|yellow|lilac|mint|doll|tee|alpaca|cashmere|cord|rib|soft)\b))|newborn|neonato|neonata|bebes?|naissance|nouveau ne|recien nacido|neugeborene?n?|infants?|toddlers?`
const SPORT = String.raw`running|run|training|train|gym|cycling|cycle|bike|yoga|pilates|workout|sports?|fitness|bib|compression|thermal|dri fit|techfit|aeroready|heatgear|coldgear|therma|base ?layer|hiking|trail|ski|recovery|reflective|mens|men|nike|adidas|armour|puma|asics|reebok|gymshark|sweaty betty|lululemon`

/**
 * Each row has the last words of items, words elsewhere in the title that change their meaning, and the English word
 * with that meaning. The first matching row decides.
 */
export const IN_CONTEXT: ReadonlyArray<readonly [items: string, beside: string, like: string]> = [
  ['tights, tight', SPORT, 'legging'],
  ['collant, collants', 'running|course|sport|trail|yoga|fitness|ski', 'legging'],
  ['maillot, maillots', 'foot|football|rugby|domicile|exterieur|basket|handball', 'top'],
  ['maillot, maillots, culotte, culottes', 'cyclisme|velo|ciclismo', 'running top'],
  ['bodysuit, bodysuits, body, bodys, bodies, bodi, gown, gowns, vest, vests, onesie', BABY, 'watch strap'],
  ['bootie, booties, bootee, bootees', `${BABY}|crochet|knitted|pram|crib`, 'shoe'],
  ['bib, bibs', `${BABY}|bandana|bandanna|dribble|muslin|feeding`, 'watch strap'],
  ['bandana, bandanna', 'pets?|dogs?|puppy|bibs?', 'watch strap'],
  [
    'shirt, shirts',
    'damen|herren|mit|aus|kinder|madchen|jungen|baumwolle?|bio|leinen|schwarz|weiss|grau|blau|rot|grun|gestreift|bedruckt|streifen|langarm|kurzarm|ringel|rundhals|ausschnitt|und',
    't shirt',
  ],
  [
    'vest, vests',
    'puffer|padded|quilted|down|fleece|fur|sherpa|shearling|leather|suede|denim|utility|fishing|tailored|suit|hi vis|cargo|gilet|insulated|hunting',
    'coat',
  ],
  ['vest, vests', 'knit|knitted|cable|argyle|fair isle|cashmere|lambswool|chunky|intarsia', 'jumper'],
  ['vest, vests', 'thermal|underwear|schoolwear', 'underwear'],
  [
    'vest, vests',
    'rib|ribbed|cotton|jersey|strap|straps|strappy|lace|seamless|racer|racerback|longline|crop|cropped|modal|bamboo|pointelle|silk|satin|linen|sequin|workout|scoop',
    'top',
  ],
  ['pedal pusher, pedal pushers, capri, capris, culotte, culottes', 'jeans?|denim', 'jeans'],
  ['crop, flare, flares', 'denim|jeans?', 'jeans'],
  ['trunks, trunk, shorts, short', 'swim|swimming|bathing|board|surf', 'swim shorts'],
  ['gilet, gilets', 'matelasse|matelassee|sans manches|trapuntato|acolchado|piumino|fourrure|doudoune', 'gilet'],
  [
    'gilet, gilets',
    'maille|laine|mohair|cachemire|alpaga|tricot|torsades|grosse|merinos|boutonne|crochet|le|les',
    'cardigan',
  ],
  ['culotte, culottes', 'bebe|enfant', 'watch strap'],
  ['culotte, culottes', 'aus|mit|damen|leinen', 'wide leg trousers'],
  ['pantalon, pantalons, pantalones, pantaloni', 'cotele|pana|velluto a coste|millerighe', 'cord trousers'],
  ['pantalon, pantalons, pantalones, pantaloni', 'large|larges|ample|palazzo|anchos?|larghi|wide', 'wide leg trousers'],
  [
    'gafas, lunettes, occhiali',
    'lectura|lecture|lettura|vista|vue|graduadas|natacion|nuoto|piscine|natation|esqui|sci|ski|buceo',
    'watch strap',
  ],
  ['pantalon, pantalones, pantaloni', 'cortos?|courts?|corti', 'shorts'],
  ['pantalon, pantalones, pantaloni', 'vaquero|vaqueros|tejano|denim', 'jeans'],
  [
    'veste, giacca, chaqueta, blouson, giubbotto, cazadora, giubbino',
    'cuir|pelle|cuero|piel|ecopelle',
    'leather jacket',
  ],
  ['veste, giacca, chaqueta, blouson, giubbotto, cazadora', 'jean|jeans|vaquera|denim|tejana', 'denim jacket'],
  ['giacca, veste', 'monopetto|doppiopetto|costume|tailleur|croisee|smoking', 'blazer'],
  ['giacca, giaccone, veste, chaqueta', 'impermeabile|pluie|impermeable', 'raincoat'],
  [
    'veste, giacca, chaqueta, gilet, chaleco, smanicato, giubbotto, cazadora',
    'matelassee?|trapuntat[ao]|acolchad[ao]|plumas|imbottit[ao]',
    'puffer jacket',
  ],
  ['manteau, manteaux, cappotto, cappotti, abrigo, abrigos, mantel', 'laine|lana|drap|alpaga|wolle', 'wool coat'],
  ['robe, robes, vestido, vestidos, abito, abiti, vestito', 'longue|maxi|largo|lungo', 'maxi dress'],
  [
    'robe, vestido, abito',
    'soiree|noche|sera|cocktail|ceremonie|fiesta|cerimonia|gala|mariee|novia|sposa|invitee?',
    'party dress',
  ],
  ['robe', 'chambre', 'pyjama'],
  ['abito, traje', 'uomo|pezzi|piezas|hombre|monopetto|doppiopetto', 'suit'],
  ['jupe, jupes, falda, faldas, gonna, gonne', 'jean|vaquera|denim|jeans', 'denim skirt'],
  ['jupe, falda, gonna, rok', 'midi|longue|larga|lunga|maxi', 'midi skirt'],
  ['jupe, falda, gonna, rok', 'mini|courte|corta', 'mini skirt'],
  ['rock', 'midi|maxi|lang', 'midi skirt'],
  ['short, shorts, bermuda, bermudas', 'jean|vaquera|vaqueros|denim', 'denim shorts'],
  ['short, boxer, slip, banador, costume', 'bain|bagno', 'swim shorts'],
  ['jean, jeans, vaquero, vaqueros, spijkerbroek', 'slim|skinny|pitillo', 'slim jeans'],
  ['jean, jeans, vaquero, vaqueros', 'droit|recto|rectos|dritti|straight', 'straight jeans'],
  [
    'jean, jeans, vaquero, vaqueros',
    'large|flare|evase|ancho|anchos|campana|zampa|wide|barrel|bootcut',
    'wide leg jeans',
  ],
  ['zapatilla, zapatillas', 'casa', 'slipper'],
  ['zapatillas, chaussures, scarpe', 'running|course|correr|trail|corsa', 'running shoe'],
  ['chaussures, zapatos, scarpe', 'talons?|tacon|tacco', 'high heel'],
  ['sac, bolso, borsa', 'bandouliere|bandolera|tracolla', 'crossbody bag'],
  ['sac, bolso, borsa', 'cabas|tote|shopper|shopping', 'tote bag'],
  ['pochette, pochettes', 'ordinateur|telephone|bijoux', 'bag'],
  ['bracelet', 'dial|chronograph|automatic|datejust|quartz', 'watch'],
  ['thong, thongs', 'arch|sandals?|orthotic|beach|footbed|sole', 'sandal'],
  ['collier, collar, collare', 'chiens?|chats?|perros?|gatos?|cani|cane|gatto', 'watch strap'],
  ['sujetador, brassiere, reggiseno', 'deportivo|sport|sportivo', 'sports bra'],
]

/**
 * Patterns of titles that contain words for clothes but name something else: sewing patterns, things for pets and
 * dolls, services.
 */
export const NO_CLOTHES_AT_ALL = new RegExp(
  String.raw`\b(?:(?:sewing|knitting|crochet|pdf|paper|dressmaking|digital) patterns?|schnittmuster|schnittbogen|(?:strick|hakel|nah)anleitung|(?:strick|hakel|nah|stick)set|patrons? de (?:couture|tricot)|patron de costura|cartamodello|(?:embroidery|crochet|knitting|sewing|knit|craft|patch) kit|
(?:dogs?|puppy|pets?) (?!print|motif|walk|tooth|mom|mum|dad|lover|tag|ear|face|graphic|intarsia|embroid|applique|and)(?:\w+ ){0,2}(?:coats?|jackets?|jumpers?|sweaters?|raincoats?|macs?|hood(?:y|ie)|bow ties?|gilets?|fleece|robe|boots?|socks?|pyjamas|onesie|scarf|knit|vest|collar|lead|harness)|(?:for|fur|pour|para|per) (?:dogs?|cats?|pets?|puppies|hunde?|katzen|chiens?|chats?|perros?|gatos?|cani|gatti|dolls?|puppen|poupees?|munecas?|bambole)|
hunde?(?:mantel|pullover|pulli|jacke|geschirr|halsband|halstuch|leine|decke|bett)|puppen\w+|dolls? (?:clothes|dress|outfit|shoes|coat)|
(?:e )?gift (?:card|voucher|certificate)s?|e ?gift|gutschein\w*|geschenkgutschein|carte cadeau|bon cadeau|tarjeta regalo|carta regalo|buono regalo|colou?ring book|(?:package|shipping|route) (?:protection|insurance)|paper dolls?|a[345] (?:art )?print|print a[345]|stoff(?:paket|muster|probe|windeln?)|meterware)\b`.replaceAll(
    '\n',
    '',
  ),
)

/** Words that name a model instead of an item after 'the': 'The Weekender'. */
export const MODEL_NAMES: ReadonlySet<string> = new Set(
  'weekender traveller traveler runner messenger commuter courier aviator court courts sling trunk trucker chelsea slip slide boat flat oxford field duster teddy compact'.split(
    ' ',
  ),
)

/** Things that are the product if they are the last word before a dash: 'Soy Candle - Linen Shirt'. */
export const FIRST_NAMED: ReadonlySet<string> = new Set(
  'candle blanket throw towel pillow duvet bottle sheet cake cookie plate cup quilt saddle bridle harness belt satchel brogue badge magnet balloon wreath poster print bib bibs soap mirror spray'.split(
    ' ',
  ),
)

/** Materials. They are never the product if the title names something else. */
export const MATERIALS: ReadonlySet<string> = new Set(
  'denim cashmere knit knitwear fleece flannel waterproof windproof'.split(' '),
)

/** Cuts that mean jeans if the title otherwise only says 'denim'. */
export const CUT_OF_DENIM: ReadonlyArray<readonly [cut: RegExp, like: string]> = [
  [/\b(?:slim|skinny|tapered)\b/, 'slim jeans'],
  [/\b(?:wide|flared?|bootcut|barrel|baggy|loose)\b/, 'wide leg jeans'],
  [/\bstraight\b/, 'straight jeans'],
  [/\b(?:selvedge|selvage|raw|rigid|fray|relaxed|boyfriend|mom|\d\doz|w\d\d)\b/, 'jeans'],
]
