import type { GarmentGroup } from './garments.ts'

/** A sentence for any product, or only for some groups. */
export type Sentence = string | { readonly groups: readonly GarmentGroup[]; readonly text: string }

function only(groups: readonly GarmentGroup[], text: string): Sentence {
  return { groups, text }
}

const CUT_AND_SEWN: readonly GarmentGroup[] = ['dress', 'outer', 'tailored', 'top', 'denim', 'bottom', 'skirt']
const CLOTHES: readonly GarmentGroup[] = [...CUT_AND_SEWN, 'knit', 'sport', 'swim', 'lingerie']
const KNITTED: readonly GarmentGroup[] = ['knit', 'head', 'scarf']
const DENIM: readonly GarmentGroup[] = ['denim', 'outer']
const SWIM: readonly GarmentGroup[] = ['swim', 'head', 'bag']
const SHOES: readonly GarmentGroup[] = ['heel', 'boot', 'flat', 'trainer']
const LEATHERWORK: readonly GarmentGroup[] = ['bag', 'belt']

export interface Voice {
  /** First sentences; `{Piece}` is the product with its article, `{cloth}` its material. */
  leads: readonly Sentence[]
  /** Last sentences; true of any product of the brand. */
  closers: readonly Sentence[]
  styleTags: readonly string[]
  /** The audience by gender; 'anyone' if omitted. */
  audience: Readonly<Partial<Record<string, string>>>
}

/** First sentences for every brand. */
export const COMMON_LEADS: readonly string[] = [
  '{Piece} in {cloth}.',
  '{Piece} made of {cloth}.',
  '{Piece} in {colour} {cloth}.',
  '{Piece} in {first}.',
]

