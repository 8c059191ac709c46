// Words that state a product's gender, in lower case and without accents (ñ stays). Used by gender-words.ts.

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Words in a gender or age column, where every word counts. */
export const SAID = {
  women:
    words(`women womens woman womans ladies lady female females feminine womenswear damen dame dames dam damer frau frauen weiblich femme femmes feminin mujer mujeres
    femenino femenina donna donne femminile vrouw vrouwen kvinna kvinnor kvinde kvinder kvinne mulher mulheres feminino feminina kobieta kobiety damskie damska damski naiset naisten w f`),
  men: words(`men mens man mans male males masculine menswear herren herr herrar herre herrer heren mann manner mannlich homme hommes masculin hombre hombres masculino uomo uomini
    maschile mannen maend menn homem homens masculina mezczyzna meskie meski meska miehet miesten m`),
  girls: words(
    `girls girl madchen fille filles niña niñas bambina bambine ragazza ragazze meisje meisjes flicka flickor pige piger jente jenter menina meninas dziewczynka tytot`,
  ),
  boys: words(
    `boys boy junge jungen jungs garcon garcons niño bambino ragazzo ragazzi jongen jongens pojke pojkar dreng drenge gutt gutter menino meninos chlopiec pojat`,
  ),
  kids: words(`kids kid children childrens child toddler toddlers infant infants newborn newborns baby babies babys tween tweens youth junior juniors kinder kind kinderen kleinkind kleinkinder
    saugling neugeborene barn born bambini niños enfant enfants bebe bebes neonato neonata infantil crianca criancas spadbarn smabarn dzieci lapset lasten`),
  unisex: words(`unisex unisexe unissex unisexo genderless genderneutral`),
} as const

/** Words in an age column that mean adults. */
export const ADULT = words(
  'adult adults adulte adultes adulto adultos adulti erwachsene erwachsener erwachsen vuxna vuxen volwassen volwassenen voksen voksne dorosli aikuiset',
)

/** Words that decide in any position of a title. */
export const ANYWHERE = {
  women: words(
    `women's womens womens' womenswear ladieswear wmns wmn wms woman's womans ladies ladies' lady's damen dames femme femmes mujer mujeres maternity nursing breastfeeding pregnancy prenatal postpartum postnatal umstandsmode umstandskleid umstandshose
    umstandsjeans damenmode stillen stillkleid schwangerschaft grossesse premaman embarazada embarazo gravidanza premama senora signora frauen`,
  ),
  men: words(
    `men's mens mens' menswear man's gents gents' gentleman's gentlemen's gentlemens herren heren homme hommes hombre hombres uomo uomini manbag manbags caballero caballeros mns herrenmode`,
  ),
  girls: words(
    `girls' girl's madchen madchens fille filles niña niñas bambina bambine ragazza ragazze bambine bimba bimbe fillette fillettes meisjes flickor girlswear`,
  ),
  boys: words(`boys' boy's jungen jungs garcon niño bambino ragazzo ragazzi bimbo garcons jongens pojkar boyswear`),
  kids: words(
    `kids' kid's children's childrens child's childs toddler toddlers toddler's infants infant's newborn newborns baby's babies babygrow babywear kidswear kidwear childrenswear schoolwear preschool preschooler preschoolers teenager teenagers kleinkind kleinkinder babys peuter peuters kinder kinderen enfant enfants bebe bebes neonato neonata bambini niños
    infantil infantiles strampler babygrow babygrows pramsuit pramsuits nacido nacida naissance neugeborene neugeborenes barboteuse barboteuses grenouillere pagliaccetto tutina tutine pelele peleles ranita ranitas
    bavoir bavoirs bavaglino bavaglini babero baberos latzchen gigoteuse gigoteuses turbulette turbulettes lauflernschuh lauflernschuhe krabbelschuh krabbelschuhe krabbelpuschen sleepsuit sleepsuits jesusito jesusitos`,
  ),
  unisex: words('unisex unisexe unissex genderless genderneutral'),
} as const

