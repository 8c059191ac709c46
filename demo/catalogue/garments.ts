import type { GarmentKind } from '../demo.types.ts'

export interface Garment {
  /** True if its name takes a plural verb: jeans, boots, earrings. */
  plural: boolean
  /** How it is worn; also decides which sentences about fit and wear apply. */
  group: GarmentGroup
  /** Complete sentences about its construction; none may contradict the drawing. */
  details: readonly string[]
  /** Lower-case occasion tags. */
  occasions: readonly string[]
  /** The subject of the close-up, for the picture's alt text. */
  closeUp: string
}

export type GarmentGroup =
  | 'dress'
  | 'outer'
  | 'tailored'
  | 'top'
  | 'sweat'
  | 'knit'
  | 'denim'
  | 'bottom'
  | 'shorts'
  | 'skirt'
  | 'sport'
  | 'swim'
  | 'swim-shorts'
  | 'lingerie'
  | 'kids'
  | 'heel'
  | 'boot'
  | 'flat'
  | 'trainer'
  | 'run-shoe'
  | 'bag'
  | 'clutch'
  | 'jewel'
  | 'watch'
  | 'eyewear'
  | 'head'
  | 'beanie'
  | 'scarf'
  | 'light-scarf'
  | 'belt'

function garment(
  group: GarmentGroup,
  plural: boolean,
  closeUp: string,
  occasions: readonly string[],
  details: readonly string[],
): Garment {
  return { group, plural, closeUp, occasions, details }
}