/** The voice of each brand, by partner key. */
export const VOICES: Readonly<Record<string, Voice>> = {
  'oswick-and-dray': {
    leads: [
      '{Piece} in {cloth}, chosen to sit beside our tailoring.',
      only(CUT_AND_SEWN, '{Piece} cut from {cloth}, drafted in our own workroom.'),
      only(CUT_AND_SEWN, '{Piece} in {cloth}, from a block that we have been correcting since our first season.'),
      'The {given} began as a customer’s commission: {piece} in {cloth}.',
      '{Piece} in {colour} {cloth}, meant to be worn hard.',
      'First seen on someone waiting for the 38 bus, since redrawn: {piece} in {cloth}.',
      only(CUT_AND_SEWN, '{Piece} for people who own an iron and would rather not use it.'),
      only(CLOTHES, 'Our cutters’ favourite this season, {piece} in {cloth}.'),
    ],
    closers: [
      only(CUT_AND_SEWN, 'Alterations are explained on the inside label.'),
      only(CUT_AND_SEWN, 'The first alteration is on us.'),
      only(CUT_AND_SEWN, 'Chalked, cut and finished in London.'),
      only(['outer', 'tailored'], 'Hang on a wide hanger and brush, rather than clean.'),
      only(['tailored'], 'A good tailor will find enough turnings to let it out.'),
      only(CUT_AND_SEWN, 'The cloth mill is named on the ticket.'),
    ],
    styleTags: ['tailored', 'classic', 'minimal', 'smart', 'heritage', 'workwear'],
    audience: { women: 'Women who dress for work and stay for dinner', men: 'Men who want tailoring without ceremony' },
  },
  linhavento: {
    leads: [
      '{Piece} in {cloth}, made for shutters half closed.',
      'Made in a morning and worn for years: {piece} in {cloth}.',
      '{Piece} in {cloth}, in the {first} of a wall in {given}.',
      only(CUT_AND_SEWN, '{Piece} for the hours between lunch and the first breeze, in {cloth}.'),
      only(CUT_AND_SEWN, 'Cut loose in {cloth}: {piece} for heat and slow walking.'),
      '{Piece} in {cloth}, dyed {colour} in a small vat.',
      only(CUT_AND_SEWN, 'The studio wears this one all August: {piece} in {cloth}.'),
    ],
    closers: [
      'Sewn in our studio in Lisbon.',
      'Each dye lot differs by a breath.',
      'Wash at thirty degrees, hang in the wind.',
      only(['top', 'outer'], 'Buttons are made of corozo nut.'),
      'Offcuts become the pouch that it comes in.',
      'Roll it, never fold it, and it is ready on arrival.',
    ],
    styleTags: ['relaxed', 'natural', 'coastal', 'minimal', 'artisan', 'holiday'],
    audience: {
      women: 'Women who dress for warm places',
      men: 'Men who dress for warm places',
      unisex: 'Anyone in warm places',
    },
  },
  lowstoop: {
    leads: [
      only(CUT_AND_SEWN, '{piece} in {cloth}, cut big on purpose.'),
      'named after {given}, made in {cloth}.',
      '{piece} in {cloth}. sizes run out, feelings stay.',
      'thursday’s drop: {piece} in {cloth}.',
      '{piece} in {first}, because everything else was taken.',
      '{piece} we could not find anywhere, so we made it. {cloth}, no shortcuts.',
      'run of two hundred: {piece} in {cloth}.',
      '{piece} for standing around in, in {cloth}.',
      'first drawn on a pizza box, now {piece} in {cloth}.',
    ],
    closers: [
      only(CLOTHES, 'printed label, no scratchy tag.'),
      'gone when it is gone.',
      only(CUT_AND_SEWN, 'dante wears his two sizes up. dante is not wrong.'),
      only(CLOTHES, 'wash cold, dry low, repeat.'),
      only([...CUT_AND_SEWN, 'bag'], 'cut and sewn within forty miles of the shop.'),
      'free sticker in the bag, as always.',
      'picked up at the shop it comes with a nod.',
      'no restock planned. ask nicely.',
      only(CUT_AND_SEWN, 'worn in by wash six.'),
    ],
    styleTags: ['streetwear', 'oversized', 'utility', 'skate', 'graphic', 'casual'],
    audience: { unisex: 'Streetwear regulars', women: 'Women who shop the whole floor', men: 'Men who like it boxy' },
  },
  'inverskerry-mill': {
    leads: [
      only(KNITTED, '{Piece} in {cloth}, knitted in the shed at Inverskerry.'),
      '{Piece} in {colour} {cloth}, dyed in our own vat.',
      only(KNITTED, 'Knitted from {cloth} on a frame older than any of us: {piece}.'),
      '{Piece} for the first boat and the last, in {cloth}.',
      'Named for {given}, which is windy: {piece} in {cloth}.',
      '{Piece} in {cloth}, from fleece that we could see from the window.',
      only(KNITTED, '{Piece} in {cloth}, taken from a pattern book of {1928|1934|1951|1957}.'),
    ],
    closers: [
      'Mending is free for five years.',
      'Wash by hand in lukewarm water and dry flat.',
      'The farm is named on the label.',
      'Air it overnight and you will seldom need to wash it.',
      only(KNITTED, 'Comes with a card of darning wool.'),
      only(KNITTED, 'Knitted, linked and washed under one roof.'),
    ],
    styleTags: ['heritage', 'rustic', 'classic', 'cosy', 'country', 'artisan'],
    audience: {
      women: 'Women who walk in all weather',
      men: 'Men who walk in all weather',
      unisex: 'Anyone who walks in all weather',
      kids: 'Children who play outdoors',
    },
  },
  stilvejr: {
    leads: [
      '{Piece} in {cloth}. Nothing else.',
      '{Piece} in {cloth}, and one thing fewer than last year.',
      '{Piece} for weather that cannot decide, in {cloth}.',
      only(['outer', 'knit', 'head', 'bottom'], '{Piece} for crossing a bridge in February.'),
      only(['outer', 'sport', 'bottom', 'bag', 'watch'], '{Piece} in {cloth}, reduced to {7|9|11|12} parts.'),
      only(['outer', 'bottom', 'bag', 'sport'], 'Designed for the commute: {piece} in {cloth}.'),
      '{Piece} in {cloth}, without a visible logo.',
    ],
    closers: [
      only(['outer', 'bag', 'watch'], 'Spare parts are listed on our site.'),
      only(['outer', 'bottom', 'bag'], 'Free of fluorocarbons.'),
      'Made in {Estonia|Lithuania|Portugal}, in a factory that we visit every quarter.',
      only(['outer', 'bottom', 'bag', 'sport'], 'One reflective dot at the back, visible only in headlights.'),
      only(['outer', 'bag', 'watch', 'sport'], 'Repaired for the price of the part.'),
      only(['outer', 'sport', 'head', 'bottom'], 'Tested on the harbour bridge in January.'),
    ],
    styleTags: ['minimal', 'outdoor', 'technical', 'commuter', 'scandinavian', 'functional'],
    audience: { women: 'Women who cycle to work', men: 'Men who cycle to work', unisex: 'People who cycle to work' },
  },
  calzavetta: {
    leads: [
      only(SHOES, '{Piece} in {cloth}, lasted by hand in Vigevano.'),
      'Named after {given}, who always walked ahead: {piece} in {cloth}.',
      only(SHOES, '{Piece} in {cloth}, on a last carved for my mother.'),
      only(SHOES, '{Piece} in {colour}, because stone floors deserve it.'),
      'Drawn with a single line, {piece} in {cloth}.',
      only(SHOES, '{Piece} in {colour} {cloth}, light on the foot and firm at the heel.'),
      only(SHOES, '{given} would have worn them to the market: {piece} in {cloth}.'),
    ],
    closers: [
      only(SHOES, 'Each pair rests on the last for {three|four|five} days.'),
      only(['heel'], 'The box holds a felt bag and spare heel tips.'),
      only(['heel', 'boot', 'flat'], 'We resole them in the bottega in a week.'),
      'Delivered in a felt bag, in a box worth keeping.',
      'Checked by Fiorenza herself, which takes longer.',
      only(SHOES, 'The maker’s initials are under the arch.'),
      only(['boot', 'flat'], 'Put in wooden trees, they will outlive the fashion.'),
    ],
    styleTags: ['elegant', 'italian', 'feminine', 'evening', 'classic', 'sculptural'],
    audience: { women: 'Women who walk in good shoes', men: 'Men who walk in good shoes' },
  },
  wrenhallam: {
    leads: [
      only(['jewel'], '{Piece} in {cloth}, made at one bench.'),
      '{Piece} in {cloth}, small enough to forget and good enough to notice.',
      'The {given} is {piece} in {cloth}, drawn from life.',
      '{Piece} in {cloth}, with nothing added for show.',
      only(['jewel'], 'Filed by hand from {cloth}: {piece} for daily wear.'),
      only(['jewel'], '{Piece} with the weight of a thing that was made and not stamped.'),
      'A bird in the hand: {piece} in {cloth}.',
    ],
    closers: [
      only(['jewel'], 'Hallmarked in Birmingham.'),
      'Comes with a card signed by whoever made it.',
      only(['jewel'], 'A polish is free whenever you pass.'),
      'Boxed in recycled card with a cotton pouch.',
      'Repairs take a week and usually cost nothing.',
    ],
    styleTags: ['delicate', 'handmade', 'minimal', 'classic', 'everyday', 'gift'],
    audience: {
      women: 'Women who choose their own jewellery',
      unisex: 'Anyone who wears one good thing',
      men: 'Men who wear one good thing',
    },
  },
  'pettifers-daughter': {
    leads: [
      only(CUT_AND_SEWN, '{Piece} from envelope no. {112-1090}, in {cloth}.'),
      only(CUT_AND_SEWN, '{Piece} in {cloth}, with the manners of {1938|1943|1947|1951|1954} and the seams of today.'),
      only(CUT_AND_SEWN, 'The {given} is {piece} in {cloth}, the sort one is asked about in queues.'),
      only(CUT_AND_SEWN, 'Aunt {given} danced in the first of these: {piece} in {cloth}.'),
      'What {given} would have ordered: {piece} in {cloth}.',
      '{Piece} in {first}, and quite right too.',
      only(CUT_AND_SEWN, '{Piece} redrawn from the archive in {cloth}.'),
      only(CUT_AND_SEWN, '{Piece} in {cloth}, good for weddings, Wednesdays and the pier.'),
    ],
    closers: [
      only(['top', 'dress'], 'Two spare buttons are sewn inside the hem.'),
      'A drawing of the old envelope comes with it.',
      'Posted in tissue with a bit of ribbon.',
      only(CLOTHES, 'Sizes agree with each other right across our range.'),
      only(['dress', 'top', 'skirt'], 'Cool iron, and do hum while you are at it.'),
      only(CLOTHES, 'Made in small numbers in Leicester.'),
    ],
    styleTags: ['vintage', 'feminine', 'romantic', 'retro', 'printed', 'playful'],
    audience: { women: 'Women who like a waist and a pocket', girls: 'Girls who want pockets too' },
  },
  splitridge: {
    leads: [
      '{Piece} in {cloth}, built for {steep climbs|long descents|race day|winter base miles|dawn starts}.',
      '{Piece} in {cloth}. Field-tested for {300|400|600|900} miles before launch.',
      'Job: {keep moving in wind|carry less uphill|stay dry above the trees|hold pace on technical ground}. Tool: {piece} in {cloth}.',
      '{Piece} reworked after two seasons of field notes.',
      '{Piece} in {cloth}, with every gram argued over.',
      'Built for the {given} loop and harder: {piece} in {cloth}.',
      '{Piece} in {cloth}, for {road to trail|alpine trails|desert heat|wet singletrack}.',
    ],
    closers: [
      'What failed in testing is listed on our page.',
      only(['sport', 'outer', 'trainer', 'bag'], 'Reflective trim faces front and back.'),
      'Tested above 8,000 feet in Colorado.',
      'Covered by our repair shop for life.',
      'Run in it for 45 days; return it if it fails you.',
      'Field team verdict: {keeper|carry it every time|no hot spots|packs smaller than lunch}.',
    ],
    styleTags: ['running', 'technical', 'performance', 'trail', 'athletic', 'outdoor'],
    audience: { women: 'Women who run trails', men: 'Men who run trails', unisex: 'Trail runners' },
  },
  'tuesday-drawer': {
    leads: [
      '{Piece} in {cloth}. That is it, really.',
      '{Piece} in {cloth} at a price you can repeat.',
      '{Piece} in {cloth}, for when nobody is looking and for when they are.',
      '{Piece} in {first}, which goes with the rest of the drawer.',
      '{Piece} that {goes} with the other things you own.',
      only(CLOTHES, 'Same fit as last year: {piece} in {cloth}.'),
      '{Piece} for most days, in {cloth}.',
      'You asked for {piece} in {cloth}, so here {it} {is}.',
    ],
    closers: [
      only(CLOTHES, 'Machine-wash at 30, tumble low.'),
      only(CLOTHES, 'If it shrinks, we replace it.'),
      only(CLOTHES, 'The mill is listed on our site.'),
      only(CLOTHES, 'Available in the same fit next year.'),
      'Ships in a plain paper bag.',
      'Priced to be replaced, made not to need it.',
      'No campaign, no markup for one.',
      'Back in stock most Mondays.',
      'Buy two and forget about it.',
    ],
    styleTags: ['basics', 'casual', 'everyday', 'minimal', 'affordable', 'relaxed'],
    audience: {
      women: 'Women who want good basics',
      men: 'Men who want good basics',
      unisex: 'Anyone who wants good basics',
      kids: 'Children and whoever does their washing',
      girls: 'Girls and whoever does their washing',
      boys: 'Boys and whoever does their washing',
    },
  },
  'seitenfluegel-vier': {
    leads: [
      '{brand} shows {piece} in {cloth}.',
      '{Piece} in {cloth}: {brand} at its quietest.',
      'We waited a season for {brand} to make {piece} like this, in {cloth}.',
      '{Piece} from the {given} series by {brand}, in {cloth}.',
      '{Piece} by {brand}, in {cloth}.',
      'From the new rail of {brand}: {piece} in {cloth}.',
      '{Piece} in {cloth}, which {brand} has been refining for three seasons.',
      only(CUT_AND_SEWN, '{brand} cuts {piece} from {cloth} and leaves it at that.'),
    ],
    closers: [
      'We ordered {four|six|nine|twelve} of these and kept one.',
      'Try it in honest light, second floor.',
      'Made in an atelier in {Leipzig|Łódź|Porto|Neukölln}.',
      'Better in person, like most of us.',
      'Numbered on the inside.',
      'Not repeated next season.',
    ],
    styleTags: ['avant-garde', 'minimal', 'sculptural', 'monochrome', 'designer', 'berlin'],
    audience: {
      women: 'Women who collect clothes',
      men: 'Men who collect clothes',
      unisex: 'People who collect clothes',
    },
  },
  lastwash: {
    leads: [
      only(CLOTHES, '{Piece} in {cloth}, sewn in Portland.'),
      '{Piece} in {cloth}, built to be mended.',
      only(DENIM, 'Made with {under 300|about 280|under 260} gallons of water: {piece} in {cloth}.'),
      only(CUT_AND_SEWN, '{Piece} in {cloth}, cut from our most repaired pattern.'),
      '{Piece} for the long haul, in {cloth}.',
      '{Piece} in {cloth}, meant to come back to us for darning.',
      only(DENIM, 'The {given}: {piece} in {cloth}, made to fade slowly.'),
    ],
    closers: [
      'Comes with a repair card, good for life.',
      only(DENIM, 'Finished with ozone and light.'),
      only(DENIM, 'Send it back worn out and we pay twenty dollars for the cloth.'),
      only(['denim'], 'The water used is printed on the pocket bag.'),
      only(DENIM, 'Rosa has darned this model more than once; it holds.'),
      only(['denim', 'outer', 'bottom'], 'Wash it rarely, cold and inside out.'),
    ],
    styleTags: ['denim', 'sustainable', 'workwear', 'casual', 'americana', 'utility'],
    audience: {
      women: 'Women who keep their jeans',
      men: 'Men who keep their jeans',
      unisex: 'Anyone who keeps their jeans',
    },
  },
  'bahia-lenta': {
    leads: [
      only(['dress', 'top', 'skirt', 'flat', 'head', 'bag'], '{Piece} in {cloth}, for before and after the swim.'),
      only(['swim'], '{Piece} in {cloth}, fitted on swimmers in real surf.'),
      'Packed first, worn daily: {piece} in {cloth}.',
      only(SWIM, '{Piece} in {colour} {cloth}, made for salt.'),
      '{Piece} for a day that has no plan, in {cloth}.',
      '{Piece} in {cloth}, good from breakfast to bonfire.',
      'Found at the far end of the beach: {piece} in {cloth}.',
    ],
    closers: [
      only(['swim'], 'Rinse, shake, wear again.'),
      only(['swim'], 'Each piece keeps {18|22|24} plastic bottles’ worth of waste out of the sea.'),
      'Comes in a cotton pouch that is good for wet things.',
      'A small run; the next one will be another shade.',
      only(CLOTHES, 'Sewn in Tijuana, twenty minutes from the studio.'),
      only(['swim'], 'Stays put in waves; we checked.'),
      only(['swim', 'dress', 'top', 'skirt'], 'Dries on the walk home.'),
    ],
    styleTags: ['beach', 'resort', 'summer', 'bohemian', 'colourful', 'coastal'],
    audience: { women: 'Women who swim first', men: 'Men who swim first', unisex: 'Everyone on the beach' },
  },
  'atelier-corveane': {
    leads: [
      '{Piece} in {cloth}, drawn slowly and made slowly.',
      'Composed in three parts, {piece} in {cloth}.',
      'A study in {first}: {piece} in {cloth}.',
      '{Piece} in {cloth}, in a shade that took three attempts.',
      only(['bag'], '{Piece} in {cloth}, cut from one hide.'),
      only(LEATHERWORK, '{Piece} in {cloth}, saddle-stitched with two needles and linen thread.'),
      only(['bag'], '{Piece} in {cloth}, {nine|eleven|fourteen|sixteen} hours at the bench.'),
      only(['bag'], 'The {given} is {piece} in {cloth}, without a logo outside.'),
      only(LEATHERWORK, '{Piece} in {colour} {cloth}, made by one pair of hands.'),
    ],
    closers: [
      only(['bag'], 'Numbered and initialled inside.'),
      only(LEATHERWORK, 'The stitching is repaired free of charge, for as long as we exist.'),
      only(LEATHERWORK, 'Edges have four coats of paint.'),
      'Made in Paris, passage du Sellier.',
      'Delivered in a cotton bag.',
    ],
    styleTags: ['artisan', 'classic', 'french', 'structured', 'timeless', 'leather'],
    audience: {
      women: 'Women who carry one bag well',
      men: 'Men who carry one bag well',
      unisex: 'People who carry one bag well',
    },
  },
}

/** Returns the sentences that fit the group. */
export function sentencesFor(sentences: readonly Sentence[], group: GarmentGroup): readonly string[] {
  return sentences.flatMap((sentence) => {
    if (typeof sentence === 'string') return [sentence]
    return sentence.groups.includes(group) ? [sentence.text] : []
  })
}