/** Words that decide only at the start or the end, alone between separators, after 'for', or after a word such as 'little'. */
export const PLACED = {
  women: words('women woman lady dam donna damer dame kvinna vrouw vrouwen mujer'),
  men: words('men man herr herrar herre mann manner mannen'),
  girls: words('girls'),
  boys: words('boys'),
  kids: words('kids children infant junior juniors youth tweens jr child'),
} as const
/** Words among these that decide at the start only if an item follows directly: 'Man Bag', but not 'Man Made'. */
export const SINGULAR: ReadonlySet<string> = new Set(
  words('woman man lady dam donna dame herr herre mann kvinna girl boy kid child infant junior youth jr'),
)

/** '3-6 months', '(3mths-7yrs)', '12-18M', 'age 5': sizes that only children have. */
export const CHILD_AGE =
  /\b\d{1,2} ?(?:m|mths?|months?|y|yrs?|years?)? ?(?:[-–]|to) ?\d{1,2} ?(?:m|mo|mths?|months?|y|yo|yrs?|years?|jahre?|monate?|ans|mois|anos|años|anni|mesi|meses)\b|\bage[sd]? ?\d{1,2}\b/

/** Before girls, boys and kids, these show that a person is meant. */
export const BEFORE_CHILDREN: ReadonlySet<string> = new Set(
  words(
    'teen teens teenage tween little older younger big mini junior toddler baby infant newborn school unisex neutral for fur pour para per voor till til',
  ),
)
/** 'Baby girl', 'flower girl': a singular that means the person who wears it. */
export const BEFORE_SINGULAR: ReadonlySet<string> = new Set(
  words('baby toddler little flower page teen infant newborn'),
)

/** Words for children that decide after an item, and at the end of a longer name: 'Mössa Barn', 'Converse All Star Infant'. */
export const AT_THE_END: ReadonlySet<string> = new Set(words('barn infant junior youth child jr'))
/** Before 'baby', these make it a saying: 'Cry Baby', 'Hey Baby'. */
export const BEFORE_BABY: ReadonlySet<string> = new Set(
  words(
    'cry my hey ice bye oh sugar be come always nobodys wild that your santa rock babe burn dream ok yeah mama jelly bush bad lil yes no hello thanks love party disco pretty thats its im hot happy scream dance drive go lets sweet',
  ),
)
/**
 * Words in the names of product lines. Next to them, girls and boys are the wearers: 'Puma Girls Essentials Logo
 * Hoodie'.
 */
export const OF_LINES: ReadonlySet<string> = new Set(
  words(
    'essentials essential ess logo core basic basics icon zip full half cosy fleece monogram signature script pack badge crew hooded small big performance training sportswear club',
  ),
)
/** 'Zara Man' is a line; 'Iron Man' and 'Isle of Man' are not. */
export const BRANDS_WITH_A_LINE: ReadonlySet<string> = new Set(words('zara mango boohoo bershka cos arket reserved'))
/** Words after which 'baby' means small, not for a child: 'Baby Hoops', 'Baby Bag'. */
export const SMALL: ReadonlySet<string> = new Set(
  words('rings necklaces earrings bracelets jewellery-watches bags tote-bags crossbody-bags clutches heels watches'),
)

/** Words that may follow the item: 'Abito Donna Lungo', 'Trousers Men Relaxed'. */
export const AFTER_ITEM: ReadonlySet<string> = new Set(
  words('donna dam dame damer herr herre herrar mann kvinna women men girls boys kids children junior juniors'),
)
export const ROMANCE_PERSONS: ReadonlySet<string> = new Set(['donna', 'mujer'])
/** Words between 'Junior' and the item that describe it and are not part of a name. */
export const DESCRIBING: ReadonlySet<string> = new Set(
  words(`football basketball rugby baseball tennis running cycling ski snow swim school riding golf hockey cricket gym dance ballet sports walking hiking rain winter summer thermal
    cotton organic merino wool fleece denim leather suede knit knitted woven jersey linen velvet cord padded quilted waterproof lightweight insulated hooded lined
    soft sole slim regular relaxed fit crew round v neck long short half full zip sleeve sleeved sleeveless striped printed print logo graphic first little
    black white navy blue red green grey gray pink yellow purple brown beige cream orange maroon burgundy olive khaki charcoal tan camel rust mustard teal turquoise lilac lavender coral peach mint
    gold silver rose ivory ecru stone sand nude multi multicoloured multicolour multicolor colour coloured colourblock colourblocked dark light pale bright washed solid plain striped stripe stripes check checked checks plaid tartan floral dot
    polka spot spotted camo camouflage leopard animal embroidered embellished pleated ruched smocked ribbed rib mesh lace satin silk cashmere lambswool alpaca viscose jersey polyester nylon
    corduroy twill canvas chambray flannel tweed faux real vegan fur sherpa borg recycled sustainable stretch skinny straight tapered wide loose oversized cropped tailored fitted essential classic
    basic casual formal smart sport sports sporty training performance outdoor everyday premium original heavyweight midweight waterproof windproof water resistant repellent thermal warm
    blend pom hoodless collar polo zip zipped button hooded pack of set piece pocket pockets tie dye ombre ringer raglan baggy boxy mid high low rise waist midi mini maxi puff frill ruffle ruffled vintage retro new big small large
    blend pom fair isle aran breton cable and in knee ankle calf length lightweight padded down t dial analog analogue digital chronograph`),
)
/** Items with prints, whose texts are often sayings or names: 'Lost Boys Tee'. */
export const WITH_PRINTS =
  /\b(?:tees?|t shirts?|tshirts?|hood(?:y|ies?)|sweat(?:shirt|er)s?|jumpers?|totes?|caps?(?! (?:sleeve|toe))|tanks?|mugs?)\b/