/** The texts about each kind of garment. */
export const GARMENTS: Readonly<Record<GarmentKind, Garment>> = {
  dress: garment(
    'dress',
    false,
    'neckline',
    ['everyday', 'work', 'lunch'],
    [
      'Pockets are set into the side seams, deep enough for a phone.',
      'The bodice is faced in its own cloth, so no label scratches and nothing peeps out.',
      'Two small darts at the back give it shape without a zip pull to wrestle with.',
      'The hem is turned twice and stitched blind; there are {3-5} cm to let down.',
      'French seams inside mean that it looks as tidy on the hanger as on you.',
      'The waist seam sits where you bend, so it stays put when you sit down.',
    ],
  ),
  'maxi-dress': garment(
    'dress',
    false,
    'bodice',
    ['occasion', 'wedding guest', 'holiday'],
    [
      'The skirt is cut in {4|6|8} panels, so the fullness starts low and swings.',
      'A half-lining stops at the knee and leaves the rest free to move.',
      'Side pockets are hidden in the seams and do not pull.',
      'From shoulder to hem it measures {132-142/2} cm in the middle size.',
      'The straps and armholes are finished with narrow binding of the same cloth.',
      'Weight in the hem keeps the skirt down on a windy terrace.',
    ],
  ),
  coat: garment(
    'outer',
    false,
    'collar',
    ['work', 'everyday', 'winter'],
    [
      'Sleeves are set by hand at the crown, which is why the shoulder looks round and not boxed.',
      'There are two welt pockets outside, one inside for a wallet and one for a phone.',
      'The back has a vent deep enough to sit in a car without unbuttoning.',
      'It is fully lined, with a pleat at the back of the lining for reach.',
      'Undercollar and facing are felled by hand so that the roll stays.',
      'Buttonholes are worked and gimped; a spare button is sewn inside.',
    ],
  ),
  trench: garment(
    'outer',
    false,
    'storm flap and buttons',
    ['work', 'everyday', 'rain'],
    [
      'The belt is stiffened and holds a knot as well as a buckle.',
      'A deep back yoke lets rain run off before it reaches the seam.',
      'Seams are lapped and stitched twice, in the manner of army surplus.',
      'Pockets can be reached from inside and outside.',
      'The lining is {viscose twill|cotton check|striped cupro} to the waist and bound seams below.',
    ],
  ),
  jacket: garment(
    'outer',
    false,
    'front and pocket',
    ['everyday', 'weekend'],
    [
      'Two inside pockets are big enough for a paperback.',
      'The sleeves are cut in two pieces with a little bend at the elbow.',
      'Stress points are bar-tacked, {14|18|22} of them in all.',
      'The hem can be drawn in from inside the pockets.',
      'It is unlined, and the seams are bound in {cotton|contrast} tape.',
      'A hanging loop of the same cloth is sewn in firmly enough to use.',
    ],
  ),
  'biker-jacket': garment(
    'outer',
    false,
    'zip and lapel',
    ['evening', 'everyday'],
    [
      'The zips are heavy and run both ways; the pulls are leather.',
      'Action pleats behind the shoulders open when you reach for the bars, or for a taxi.',
      'The lining is quilted through the body and smooth in the sleeve.',
      'Panels are cut from matching parts of the skin, which takes one and a half hides.',
      'The cuffs close with a short zip over a gusset.',
    ],
  ),
  puffer: garment(
    'outer',
    false,
    'quilting and zip',
    ['winter', 'everyday', 'outdoor'],
    [
      'The baffles are stitched through a tape, so there are no cold lines.',
      'Hand pockets are lined in brushed tricot and close with a zip.',
      'A drawcord at the hem seals it with one hand.',
      'It weighs {420-680/10} g and packs into its inside pocket.',
      'The collar is lined in soft fleece at the chin.',
    ],
  ),
  blazer: garment(
    'tailored',
    false,
    'lapel',
    ['work', 'occasion'],
    [
      'The chest is half-canvassed, so the lapel rolls and does not fold.',
      'Shoulders are soft, with {no padding at all|a single thin layer of wadding}.',
      'The cuffs have working buttonholes and room to shorten.',
      'Inside, the seams are bound and the lining stops at the shoulder blades.',
      'A ticket pocket sits inside, where it does not spoil the line.',
      'There are {2|3} cm of turnings at the centre back for alterations.',
    ],
  ),
  shirt: garment(
    'top',
    false,
    'collar and placket',
    ['work', 'everyday'],
    [
      'The buttons are {corozo|mother-of-pearl|recycled shell}, cross-stitched and shanked.',
      'A split yoke lets the shoulders move separately.',
      'Seams are single-needle, {18|20|22} stitches to the inch.',
      'The tail is curved to wear out or in.',
      'Collar and cuffs are interlined with woven cotton, not glue.',
    ],
  ),
  blouse: garment(
    'top',
    false,
    'neckline',
    ['work', 'lunch', 'evening'],
    [
      'The fullness is gathered into a narrow yoke at the back.',
      'There is a narrow facing at the neck, so it lies flat under a jacket.',
      'It is cut long enough to stay tucked in.',
      'Shoulder seams are brought forward by a finger, so the gathers fall to the front.',
      'Inside, French seams are finished as narrow as the cloth allows.',
    ],
  ),
  tee: garment(
    'top',
    false,
    'neckline',
    ['everyday', 'weekend'],
    [
      'The neck rib is {2|2.5} cm with a little elastane, and it does not go wavy.',
      'Taping from shoulder to shoulder keeps it square.',
      'Hems are twin-needled and a touch longer at the back.',
      'There is no label, just a print inside the neck.',
      'Shoulder seams are shifted forward, out of the way of a rucksack.',
    ],
  ),
  polo: garment(
    'top',
    false,
    'collar and placket',
    ['everyday', 'weekend'],
    [
      'The collar is fully fashioned and stands up under a jacket.',
      'Side vents are taped so they do not tear.',
      'The placket is faced in poplin to lie flat.',
      'The buttons are {mother-of-pearl|corozo} and there is a spare.',
    ],
  ),
  hoodie: garment(
    'sweat',
    false,
    'hood and drawcord',
    ['weekend', 'everyday', 'lounge'],
    [
      'The hood is double and cut in three pieces, so it sits up and does not choke.',
      'Side panels of rib let it stretch where you do.',
      'The drawcord is flat, knotted and tipped with metal.',
      'Seams are cover-stitched with four needles.',
      'The pocket is bar-tacked at every corner and holds two hands and a phone.',
    ],
  ),
  knit: garment(
    'knit',
    false,
    'stitch and neckline',
    ['everyday', 'weekend', 'work'],
    [
      'Panels are knitted to shape, so nothing is cut and nothing unravels.',
      'Fully fashioned marks show at the armhole, as they should.',
      'The neck is picked up and knitted on by hand.',
      'Cuffs and hem are in {1 by 1|2 by 2} rib, long enough to turn once.',
      'It is washed in soft water and dried flat for two days before it is pressed.',
    ],
  ),
  cardigan: garment(
    'knit',
    false,
    'button band',
    ['everyday', 'work', 'weekend'],
    [
      'The button band is knitted double and backed with grosgrain.',
      'Buttons are {real horn|corozo nut|pressed milk}; a spare comes in a paper fold.',
      'The shoulder is linked, loop to loop, so the cardigan hangs level.',
      'Pockets are knitted in rather than sewn on, and do not sag.',
      'Sleeves are long enough to push up and stay there.',
    ],
  ),
  jeans: garment(
    'denim',
    true,
    'pocket and rivets',
    ['everyday', 'weekend'],
    [
      'The pockets are deep at the front, with bags in {unbleached|recycled} cotton.',
      'The yoke is steep, which lifts the back.',
      'The hem is chain-stitched and will rope as it fades.',
      'The fly is {buttoned|zipped with a brass zip}, and the belt loops are tucked into the waistband.',
      'The copper rivets are hidden inside the back pockets, so they do not scratch chairs.',
      'The inseams are felled and topstitched in {ochre|tobacco|tonal} thread.',
    ],
  ),
  trousers: garment(
    'bottom',
    true,
    'waistband and pocket',
    ['work', 'everyday', 'occasion'],
    [
      'The waistband has a curtain inside, so a shirt stays in.',
      'There are {4|5} cm of hem to let down.',
      'The front pockets are slanted; the back ones close with a button.',
      'The rise is cut in one with the fly facing and lies flat.',
      'The seat seam is left wide enough to let out.',
      'Pocket bags are cut in strong cotton and overlocked twice.',
    ],
  ),
  leggings: garment(
    'sport',
    true,
    'waistband',
    ['running', 'training', 'yoga'],
    [
      'The waistband is double, {9|10|11} cm high and has no drawcord to knot.',
      'A pocket at the back takes a key and two gels.',
      'A gusset of lighter knit moves with the stride.',
      'The phone pocket on the thigh is tight enough not to bounce.',
      'Seams are flat-locked with {four|six} threads.',
    ],
  ),
  shorts: garment(
    'shorts',
    true,
    'waistband and pocket',
    ['weekend', 'holiday', 'everyday'],
    [
      'The pockets are deep enough for a phone that stays in when you sit.',
      'The hem is wide and turned to allow for a let-down of {3|4} cm.',
      'The waistband is cut straight in front and slightly elasticated behind.',
      'The seams are felled and will outlast the summer.',
    ],
  ),
  skirt: garment(
    'skirt',
    false,
    'waistband',
    ['everyday', 'work', 'weekend'],
    [
      'It closes with an invisible zip on the left.',
      'The lining is cut narrower than the skirt, so it does not ride up.',
      'Two darts at the back shape it over the hip.',
      'The waistband is faced with grosgrain to keep its line.',
    ],
  ),
  'midi-skirt': garment(
    'skirt',
    false,
    'waistband and folds',
    ['work', 'everyday', 'occasion'],
    [
      'It can be let out by {2|3} cm at the back seam.',
      'Pockets sit in the side seams and disappear when empty.',
      'The waistband is stiffened in front and soft behind.',
      'It falls {76-84/2} cm from the waist.',
      'The hem is finished by hand after the skirt has hung for a night.',
    ],
  ),
  jumpsuit: garment(
    'dress',
    false,
    'bodice and waist',
    ['occasion', 'evening', 'everyday'],
    [
      'The zip runs low enough to get out of by yourself.',
      'The waist is marked by a seam and hidden elastic at the back.',
      'The rise is long on purpose: it does not pull when you sit.',
      'Pockets slant into the side seams.',
      'The leg is pressed with a soft crease.',
    ],
  ),
  swimsuit: garment(
    'swim',
    false,
    'straps and neckline',
    ['holiday', 'beach', 'pool'],
    [
      'The front is fully lined; the back is single for quick drying.',
      'A hidden shelf of power mesh supports without wire.',
      'The leg line is bound with soft elastic that does not cut.',
      'The straps are adjustable, and their sliders will not rust.',
      'Seams are zigzagged with thread that stretches as far as the fabric.',
    ],
  ),
  'lingerie-set': garment(
    'lingerie',
    false,
    'lace edge',
    ['everyday', 'gift'],
    [
      'The bra is soft-cup and works without wires.',
      'Straps adjust at the front, where you can reach them.',
      'The band closes with {two|three} rows of hooks.',
      'The gusset is lined in organic cotton.',
      'The set comes with spare strap sliders in a muslin bag.',
    ],
  ),
  trainer: garment(
    'trainer',
    true,
    'laces and sole',
    ['everyday', 'weekend'],
    [
      'The footbed lifts out and can be washed.',
      'The heel counter is firm, the collar soft.',
      'The toe is reinforced from inside, where it wears first.',
      'The laces are waxed cotton; a second pair is in the box.',
      'Eyelets are punched and stitched rather than glued.',
    ],
  ),
  boot: garment(
    'boot',
    true,
    'shaft and sole',
    ['everyday', 'winter'],
    [
      'The sole is stitched on and can be replaced twice.',
      'The shaft measures {34-38} cm round in a size 38.',
      'The insole is cork and takes your shape in ten wears.',
      'The toe keeps its line thanks to a leather puff under the skin.',
      'The stitching is {5|6} to the inch, in waxed linen.',
    ],
  ),
  'ankle-boot': garment(
    'boot',
    true,
    'ankle and heel',
    ['everyday', 'work', 'evening'],
    [
      'The lining is glove leather down to the toe.',
      'A pull tab at the back is folded into the seam.',
      'The shaft is cut to clear the ankle bone when you drive.',
      'The sole is leather with a rubber half sole already fitted.',
    ],
  ),
  heel: garment(
    'heel',
    true,
    'heel and toe',
    ['occasion', 'evening', 'work'],
    [
      'The insole has {4|5} mm of foam under the ball of the foot.',
      'The heel is set slightly forward, below the bone, which is where balance is.',
      'The edge of the topline is rolled so that it does not cut.',
      'A steel shank runs from heel to arch.',
      'The sole is leather; a rubber half sole can be added at the first repair.',
    ],
  ),
  sandal: garment(
    'flat',
    true,
    'straps',
    ['holiday', 'summer', 'everyday'],
    [
      'The footbed is padded and covered in soft leather.',
      'The straps pass through the sole and are not just glued to its edge.',
      'The sole is rubber-tipped at the heel for wet terraces.',
    ],
  ),
  loafer: garment(
    'flat',
    true,
    'apron seam',
    ['work', 'everyday'],
    [
      'The apron is sewn by hand with two needles.',
      'The quarters are left unlined, so the shoe bends on the first day.',
      'The sole is Blake-stitched and thin enough to feel the street.',
      'The heel has a rubber quarter tip, which is cheap to renew.',
      'The back seam is covered by a leather strip that saves your socks.',
    ],
  ),
  tote: garment(
    'bag',
    false,
    'handle and seam',
    ['work', 'everyday', 'travel'],
    [
      'It holds a {13|14|15}-inch laptop, a jumper and lunch.',
      'The handles drop {24-28} cm, enough for a winter coat.',
      'Inside there is one zipped pocket and a clip for keys.',
      'The base is doubled, so it stands where you put it.',
    ],
  ),
  crossbody: garment(
    'bag',
    false,
    'clasp and strap',
    ['everyday', 'evening', 'travel'],
    [
      'The strap adjusts from {95|100|105} to {120|125} cm.',
      'It takes a phone, a small wallet, keys and a pair of glasses.',
      'A flat pocket at the back is for tickets.',
      'The gusset is cut in one piece round three sides.',
    ],
  ),
  backpack: garment(
    'bag',
    false,
    'straps and buckle',
    ['work', 'travel', 'everyday'],
    [
      'It holds {16|18|20|22} litres, with a sleeve for a {14|15}-inch laptop.',
      'The back panel is padded and the straps are curved.',
      'A second zip reaches the laptop from the side.',
      'Straps are sewn into the seam and bar-tacked with {42|60} stitches.',
      'The inside is pale, so you can find things.',
    ],
  ),
  clutch: garment(
    'clutch',
    false,
    'clasp',
    ['evening', 'occasion', 'wedding guest'],
    [
      'It has room for a phone, cards, keys and a lipstick.',
      'A chain of {110|115|120} cm tucks away inside.',
      'The lining is {suede|grosgrain|cotton sateen}, with one card slot.',
      'It is {22|24|26} cm wide and as flat as its contents.',
    ],
  ),
  ring: garment(
    'jewel',
    false,
    'setting',
    ['everyday', 'gift', 'occasion'],
    [
      'The edges are softened, so it stacks without scratching its neighbour.',
      'The inside is slightly domed, so it turns without pinching.',
      'It is cast in one piece and finished with a {satin|bright} polish.',
      'It can be resized by two sizes either way.',
    ],
  ),
  necklace: garment(
    'jewel',
    false,
    'pendant',
    ['everyday', 'gift', 'occasion'],
    [
      'The chain is {40|42|45} cm with a {3|5} cm extender.',
      'The clasp is large enough to close with cold hands.',
      'The finish is polished in front and satin behind.',
    ],
  ),
  earrings: garment(
    'jewel',
    true,
    'fittings',
    ['everyday', 'gift', 'occasion'],
    [
      'Each weighs {1.4|1.8|2.1|2.6} g, so you forget them by noon.',
      'The posts are solid, and the butterflies grip properly.',
      'They measure {12-28/2} mm from top to bottom.',
      'The pair is matched by hand and mirrored left and right.',
    ],
  ),
  bracelet: garment(
    'jewel',
    false,
    'clasp',
    ['everyday', 'gift'],
    [
      'It weighs {6|8|11|14} g, enough to feel and not to clank.',
      'It is shaped to an oval, as wrists are.',
      'The inner face is polished as well as the outer.',
    ],
  ),
  watch: garment(
    'watch',
    false,
    'dial',
    ['everyday', 'work', 'gift'],
    [
      'The case is {32|34|36|38} mm across and {7|7.5|8} mm thin.',
      'The hands are tapered, and the seconds sweep at the six.',
      'The strap has quick-release bars and changes without tools.',
      'It is water-resistant to {30|50} metres, so rain and dishes are fine.',
    ],
  ),
  sunglasses: garment(
    'eyewear',
    true,
    'hinge and lens',
    ['holiday', 'summer', 'driving'],
    [
      'The lens measures {48-54} mm, the bridge {18-21} mm.',
      'Wire cores in the temples can be bent to fit.',
      'They come in a folding case with a cloth.',
      'The nose pads are moulded in one with the frame.',
    ],
  ),
  hat: garment(
    'head',
    false,
    'brim and band',
    ['summer', 'holiday', 'everyday'],
    [
      'The crown is lined in front, so it keeps its shape.',
      'A drawstring inside the band adjusts it by {2|3} cm.',
      'The sweatband is cotton and can be sponged.',
      'It weighs {60|75|90} g and is soon forgotten.',
    ],
  ),
  beanie: garment(
    'beanie',
    false,
    'rib',
    ['winter', 'everyday', 'outdoor'],
    [
      'It covers the ears without being asked.',
      'The crown is decreased in {4|5|6} sections and closed by hand.',
      'It is knitted in the round, without a seam.',
      'The rib is doubled at the forehead, where wind finds the gaps.',
    ],
  ),
  scarf: garment(
    'scarf',
    false,
    'edge',
    ['winter', 'gift', 'everyday'],
    [
      'It weighs {140|160|190} g, which is little for so much warmth.',
      'The yarn is twisted twice, so it does not pill under a chin.',
      'The edges are finished on the loom, so there is no right or wrong side.',
      'It is washed before it is sold and as soft as it will ever be.',
    ],
  ),
  belt: garment(
    'belt',
    false,
    'buckle',
    ['everyday', 'work'],
    [
      'It is cut from the back of the hide, where the leather stretches least.',
      'The metal is solid and will not flake.',
      'The leather is {3|3.5} mm thick and in one piece.',
      'The edges are bevelled, burnished and waxed.',
    ],
  ),
}
