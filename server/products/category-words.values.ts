/**
 * The words that stores use, and their category: the first of the slugs (or names) that exists. Words are singular,
 * unless the plural means something else (shorts). The plural of the last word is understood.
 */
export const CATEGORY_WORDS: Array<[words: string[], categories: string[]]> = [
  [
    ['maxi dress', 'maxidress'],
    ['maxi-dresses', 'dresses'],
  ],
  [['tea dress'], ['tea-dresses', 'dresses']],
  [
    ['day dress', 'sundress', 'sun dress', 'summer dress', 'shirt dress'],
    ['day-dresses', 'dresses'],
  ],
  [
    ['evening dress', 'gown', 'ball gown'],
    ['evening-dresses', 'occasion-dresses', 'dresses'],
  ],
  [
    ['occasion dress', 'party dress', 'cocktail dress', 'wedding dress', 'bridesmaid dress'],
    ['occasion-dresses', 'dresses'],
  ],
  [
    ['jumpsuit', 'jump suit', 'boiler suit', 'boilersuit', 'playsuit', 'romper', 'dungarees', 'overalls'],
    ['jumpsuits', 'dresses'],
  ],
  // Suits that are not tailoring.
  [
    [
      'puddle suit',
      'ski suit',
      'snow suit',
      'track suit',
      'sleep suit',
      'pram suit',
      'dress form',
      'shoe tree',
      'shoe lace',
    ],
    [],
  ],
  [['dress', 'frock', 'kaftan', 'caftan', 'pinafore'], ['dresses']],

  [
    ['wool coat', 'overcoat'],
    ['wool-coats', 'coats-jackets'],
  ],
  [
    ['trench', 'trench coat'],
    ['trench-coats', 'coats-jackets'],
  ],
  [
    ['puffer', 'puffer jacket', 'puffer coat', 'puff jacket', 'down jacket', 'quilted jacket'],
    ['puffer-jackets', 'coats-jackets'],
  ],
  [
    ['blazer', 'tuxedo', 'suit', 'suit jacket', 'dinner jacket', 'sport coat'],
    ['blazers', 'coats-jackets'],
  ],
  [
    ['leather jacket', 'biker jacket'],
    ['leather-jackets', 'coats-jackets'],
  ],
  [
    ['bomber', 'bomber jacket', 'varsity jacket', 'overshirt', 'shacket'],
    ['casual-jackets', 'coats-jackets'],
  ],
  [
    ['raincoat', 'rain jacket', 'waterproof', 'waterproof jacket', 'anorak', 'cagoule'],
    ['waterproofs', 'coats-jackets'],
  ],
  [['running jacket'], ['running-jackets', 'activewear']],
  [
    ['denim jacket', 'jean jacket'],
    ['denim-jackets', 'denim'],
  ],
  [
    [
      'coat',
      'jacket',
      'parka',
      'outerwear',
      'gilet',
      'vest',
      'waistcoat',
      'bodywarmer',
      'windbreaker',
      'poncho',
      'cape',
    ],
    ['coats-jackets'],
  ],

  [
    ['t shirt', 'tshirt', 'tee', 'tee shirt', 'graphic tee'],
    ['t-shirts', 'tops'],
  ],
  [
    ['polo', 'polo shirt'],
    ['polo-shirts', 'tops'],
  ],
  [
    ['hoodie', 'hoody', 'sweatshirt', 'hooded sweatshirt'],
    ['hoodies-sweatshirts', 'tops'],
  ],
  [['blouse'], ['blouses', 'tops']],
  [
    ['shirt', 'flannel'],
    ['shirts', 'tops'],
  ],
  [['running top'], ['running-tops', 'activewear']],
  [['top', 'tank', 'tank top', 'crop top', 'camisole', 'cami', 'tunic', 'bodysuit'], ['tops']],

  [
    ['jumper', 'sweater', 'pullover', 'crewneck jumper', 'roll neck', 'turtleneck'],
    ['jumpers', 'knitwear'],
  ],
  [['cardigan'], ['cardigans', 'knitwear']],
  [
    ['cashmere', 'cashmere jumper', 'cashmere sweater'],
    ['cashmere', 'knitwear'],
  ],
  [
    ['fisherman jumper', 'fisherman sweater', 'fisherman knit'],
    ['fisherman-knits', 'jumpers', 'knitwear'],
  ],
  [['knit', 'knitwear'], ['knitwear']],

  [
    ['straight jeans', 'straight leg jeans'],
    ['straight-jeans', 'denim'],
  ],
  [
    ['slim jeans', 'skinny jeans', 'slim fit jeans'],
    ['slim-jeans', 'denim'],
  ],
  [
    ['wide leg jeans', 'flared jeans', 'baggy jeans'],
    ['wide-leg-jeans', 'denim'],
  ],
  [
    ['denim skirt', 'denim mini skirt', 'denim midi skirt', 'denim maxi skirt', 'denim pencil skirt'],
    ['denim-skirts', 'denim'],
  ],
  [
    ['denim shorts', 'jean shorts'],
    ['denim-shorts', 'denim'],
  ],
  [['jeans', 'jean', 'denim'], ['denim']],

  [
    ['tailored trousers', 'suit trousers', 'dress pants', 'chino'],
    ['tailored-trousers', 'trousers-skirts'],
  ],
  [
    ['wide leg trousers', 'wide leg pants', 'palazzo pants', 'culottes'],
    ['wide-leg-trousers', 'trousers-skirts'],
  ],
  [
    ['cord trousers', 'corduroy trousers', 'corduroy pants', 'cords'],
    ['cord-trousers', 'trousers-skirts'],
  ],
  [
    ['running shorts', 'gym shorts', 'bike shorts'],
    ['running-shorts', 'activewear'],
  ],
  [
    ['swim shorts', 'swim trunks', 'board shorts', 'boardshorts'],
    ['swim-shorts', 'swim-lingerie'],
  ],
  [['shorts'], ['shorts', 'trousers-skirts']],
  [
    ['mini skirt', 'short skirt'],
    ['short-skirts', 'trousers-skirts'],
  ],
  [
    ['midi skirt', 'maxi skirt', 'long skirt'],
    ['midi-skirts', 'trousers-skirts'],
  ],
  [
    ['trousers', 'trouser', 'pants', 'pant', 'jogger', 'sweatpants', 'skort', 'cargo', 'cargos', 'skirt'],
    ['trousers-skirts'],
  ],

  [
    ['trainer', 'sneaker', 'high top', 'low top', 'hi top', 'tennis shoe'],
    ['trainers', 'shoes'],
  ],
  [['running shoe'], ['running-shoes', 'trainers', 'shoes']],
  [
    ['ankle boot', 'chelsea boot', 'bootie'],
    ['ankle-boots', 'boots', 'shoes'],
  ],
  [['boot'], ['boots', 'shoes']],
  [
    ['heel', 'high heel', 'pump', 'stiletto'],
    ['heels', 'shoes'],
  ],
  [
    ['sandal', 'flip flop', 'slider', 'slide', 'espadrille'],
    ['sandals', 'shoes'],
  ],
  [
    ['loafer', 'moccasin', 'brogue', 'oxford shoe', 'derby', 'boat shoe'],
    ['loafers', 'shoes'],
  ],
  [['football boot', 'rugby boot', 'ski boot', 'snowboard boot', 'cycling shoe', 'golf shoe', 'water shoe'], ['shoes']],
  [['shoe', 'footwear', 'flats', 'slipper', 'mule', 'clog', 'slip on', 'mary jane', 'ballerina'], ['shoes']],

  [
    ['tote', 'tote bag', 'shopper'],
    ['tote-bags', 'bags'],
  ],
  [
    ['crossbody', 'crossbody bag', 'cross body bag', 'messenger bag'],
    ['crossbody-bags', 'bags'],
  ],
  [
    ['backpack', 'rucksack'],
    ['backpacks', 'bags'],
  ],
  [
    ['clutch', 'clutch bag', 'evening bag'],
    ['clutches', 'bags'],
  ],
  [
    [
      'bag',
      'handbag',
      'duffel',
      'duffle',
      'weekender',
      'cardholder',
      'card holder',
      'pouch',
      'purse',
      'holdall',
      'wallet',
      'satchel',
      'manbag',
    ],
    ['bags'],
  ],

  [['ring'], ['rings', 'jewellery-watches']],
  [
    ['necklace', 'pendant', 'choker', 'locket', 'chain necklace'],
    ['necklaces', 'jewellery-watches'],
  ],
  [
    ['earring', 'ear cuff', 'huggie', 'stud earring'],
    ['earrings', 'jewellery-watches'],
  ],
  [
    ['bracelet', 'bangle', 'anklet'],
    ['bracelets', 'jewellery-watches'],
  ],
  [['watch'], ['watches', 'jewellery-watches']],
  [['jewellery', 'jewelry', 'brooch', 'charm', 'cufflink', 'tiepin'], ['jewellery-watches']],

  [
    ['sunglasses', 'sunglass'],
    ['sunglasses', 'accessories'],
  ],
  [
    ['beanie', 'beanie hat', 'bobble hat'],
    ['beanies', 'hats', 'accessories'],
  ],
  [
    ['hat', 'cap', 'bucket hat', 'fedora', 'beret', 'trilby', 'visor', 'balaclava', 'bonnet'],
    ['hats', 'accessories'],
  ],
  [
    ['scarf', 'scarves', 'shawl', 'snood', 'bandana'],
    ['scarves', 'accessories'],
  ],
  [['belt'], ['belts', 'accessories']],
  [['tights'], ['tights', 'hosiery', 'accessories']],
  [
    [
      'accessory',
      'glove',
      'mitten',
      'sock',
      'tie',
      'bow tie',
      'pocket square',
      'suspenders',
      'braces',
      'umbrella',
      'headband',
      'hairband',
      'keyring',
      'key ring',
      'earmuff',
      'hair clip',
      'scrunchie',
    ],
    ['accessories'],
  ],

  [
    ['legging', 'yoga pants'],
    ['leggings', 'activewear'],
  ],
  [
    ['midlayer', 'mid layer', 'fleece'],
    ['midlayers', 'activewear'],
  ],
  [['activewear', 'sportswear', 'sports bra'], ['activewear']],
  [
    [
      'swimsuit',
      'swim suit',
      'bikini',
      'bikini top',
      'bikini bottom',
      'bikini brief',
      'swimwear',
      'bathing suit',
      'tankini',
    ],
    ['swimsuits', 'swim-lingerie'],
  ],
  [
    [
      'lingerie',
      'lingerie set',
      'bra',
      'bralette',
      'brief',
      'knickers',
      'underwear',
      'thong',
      'panties',
      'corset',
      'bustier',
      'boxer brief',
      'trunks',
      'boy short',
      'boy shorts',
      'boyshort',
      'boyshorts',
      'hipster',
      'boxers',
      'boxer shorts',
    ],
    ['lingerie-sets', 'swim-lingerie'],
  ],
]