/** Before 'girls', 'boys', 'men' or 'kids', these make it a name or a saying: 'Beach Boys', 'Mad Men'. */
export const OF_NAMES: ReadonlySet<string> = new Set(
  words(`beach bad good mean lost mad spice party wild home old cool new sad golden gilmore golden pretty dirty fly x city material backstreet beastie pet cover career working powerpuff gossip
    it that those these my our your all some few two three the a angry grumpy real dream rude it indie skater hot rich broke mr wise nasty strong smart ramblin shop hardy derry trailer sonic wasted inner destinys flower moon problem poster only pussycat venga geto horrible golden lemon`),
)

/** After a plural at the start, these make it a saying, a name or an occasion. */
export const SAYING: ReadonlySet<string> = new Set(
  words(`trip night nights weekend club gang rule rules just team talk day out crew of in on at who will wont dont never band vs tour like love wanna can are want gone
    see say need get let behaving squad brunch holiday hen made only run code power choir choice of`),
)

/** After 'baby', these are a colour, a material or a cut for adults. */
export const AFTER_BABY: ReadonlySet<string> = new Set(
  words(`blue pink yellow lilac lavender mint green peach purple grey gray violet turquoise coral red rose cord corduroy alpaca merino cashmere camel llama yak mohair lambswool suede
    calf rib tee doll dolls heel heels hair shark needlecord pinstripe check gingham soft spice phat pointelle lock locks hoop hoops green bow bump shower ruffle frill pleat boucle bubble loop love face yoda carrier monitor bouncer cot bath book gate`),
)
/** Things for babies with names that nothing else has. */
export const OF_BABIES: ReadonlySet<string> = new Set(
  words(`sleepsuit sleepsuits babygrow grow grows onesie onesies romper rompers bodysuit bodysuits strampler body booties bib bibs bonnet layette swaddle snowsuit pramsuit pram shoes clothes
    clothing wear vest vests mittens toddler toddlers blanket gift set dungarees leggings accessories essentials`),
)
/** Things that only babies have, whatever comes before them. */
export const ONLY_OF_BABIES: ReadonlySet<string> = new Set(
  words('sleepsuit sleepsuits babygrow onesies layette swaddle pramsuit bib bibs bootees nappy muslin strampler'),
)
/** Names of persons who are not the wearer, occasions, and things that are only like those of men or women. */
export const BLOCKED = new RegExp(
  [
    "\\b(?:femmes? fatales?|jojo maman bebe|bimba y lola|women'?secret|comme des garcons|enfants? (?:terrible|riches)|prima donna|wild child|love child|girl'?s best|boy meets",
    'old boys?|kids? (?:in america|these days)|kindergarten|jungenhaft|ladies who',
    "(?:wom[ae]n|m[ae]n|ladies|girl|boy|kid|child|children)'?s?'? (?:day|night)",
    "(?:wom[ae]n|m[ae]n)'?s?'?(?:wear)?[ -](?:style|styled|inspired|look))\\b",
  ].join('|'),
  'g',
)
