import type { ColourName } from './colours.ts'

export interface Material {
  /** The text on the label. `{a|b}` is a choice, `{a-b}` a number in the range. */
  label: string
  /** The name in running text, without an article: 'washed linen'. */
  cloth: string
  /** Lower-case search tags. */
  tags: readonly string[]
  seasons: readonly ('spring' | 'summer' | 'autumn' | 'winter' | 'all year')[]
  /** Complete sentences about the material, true of everything made of it. */
  facts: readonly string[]
  /** The only possible colours, if limited. */
  colours?: readonly ColourName[]
}

function material(
  label: string,
  cloth: string,
  tags: readonly string[],
  seasons: Material['seasons'],
  facts: readonly string[],
  colours?: readonly ColourName[],
): Material {
  return { label, cloth, tags, seasons, facts, ...(colours && { colours }) }
}

const COLD = ['autumn', 'winter'] as const
const WARM = ['spring', 'summer'] as const
const MILD = ['spring', 'autumn'] as const
const EVER = ['all year'] as const

/** The materials of the demo's products. */
export const MATERIALS = {
  // Woven wool
  'wool-flannel': material('100% wool flannel, {300|320|340} g/m²', 'wool flannel', ['wool', 'flannel'], COLD, [
    'The flannel is milled on one side, so it looks soft and hangs straight.',
    'Flannel of this weight shrugs off a creased day overnight on a hanger.',
    'The cloth is woven in Yorkshire and finished with a light nap.',
  ]),
  'wool-suiting': material(
    '100% merino wool, Super {100|110|120}s, 260 g/m²',
    'worsted wool',
    ['wool', 'worsted'],
    EVER,
    [
      'The worsted has a dry hand and enough body to keep a crease all day.',
      'The yarn is two-fold in warp and weft, which is what lets the cloth spring back.',
      'Light enough for a warm office, the wool still falls cleanly.',
    ],
  ),
  'tropical-wool': material(
    '100% high-twist wool, {210|220|230} g/m²',
    'high-twist wool',
    ['wool', 'tropical wool'],
    WARM,
    [
      'High-twist yarn leaves small gaps in the weave, so air moves through it.',
      'The cloth travels well: roll it, unroll it, hang it beside the shower.',
      'The cloth is woven in Biella from yarn twisted hard enough to resist creasing.',
    ],
  ),
  'wool-melton': material('{90|100}% virgin wool melton, {560|600|640} g/m²', 'wool melton', ['wool', 'melton'], COLD, [
    'Melton is fulled until the weave closes, so wind and light rain stay out.',
    'The cloth is dense enough to be cut with raw edges inside and still not fray.',
    'The cloth feels heavy in the hand and surprisingly light across the shoulders.',
  ]),
  'boiled-wool': material('100% boiled wool, {420|450|480} g/m²', 'boiled wool', ['wool', 'boiled wool'], COLD, [
    'The wool is knitted first and then shrunk by a third, which gives it shape without lining.',
    'Boiled wool bends with the elbow and forgets it again.',
    'Edges are left raw because this cloth does not unravel.',
  ]),
  'wool-cashmere': material(
    '{80% wool, 20% cashmere|90% wool, 10% cashmere}, 520 g/m²',
    'wool and cashmere',
    ['wool', 'cashmere'],
    COLD,
    [
      'A share of cashmere takes the itch out of the collar.',
      'The cloth is brushed in one direction, so stroke it downwards and it will keep its sheen.',
      'Double-faced and bonded by hand, it needs no lining to be warm.',
    ],
  ),
  tweed: material('100% wool tweed, {380|400|420} g/m²', 'wool tweed', ['wool', 'tweed'], COLD, [
    'Four yarn shades are twisted together before weaving; the flecks show only up close.',
    'The tweed softens where you bend and gets better from there.',
    'The cloth was woven on a single-width loom, so the selvedge is used inside.',
  ]),
  // Woven cotton
  poplin: material('100% organic cotton poplin, {110|115|120} g/m²', 'cotton poplin', ['cotton', 'poplin'], EVER, [
    'The poplin is crisp on the first wear and settles after two washes.',
    'A fine, even weave keeps it cool and only a little sheer in pale shades.',
    'Poplin irons in a minute and looks fine if you do not.',
  ]),
  oxford: material('100% cotton oxford, {140|150} g/m²', 'oxford cotton', ['cotton', 'oxford'], EVER, [
    'The basket weave is sturdy enough to go without an undershirt.',
    'The cloth is garment-washed, so the collar rolls the way an old one does.',
    'Oxford cloth breathes well and hides a hurried ironing.',
  ]),
  gabardine: material(
    '100% cotton gabardine, {240|250|260} g/m², water-repellent',
    'cotton gabardine',
    ['cotton', 'gabardine', 'water-repellent'],
    MILD,
    [
      'Tightly woven gabardine beads a shower without any membrane.',
      'The steep twill gives the cloth its faint diagonal and its quiet rustle.',
      'The finish can be renewed with a warm iron after washing.',
    ],
  ),
  twill: material('98% cotton twill, 2% elastane, {250|270} g/m²', 'cotton twill', ['cotton', 'twill'], EVER, [
    'A trace of stretch keeps it from bagging.',
    'The twill is peached on the outside and smooth against the skin.',
    'The cloth is dyed after sewing, which leaves the seams slightly paler.',
  ]),
  drill: material('100% cotton drill, {300|320} g/m²', 'cotton drill', ['cotton', 'drill', 'workwear'], EVER, [
    'Drill this dense starts stiff, then moulds to you over a month.',
    'The cloth comes from a workwear mill and is triple-stitched where it takes strain.',
    'Wash it cold and inside out and the shade will hold for years.',
  ]),
  canvas: material('100% organic cotton canvas, {340|380|400} g/m²', 'cotton canvas', ['cotton', 'canvas'], EVER, [
    'The canvas stands up by itself when new and slouches with use.',
    'The cloth is woven from unbleached yarn and takes a wipe with a damp cloth.',
  ]),
  'waxed-cotton': material(
    '100% waxed cotton, 8 oz',
    'waxed cotton',
    ['cotton', 'waxed cotton', 'water-repellent'],
    MILD,
    [
      'The wax marks where it folds, and after one winter the map is yours.',
      'Sponge it with cold water only; re-wax it once a year.',
    ],
  ),
  cord: material('100% cotton corduroy, {8|11} wale', 'corduroy', ['cotton', 'corduroy'], COLD, [
    'The wale is broad enough to see from across the room and soft from the first day.',
    'The pile runs upwards, which makes the shade look deeper.',
    'Corduroy of this weight is warm without being bulky under a coat.',
  ]),
  needlecord: material(
    '98% cotton needlecord, 2% elastane, {14|16|21} wale',
    'needlecord',
    ['cotton', 'corduroy', 'needlecord'],
    MILD,
    [
      'Needlecord drapes where ordinary corduroy stands.',
      'The fine wale catches light along the seams and hardly adds weight.',
    ],
  ),
  seersucker: material('100% cotton seersucker, {125|135} g/m²', 'seersucker', ['cotton', 'seersucker'], WARM, [
    'Puckered stripes in the weave hold the cloth off the skin, so it needs no ironing.',
    'Seersucker dries in an hour on a balcony.',
  ]),
  voile: material('100% cotton voile, {65|70} g/m²', 'cotton voile', ['cotton', 'voile'], WARM, [
    'The voile is fine enough to see light through and keeps nothing in but shade.',
    'The cloth weighs next to nothing and packs into a shoe.',
  ]),
  // Jersey and fleece
  'jersey-light': material(
    '100% organic cotton jersey, {150|160} g/m²',
    'organic cotton jersey',
    ['cotton', 'organic cotton', 'jersey'],
    EVER,
    [
      'The jersey is combed and singed, which keeps it from pilling under a bag strap.',
      'The jersey is light enough to layer and opaque enough to wear alone.',
      'The cotton is certified organic and was knitted in Portugal.',
    ],
  ),
  'jersey-mid': material(
    '100% organic cotton jersey, {180|190|200} g/m²',
    'organic cotton jersey',
    ['cotton', 'organic cotton', 'jersey'],
    EVER,
    [
      'At this weight the jersey skims instead of clinging.',
      'The cloth is washed before cutting, so what shrinks has shrunk already.',
      'Side seams were set straight and stay that way after the tumble dryer.',
    ],
  ),
  'jersey-heavy': material(
    '100% cotton jersey, {240|260|280} g/m²',
    'heavyweight cotton jersey',
    ['cotton', 'heavyweight', 'jersey'],
    EVER,
    [
      'The jersey is dense enough to keep its boxy line after fifty washes.',
      'Open-end yarn gives it the dry, slightly rough hand of an old team shirt.',
      'The jersey is knitted in tubes, so there is no seam down the side.',
    ],
  ),
  pique: material('100% cotton piqué, {210|220|230} g/m²', 'cotton piqué', ['cotton', 'piqué'], WARM, [
    'The honeycomb knit lets air through and hides a damp back.',
    'Two-ply piqué keeps the collar from curling.',
  ]),
  loopback: material(
    '100% organic cotton loopback, {320|340|360} g/m²',
    'loopback cotton',
    ['cotton', 'organic cotton', 'sweatshirt fleece'],
    MILD,
    [
      'Unbrushed loops on the inside absorb and dry quickly.',
      'The loopback has little stretch, so cuffs and hem are knitted separately in rib.',
    ],
  ),
  'fleece-heavy': material(
    '{100% cotton fleece|90% cotton, 10% recycled polyester fleece}, 480 g/m²',
    'heavyweight cotton fleece',
    ['cotton', 'heavyweight', 'fleece'],
    COLD,
    [
      'At 480 grams the fleece stands up by itself for the first week.',
      'The inside is brushed twice and sheds a little before the second wash.',
      'Reverse-weave panels at the side stop it from shrinking in length.',
    ],
  ),
  // Linen
  'washed-linen': material(
    '100% European linen, stone-washed, {170|180|190} g/m²',
    'washed linen',
    ['linen', 'washed linen'],
    WARM,
    [
      'The linen is washed before and after sewing, so it is soft on the first morning.',
      'Linen creases in small, soft lines and looks the better for them.',
      'The flax was grown in Normandy and woven near Guimarães.',
      'Line-dry it and leave the iron in the cupboard.',
    ],
  ),
  'heavy-linen': material('100% European linen, {240|260|280} g/m²', 'heavy linen', ['linen'], MILD, [
    'This is the heavy cloth of old bed sheets, with slubs you can feel.',
    'The weight makes it hang in folds and keeps the wind from lifting it.',
    'The cloth takes about five washes to lose its starch, and then it stays soft.',
  ]),
  'linen-cotton': material(
    '55% linen, 45% organic cotton, {160|175} g/m²',
    'linen and cotton',
    ['linen', 'cotton', 'linen blend'],
    WARM,
    [
      'Cotton in the weft calms the creases; linen in the warp keeps it cool.',
      'The blend is sturdy enough for pockets that carry keys.',
    ],
  ),
  'linen-viscose': material(
    '70% viscose, 30% linen, {150|165} g/m²',
    'fluid linen',
    ['linen', 'viscose', 'linen blend'],
    WARM,
    [
      'Viscose gives the linen a swing that it does not have alone.',
      'The cloth is cool to the touch and falls close without clinging.',
    ],
  ),
  // Fluid and silk
  crepe: material('100% viscose crêpe, {120|130|140} g/m²', 'crêpe', ['viscose', 'crêpe'], EVER, [
    'The crêpe is matt, with a grain like fine sand, and moves a moment after you do.',
    'The crêpe hardly creases in a suitcase and washes at thirty degrees.',
    'The print goes right to the seams, matched at the side by eye.',
  ]),
  'plain-crepe': material(
    '{100% viscose crêpe|97% viscose crêpe, 3% elastane}, {150|160} g/m²',
    'crêpe',
    ['viscose', 'crêpe'],
    EVER,
    [
      'The crêpe is matt and a little weighty, so it swings back by itself.',
      'A crêpe of this weight hides what it should and hardly creases.',
      'The cloth washes at thirty degrees and dries overnight.',
    ],
  ),
  lyocell: material('100% lyocell twill, {150|160} g/m²', 'lyocell twill', ['lyocell', 'tencel'], EVER, [
    'Lyocell has the cool slip of silk and goes in the machine.',
    'The twill is sanded to a peach skin and drapes wherever it is gathered.',
  ]),
  cupro: material('{100% cupro|60% cupro, 40% viscose}, {110|125} g/m²', 'cupro', ['cupro', 'vegan silk'], EVER, [
    'Cupro is made from the fluff left on cotton seeds; it feels like washed silk and costs less to clean.',
    'The cloth is slightly sueded, so it does not catch on dry hands.',
  ]),
  satin: material('100% recycled satin, {130|145} g/m²', 'satin', ['satin', 'recycled'], EVER, [
    'The satin has its shine turned down by half with an enzyme wash.',
    'Woven from recycled yarn, it is easier to wash than silk and slower to crease.',
  ]),
  'silk-twill': material('100% mulberry silk twill, {14|16|18} momme', 'silk twill', ['silk', 'twill'], EVER, [
    'The silk is printed on both sides and finished with hand-rolled edges.',
    'A twill of this weight holds a knot without slipping.',
  ]),
  'silk-satin': material('100% mulberry silk, {19|22} momme', 'silk satin', ['silk', 'satin'], EVER, [
    'The silk is sand-washed, which leaves a low sheen and a softer fall.',
    'Twenty-two strands to the thread make it heavier than it looks.',
  ]),
  // Knits
  lambswool: material('100% lambswool, {5|7} gauge', 'lambswool', ['wool', 'lambswool'], COLD, [
    'The lambswool is spun in oil and washed soft after knitting, so it blooms a little.',
    'The yarn is dyed in the fleece and blended before spinning, which gives the shade its depth.',
    'The yarn comes from first shearings and hardly scratches.',
    'Lambswool keeps warm when damp and airs clean overnight.',
  ]),
  shetland: material('100% Shetland wool, {5|7} gauge', 'Shetland wool', ['wool', 'shetland'], COLD, [
    'Shetland yarn is crisp at first and felts to itself over the years, so it never runs.',
    'Eleven natural and dyed shades are blended before spinning, hence the depth.',
    'The knit is brushed with teasels, as it was a century ago.',
  ]),
  aran: material(
    '100% British wool, {3|5} gauge',
    'thick British wool',
    ['wool', 'aran', 'chunky knit'],
    COLD,
    [
      'The wool keeps some of its lanolin, so a shower runs off it.',
      'It takes a kilo of fleece and most of a day on the frame.',
      'The thick plies trap air; it is the warmest yarn on our shelf.',
    ],
    ['ecru', 'oatmeal', 'peat', 'charcoal', 'moss'],
  ),
  donegal: material('100% merino Donegal yarn, {5|7} gauge', 'Donegal wool', ['wool', 'donegal', 'merino'], COLD, [
    'Flecks of contrasting wool are carded into the yarn at random, so no two are the same.',
    'The yarn is lofty and light, warm out of proportion to its weight.',
  ]),
  merino: material('100% extra-fine merino, {12|14} gauge', 'fine merino', ['wool', 'merino'], EVER, [
    'The yarn regulates itself: warm at the bus stop, not hot in the meeting.',
    'The knit is smooth enough to wear next to the skin.',
    'Merino can go in the machine on the wool cycle, flat to dry.',
  ]),
  cashmere: material('100% cashmere, 2-ply, {7|10|12} gauge', 'cashmere', ['cashmere'], COLD, [
    'The cashmere is two-ply and knitted tightly, so it pills less than softer-looking ones.',
    'Long fibres from the spring combing make it lighter each time it is washed by hand.',
    'Cashmere will fluff a little where it rubs for a fortnight, then stop.',
  ]),
  'recycled-cashmere': material(
    '{95% recycled cashmere, 5% wool|70% recycled cashmere, 30% merino}',
    'recycled cashmere',
    ['cashmere', 'recycled'],
    COLD,
    [
      'The cashmere was sorted by shade and respun, so no new dye was needed.',
      'A little virgin wool gives the respun yarn its strength.',
    ],
  ),
  alpaca: material('{70% baby alpaca, 30% recycled nylon|60% alpaca, 40% merino}', 'alpaca', ['alpaca', 'wool'], COLD, [
    'Alpaca has a halo that catches the light and almost no weight.',
    'The fibre is hollow, which is why a thin knit feels like a thick one.',
  ]),
  'cotton-knit': material('100% organic cotton, {7|9|12} gauge', 'knitted cotton', ['cotton', 'organic cotton'], WARM, [
    'The cotton is dry and cool, for evenings when wool is too much.',
    'The cotton is knitted in a tight half-cardigan stitch, so it does not grow in the wash.',
  ]),
  'recycled-wool': material('70% recycled wool, 30% recycled polyamide', 'recycled wool', ['wool', 'recycled'], COLD, [
    'The yarn is sorted by shade from old jumpers in Prato and is not dyed again.',
    'Polyamide at the core keeps short recycled fibres together.',
  ]),
  'rib-cotton': material('95% organic cotton rib, 5% elastane', 'ribbed cotton', ['cotton', 'rib'], EVER, [
    'The rib gives across and holds its length.',
    'The rib is knitted fine enough to lie flat under a blazer.',
  ]),
  // Denim
  'raw-denim': material(
    '100% organic cotton selvedge denim, {13|13.5|14} oz',
    'raw selvedge denim',
    ['denim', 'raw denim', 'selvedge'],
    EVER,
    [
      'The denim is unwashed; expect it to leave a trace of indigo on pale sofas for a month.',
      'The denim is woven slowly on shuttle looms, with a {red|white|green} selvedge line kept inside.',
      'Rope-dyed yarn stays white at the core, so it fades where you move.',
    ],
    ['raw indigo'],
  ),
  'organic-denim': material(
    '100% organic cotton denim, {12|12.5|13} oz',
    'organic rigid denim',
    ['denim', 'organic cotton'],
    EVER,
    [
      'The denim is rigid and eases by half a size in the first week.',
      'The fading is done with ozone and light, without pumice or chlorine.',
      'Rinsed twice at the laundry, the cloth has done its shrinking.',
    ],
    ['rinse indigo', 'mid indigo', 'stonewash blue', 'washed black', 'ecru'],
  ),
  'recycled-denim': material(
    '{70% organic cotton, 30% recycled cotton|60% organic cotton, 40% recycled cotton} denim, {11.5|12} oz',
    'recycled denim',
    ['denim', 'recycled'],
    EVER,
    [
      'Shredded jeans make up a good part of the yarn, which gives the cloth its slight slub.',
      'No dye was added where the recycled cotton was blue already.',
    ],
    ['mid indigo', 'stonewash blue', 'bleach blue', 'washed black'],
  ),
  'stretch-denim': material(
    '98% cotton, 2% elastane denim, {10|10.5|11} oz',
    'comfort-stretch denim',
    ['denim', 'stretch'],
    EVER,
    [
      'Two per cent of stretch is enough to sit down in, and it recovers by morning.',
      'The weave is tight, so it looks like rigid denim and behaves better on a bicycle.',
    ],
    ['rinse indigo', 'mid indigo', 'washed black', 'black'],
  ),
  'light-denim': material(
    '100% cotton denim, {7|8|8.5} oz',
    'lightweight denim',
    ['denim', 'chambray'],
    WARM,
    [
      'At shirt weight the denim is cool enough for July.',
      'The cloth is enzyme-washed and drapes from the first wear.',
    ],
    ['mid indigo', 'stonewash blue', 'bleach blue'],
  ),
  // Shells, insulation, sport
  shell: material(
    '3-layer recycled nylon, {20|25} k waterproof, fluorocarbon-free',
    'three-layer nylon',
    ['waterproof', 'recycled nylon', 'technical'],
    MILD,
    [
      'Every seam is taped, and the face fabric is quiet enough to hear somebody over.',
      'The membrane lets vapour out fast enough for a climb and keeps an hour of hard rain away.',
      'Wash it often and tumble it warm; that is what keeps the water beading.',
    ],
  ),
  'coated-nylon': material(
    'Recycled {420|500} D nylon, PU-coated',
    'coated nylon',
    ['recycled nylon', 'water-repellent', 'technical'],
    EVER,
    [
      'The nylon is coated on the inside, and the seams are bound, so a shower stays out.',
      'The nylon takes years of bicycle racks and pub floors.',
      'The weave is dense enough to shrug off keys.',
    ],
  ),
  'sport-mesh': material('100% recycled polyester mesh, {150|160} g/m²', 'sport mesh', ['mesh', 'recycled'], WARM, [
    'Two layers of mesh: open outside, close inside.',
    'The mesh is the heavy kind from nineties basketball kit and hangs like it.',
  ]),
  'wind-nylon': material(
    '100% recycled nylon ripstop, {30|38|45} g/m²',
    'recycled ripstop',
    ['windproof', 'recycled nylon', 'lightweight'],
    MILD,
    [
      'The ripstop is calendered on the inside, so wind stops and sweat does not.',
      'Packed into its own pocket it is the size of an apple.',
    ],
  ),
  down: material(
    'Recycled nylon, {650|700|750} fill recycled down',
    'recycled down',
    ['down', 'recycled', 'insulated'],
    COLD,
    [
      'The down is washed and sorted from old bedding and lofts like new.',
      'Baffles are smaller at the shoulder, where down likes to wander.',
      'The outer fabric is downproof without a coating, so it stays soft in the cold.',
    ],
  ),
  'synthetic-fill': material(
    'Recycled polyester shell and fill, {80|100|133} g/m²',
    'recycled insulation',
    ['insulated', 'recycled', 'vegan'],
    COLD,
    [
      'The fill is made from bottles and goes on insulating when it is wet.',
      'The fill can be machine-washed and needs no tennis balls.',
    ],
  ),
  softshell: material(
    'Recycled polyester softshell, {210|230} g/m²',
    'softshell',
    ['softshell', 'water-repellent', 'recycled'],
    MILD,
    [
      'The cloth stretches four ways and blocks most wind.',
      'The back is brushed, so it is comfortable without a layer under it.',
    ],
  ),
  'grid-fleece': material(
    'Recycled polyester grid fleece, {140|160} g/m²',
    'grid fleece',
    ['fleece', 'recycled', 'midlayer'],
    COLD,
    [
      'The grid holds warm air in the squares and lets sweat out along the lines.',
      'The fleece dries in the time that it takes to make dinner.',
    ],
  ),
  'run-jersey': material(
    '{88% recycled polyester, 12% elastane|100% recycled polyester}, {95|105|115} g/m²',
    'perforated running jersey',
    ['running', 'quick-dry', 'recycled'],
    WARM,
    [
      'Knitted-in perforations follow the sweat map of a runner on a treadmill at 30 °C.',
      'The yarn is treated with peppermint oil in place of silver.',
      'Bonded hems leave nothing to chafe at mile forty.',
    ],
  ),
  'merino-run': material(
    '{85% merino, 15% nylon|70% merino, 30% lyocell}, {135|150} g/m²',
    'core-spun merino',
    ['merino', 'running', 'odour-resistant'],
    EVER,
    [
      'Merino is spun round a nylon core, so it survives a pack and can be worn three days running.',
      'The knit is warm when wet and does not smell at the finish.',
    ],
  ),
  'power-knit': material(
    '{78% recycled nylon, 22% elastane|75% recycled polyester, 25% elastane}, {220|240|260} g/m²',
    'compressive knit',
    ['stretch', 'compression', 'recycled nylon'],
    EVER,
    [
      'The knit is opaque when you squat and pulls back into shape.',
      'Flat-locked seams are moved off the inside of the thigh.',
      'Four-way stretch with a firm return supports without squeezing.',
    ],
  ),
  'stretch-woven': material(
    '{86% recycled polyester, 14% elastane|90% recycled nylon, 10% elastane} woven, {75|85} g/m²',
    'stretch woven',
    ['stretch', 'quick-dry', 'recycled'],
    WARM,
    ['The woven face sheds burrs and dries while you are still running.', 'Laser-cut vents follow the seams.'],
  ),
  // Swim and lingerie
  'regenerated-nylon': material(
    '78% regenerated nylon, 22% elastane',
    'regenerated nylon',
    ['swim', 'recycled nylon', 'quick-dry'],
    ['summer'],
    [
      'The nylon was fishing net once; it resists chlorine, sunscreen and sand.',
      'Double-lined at the front, the fabric stays opaque when wet.',
      'The fabric dries in the twenty minutes between two swims.',
    ],
  ),
  crinkle: material(
    '92% recycled nylon crinkle, 8% elastane',
    'crinkle stretch',
    ['swim', 'crinkle', 'recycled nylon'],
    ['summer'],
    [
      'The crinkle stretches to three sizes and needs no hooks.',
      'Puckered knit lies soft at the edges, so nothing digs in.',
    ],
  ),
  'swim-woven': material(
    '100% recycled polyester, peached, {110|120} g/m²',
    'peached recycled polyester',
    ['swim', 'recycled', 'quick-dry'],
    ['summer'],
    [
      'The cloth is peached on the outside and does not balloon in water.',
      'The mesh lining is soft enough to forget about.',
    ],
  ),
  lace: material(
    '{85% nylon, 15% elastane|90% recycled nylon, 10% elastane} lace',
    'stretch lace',
    ['lace', 'lingerie'],
    EVER,
    [
      'The lace is fine enough not to show under a T-shirt.',
      'Only the cups are lined; the rest is as light as it looks.',
    ],
  ),
  modal: material('94% modal, 6% elastane', 'modal jersey', ['modal', 'lingerie', 'soft'], EVER, [
    'Modal keeps soft after many washes and stays cool under wool.',
    'The jersey is cut double at the band, so there is no elastic against the skin.',
  ]),
  // Leather and shoes
  calf: material('{Italian|Tuscan} calf leather', 'calf leather', ['leather', 'calf leather'], EVER, [
    'The calf is finished with wax, so scuffs rub out with a thumb.',
    'The leather is drum-dyed right through and will not show white at the edges.',
    'The leather comes from a tannery in Santa Croce that has its own water plant.',
  ]),
  'veg-tan': material(
    'Vegetable-tanned calf leather',
    'vegetable-tanned leather',
    ['leather', 'vegetable-tanned'],
    EVER,
    [
      'The hide is tanned with chestnut and mimosa bark for forty days.',
      'The leather darkens by a shade in its first summer and takes a polish for ever.',
      'Expect small marks in the grain; they are where the animal lived.',
    ],
  ),
  suede: material('Calf suede', 'suede', ['leather', 'suede'], MILD, [
    'The suede is split fine and treated against rain; a rubber brush does the rest.',
    'The nap is short, so it keeps its shade where it rubs.',
  ]),
  patent: material('Patent calf leather', 'patent leather', ['leather', 'patent'], EVER, [
    'The patent is lacquered in three thin coats, which is why it bends and does not crack.',
    'A drop of milk on a cloth brings back the shine.',
  ]),
  nappa: material('{Lamb|Kid} nappa', 'nappa', ['leather', 'nappa'], EVER, [
    'Nappa is the softest leather that we can sew; it warms in a minute.',
    'The skin is aniline-dyed and left without a top coat.',
  ]),
  pebbled: material('Pebbled calf leather', 'pebbled leather', ['leather', 'pebbled leather'], EVER, [
    'The pebbled grain is shrunk, not pressed, and hides a scratch.',
    'The leather is supple enough to need no lining, so the suede side shows within.',
  ]),
  cowhide: material('Full-grain cowhide, {1.1|1.2} mm', 'full-grain cowhide', ['leather', 'cowhide'], EVER, [
    'The hide is firm for a month and supple after that.',
    'The leather is cut from the shoulder, where the fibres are densest.',
  ]),
  'engineered-mesh': material(
    'Recycled engineered mesh, {EVA|supercritical EVA|PEBA} midsole, rubber outsole',
    'engineered mesh',
    ['mesh', 'recycled', 'running'],
    EVER,
    [
      'The mesh is open over the toes and tight at the midfoot, in one piece.',
      'The mesh drains in a dozen steps after a stream.',
    ],
  ),
  'canvas-shoe': material('Organic cotton canvas, natural rubber sole', 'canvas', ['canvas', 'cotton', 'vegan'], WARM, [
    'The sole is vulcanised natural rubber and can be scrubbed with an old toothbrush.',
    'The canvas is 12 oz and unlined, so the shoe breathes.',
  ]),
  'leather-trainer': material(
    'Calf leather, recycled rubber sole',
    'calf leather',
    ['leather', 'recycled rubber'],
    EVER,
    [
      'The sole is stitched to the upper all the way round and can be replaced.',
      'The leather is lined with leather, which keeps socks optional.',
    ],
  ),
  raffia: material(
    'Hand-woven raffia',
    'raffia',
    ['raffia', 'straw'],
    ['summer'],
    [
      'The raffia is woven by hand from one strand and can be reshaped with steam.',
      'The fibre is supple, so it survives a suitcase better than straw.',
    ],
  ),
  // Jewellery, eyewear, headwear
  silver: material(
    'Recycled sterling silver, hallmarked',
    'recycled sterling silver',
    ['silver', 'sterling silver', 'recycled'],
    EVER,
    [
      'The silver is recycled, hallmarked and left without rhodium, so it mellows.',
      'The silver was drawn, filed and polished at one bench.',
      'File marks are left inside where only you will find them.',
    ],
    ['silver', 'oxidised silver'],
  ),
  vermeil: material(
    '{18|22}-carat gold vermeil on recycled silver',
    'gold vermeil',
    ['gold', 'vermeil', 'recycled'],
    EVER,
    [
      'The gold is {2.5|3} microns thick over silver, which is several years of daily wear.',
      'When the gold thins at the edge, send it in and we plate it again.',
      'Take it off for the pool and little else.',
    ],
    ['gold', 'rose gold'],
  ),
  'solid-gold': material(
    '9-carat recycled gold, hallmarked',
    '9-carat recycled gold',
    ['gold', 'solid gold', 'recycled'],
    EVER,
    [
      'Solid gold does not wear through, so it can stay on in the shower.',
      'The gold is refined from old jewellery a mile from the workshop.',
    ],
    ['gold', 'rose gold'],
  ),
  steel: material(
    '{316L steel|Recycled 316L steel}, sapphire-coated glass',
    'brushed steel',
    ['steel', 'watch'],
    EVER,
    [
      'The case is brushed on top and polished at the side, where it meets the light.',
      'The movement is a Swiss quartz that runs for about six years on a battery.',
    ],
  ),
  acetate: material(
    'Bio-acetate, category {2|3} lenses',
    'bio-acetate',
    ['acetate', 'uv protection'],
    ['spring', 'summer'],
    [
      'The acetate is cut from a cured block, tumbled for three days and polished by hand.',
      'Lenses block all UV up to 400 nm and are tinted a little darker at the top.',
      'Five-barrel hinges can be tightened with any small screwdriver.',
    ],
  ),
  felt: material('100% wool felt', 'wool felt', ['wool', 'felt'], COLD, [
    'The felt is blocked with steam over a wooden form and stiffened only at the brim.',
    'Brush it anticlockwise, and never put it on the bed.',
  ]),
} satisfies Record<string, Material>

export type MaterialKey = keyof typeof MATERIALS

/** Returns the material with the given key. */
export function materialOf(key: MaterialKey): Material {
  return MATERIALS[key]
}
