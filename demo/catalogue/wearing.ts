import type { GarmentGroup } from './garments.ts'

interface Wearing {
  /** Sentences on fit, each with its tag. */
  fits: readonly (readonly [tag: string, sentence: string])[]
  /** Sentences on how to wear it. */
  wear: readonly string[]
}

/** How each group fits, and what it goes with. `{it}`, `{is}` and `{s}` agree with the noun's number. */
export const WEARING: Readonly<Record<GarmentGroup, Wearing>> = {
  dress: {
    fits: [
      ['relaxed', 'The fit is easy through the body; between sizes, take the smaller.'],
      ['fitted', 'It is fitted to the waist and free below; true to size.'],
      ['regular', 'Our model is {172|174|176|178} cm tall and wears {the second smallest size|a size 10|a medium}.'],
      ['relaxed', 'There is room to layer a fine knit underneath in October.'],
      ['regular', 'It runs true to size, with a little give at the back.'],
    ],
    wear: [
      'Wear it with flat sandals by day and something with a heel after six.',
      'A denim jacket takes the occasion out of it; earrings put it back.',
      'With ankle boots and a long coat it works until December.',
      'Trainers are fine. So are bare feet.',
      'It needs a belt only if you want one.',
    ],
  },
  outer: {
    fits: [
      ['regular', 'Cut to go over a jumper; take your usual size.'],
      ['oversized', 'It is meant to be roomy; go one size down for a neater line.'],
      ['regular', 'The shoulder is true to size and the body allows a thick knit.'],
      ['relaxed', 'The armhole is high, so you can raise a hand without lifting the hem.'],
    ],
    wear: [
      'It looks right open over a T-shirt and properly dressed when closed.',
      'Over tailoring in the week, over a hoodie on Saturday.',
      'Leave it open with wide trousers, or fasten it to the chin.',
      'It goes with whatever is by the door.',
    ],
  },
  tailored: {
    fits: [
      ['fitted', 'The waist is lightly shaped; the shoulder is your own.'],
      ['relaxed', 'Cut a little long and a little loose, to wear over knitwear.'],
      ['regular', 'True to size; the sleeve can be shortened from the cuff.'],
      ['regular', 'If you are between sizes, choose the one that fits the shoulder.'],
    ],
    wear: [
      'There are trousers to match, and jeans that do not.',
      'With a plain T-shirt it stops being formal.',
      'Push the sleeves up; the lining is finished for it.',
      'Wear it over a fine roll-neck when it turns cold.',
    ],
  },
  top: {
    fits: [
      ['regular', 'Regular fit, true to size.'],
      ['relaxed', 'The body is easy and the shoulder drops by a finger or two.'],
      ['boxy', 'Boxy and a touch short; size up if you want length.'],
      ['fitted', 'It is neat through the body without clinging.'],
      ['relaxed', 'If you like it loose, take one size up; the length stays reasonable.'],
    ],
    wear: [
      'Tuck in the front, forget the back.',
      'It layers well under a blazer or alone with jeans.',
      'With pale denim in summer and under a cardigan from September.',
      'Good with high-waisted trousers and nothing else to think about.',
      'It sits well under dungarees, waistcoats and other people’s jackets.',
    ],
  },
  sweat: {
    fits: [
      ['relaxed', 'The body is easy and the shoulder drops by a finger or two.'],
      ['boxy', 'Boxy and a touch short; size up if you want length.'],
      ['oversized', 'Roomy; take your usual size for the intended slouch.'],
      ['regular', 'Regular fit, true to size.'],
    ],
    wear: [
      'It goes under a coat as well as under a denim jacket.',
      'With tailored trousers it looks intended.',
      'Good for planes, sofas and the walk between.',
    ],
  },
  knit: {
    fits: [
      ['relaxed', 'An easy fit with room for a shirt underneath.'],
      ['regular', 'Take your usual size; it relaxes slightly with wear.'],
      ['oversized', 'Generous through the body; size down for a neat fit.'],
      ['fitted', 'Close fit, meant to be worn next to the skin.'],
    ],
    wear: [
      'Over a shirt for work, over nothing at home.',
      'It goes with cord, denim and bad weather.',
      'Knot it over your shoulders when the sun comes out.',
      'Half-tucked into something high-waisted it shows its rib.',
    ],
  },
  denim: {
    fits: [
      ['high-rise', 'High-rise and close at the waist; take your usual size.'],
      ['mid-rise', 'Mid-rise; they should feel snug on the first day.'],
      ['regular', 'True to size in the waist; choose the shorter length if in doubt.'],
      ['relaxed', 'Easy through the thigh; size down if you are between two.'],
    ],
    wear: [
      'Roll the hem once with loafers, twice with boots.',
      'A white shirt is all that they ask for.',
      'Let the hem break once over the shoe.',
      'They look better in a month than today.',
    ],
  },
  bottom: {
    fits: [
      ['high-rise', 'They sit at the natural waist and fall straight from the hip.'],
      ['mid-rise', 'Mid-rise, with ease through the thigh.'],
      ['regular', 'True to size; the waist can be let out by 3 cm.'],
      ['relaxed', 'The leg is easy; go down a size if you want them slimmer.'],
    ],
    wear: [
      'With a tucked-in knit they are smart; with a T-shirt they are not.',
      'Wear them with flat shoes and show a bit of ankle.',
      'A narrow belt suits them, and braces would too.',
      'They go with a blazer, and just as well with a hoodie.',
    ],
  },
  shorts: {
    fits: [
      ['relaxed', 'Easy through the leg; true to size at the waist.'],
      ['mid-rise', 'They sit just below the waist.'],
      ['regular', 'Between sizes, take the larger.'],
    ],
    wear: [
      'Wear them with a shirt left open over a vest.',
      'Good with sandals, better with nothing to do.',
      'They look right with a jumper when the evening cools.',
    ],
  },
  skirt: {
    fits: [
      ['high-rise', 'It sits at the waist; measure there and not at the hip.'],
      ['regular', 'True to size, with a finger of ease.'],
      ['a-line', 'Close at the waist and free at the hem.'],
    ],
    wear: [
      'Tuck in a thin knit, or knot a shirt over it.',
      'It likes tall boots in winter and flat sandals in June.',
      'Dress it down with a sweatshirt.',
      'With a blouse of the same shade it passes for a dress.',
    ],
  },
  sport: {
    fits: [
      ['fitted', 'Race fit: close, without flapping.'],
      ['regular', 'Regular fit with room to layer one thin thing.'],
      ['regular', 'Size up for rest days, stay true to size for racing.'],
      ['regular', 'True to size on our chart, which is drawn from runners’ bodies.'],
    ],
    wear: [
      'Comfortable between 5 and 15 °C; below that, add a layer.',
      'Made for tempo days and good enough for the café after.',
      'Nothing to adjust once you are moving.',
      'Wash cold, no softener, hang dry.',
    ],
  },
  swim: {
    fits: [
      ['fitted', 'It should feel snug dry and right when wet.'],
      ['regular', 'True to size; long in the body, so tall swimmers need not size up.'],
      ['medium coverage', 'Medium coverage behind, a moderate leg.'],
      ['fitted', 'Between sizes, go up: straps can be shortened, seats cannot be lengthened.'],
    ],
    wear: [
      'Pull on linen trousers and it is a bodysuit.',
      'Rinse it in fresh water and dry it in the shade.',
      'Wear it with a shirt over the top and salt in your hair.',
      'Good for laps, better for floating.',
    ],
  },
  'swim-shorts': {
    fits: [
      ['regular', 'True to size, with a drawcord that holds in surf.'],
      ['mid-rise', 'They sit on the hip and end above the knee.'],
    ],
    wear: [
      'With a dry shirt they pass for shorts at lunch.',
      'Rinse them in fresh water and dry them in the shade.',
      'Good for laps, better for jetties.',
    ],
  },
  lingerie: {
    fits: [
      ['regular', 'True to size; the band should sit level all round.'],
      ['soft', 'Made for A to D cups without wires.'],
      ['regular', 'Mixed sizes can be ordered by e-mail.'],
    ],
    wear: [
      'It disappears under a white T-shirt.',
      'Hand-wash it, or use the bag and the cold cycle.',
      'Made for wearing every day, not for the back of the drawer.',
    ],
  },
  kids: {
    fits: [
      ['room to grow', 'There is a season’s growth in the sleeve and hem.'],
      ['regular', 'Sizes go by age; tall children should take the next one up.'],
      ['relaxed', 'Cut wide enough to pull on without help.'],
    ],
    wear: [
      'It stands up to trees, paint and washing.',
      'Made to be handed down at least twice.',
      'There is a label inside for three names, in order.',
    ],
  },
  heel: {
    fits: [
      ['true to size', 'True to size; take half a size up for a wide foot.'],
      ['narrow', 'The last is slim through the toe and kind at the joint.'],
      ['true to size', 'They fit as a European shoe does; see the chart for UK and US sizes.'],
    ],
    wear: [
      'They are made for dancing and tested on tram lines.',
      'With cropped trousers they show what they are.',
      'Wear them with a long dress and let only the toe be seen.',
      'Jeans and these: that is an outfit.',
    ],
  },
  boot: {
    fits: [
      ['true to size', 'True to size with a thin sock.'],
      ['roomy', 'There is room for a wool sock; between sizes, go down.'],
      ['true to size', 'Snug over the instep for a week, then not.'],
    ],
    wear: [
      'Under trousers they look like shoes; under a midi skirt they look like boots.',
      'They take a winter of salt if you wipe them in the evening.',
      'Wear them with bare legs in April and tights in November.',
      'Straight jeans fall over them, slim ones go inside.',
    ],
  },
  flat: {
    fits: [
      ['true to size', 'True to size; the leather gives by a few millimetres.'],
      ['true to size', 'Half sizes: take the lower one.'],
      ['wide', 'The toe is roomy, and a wide foot will be happy.'],
    ],
    wear: [
      'They go with rolled jeans and with a suit.',
      'Wear them until the footbed has your name in it.',
      'No socks, or very good ones.',
      'Pack these and nothing else for a long weekend.',
    ],
  },
  trainer: {
    fits: [
      ['true to size', 'True to size; half sizes go up.'],
      ['roomy', 'There is a thumb’s width in front of the toe. Leave it there.'],
      ['true to size', 'Medium width with a gusseted tongue that stays in the middle.'],
    ],
    wear: [
      'They are quiet enough for tailoring.',
      'Wear them with whatever you can move in.',
      'Clean them with soap and an old toothbrush.',
      'Good on pavements, fine on gravel.',
    ],
  },
  'run-shoe': {
    fits: [
      ['true to size', 'True to size, with a thumb’s width in front of the toe.'],
      ['wide', 'The forefoot is wide, the heel is locked.'],
      ['true to size', 'Medium width with a gusseted tongue that stays in the middle.'],
    ],
    wear: [
      'Good for daily miles and quick enough for Saturday.',
      'Let them dry with newspaper inside, away from the heater.',
      'Rotate two pairs and both last longer.',
    ],
  },
  clutch: {
    fits: [
      ['structured', 'It keeps its shape when empty.'],
      ['compact', 'Flat enough for the inside pocket of a coat.'],
    ],
    wear: [
      'Under the arm at the bar, on the chain for dancing.',
      'It goes with the dress you already have.',
      'Leave the big bag at the cloakroom.',
    ],
  },
  bag: {
    fits: [
      ['structured', 'It keeps its shape when empty.'],
      ['structured', 'Empty, it weighs {380-860/20} g.'],
      ['roomy', 'It is roomier than it looks.'],
    ],
    wear: [
      'It suits a suit and does not mind a bicycle basket.',
      'It goes under an aircraft seat and on a café chair.',
      'Made for what people really carry.',
      'From Monday to the weekend without repacking.',
    ],
  },
  jewel: {
    fits: [
      ['delicate', 'Fine enough to wear with others, finished enough to wear alone.'],
      ['bold', 'It has some weight, which is how you know {it} {is} there.'],
      ['everyday', 'Made to be slept in.'],
    ],
    wear: [
      'Wear with the rest of the tray or entirely by {itself}.',
      'It catches the light about as often as a good remark.',
      'A present that does not need the right size of anything else.',
      'Polish with the cloth in the box and leave the dip on the shelf.',
    ],
  },
  watch: {
    fits: [
      ['slim', 'It fits under a shirt cuff.'],
      ['unisex', 'Straps fit wrists from 14 to 20 cm.'],
    ],
    wear: [
      'It tells the time, and that is all it does.',
      'Change the strap with the season.',
      'Wear it loose like a bracelet, or one hole tighter to read it on a bicycle.',
    ],
  },
  eyewear: {
    fits: [
      ['medium', 'Medium fit, for most faces; 142 mm from hinge to hinge.'],
      ['narrow', 'Sits close; good for narrow faces.'],
      ['wide', 'A little wider than our others.'],
    ],
    wear: [
      'Dark enough for noon and light enough for a shop.',
      'They hold in the hair without tangling.',
      'They can be glazed to your prescription by any optician.',
    ],
  },
  head: {
    fits: [
      ['true to size', 'Measure round the forehead: up to 57 cm is S/M.'],
      ['true to size', 'S/M fits most; take L/XL for a lot of hair.'],
      ['adjustable', 'It adjusts behind; hair up or down.'],
      ['snug', 'It is snug at first and eases after a day.'],
    ],
    wear: [
      'Push it back when you want to be recognised.',
      'Wear it low; the shape is made for that.',
      'It survives rain if it dries on a bowl.',
    ],
  },
  beanie: {
    fits: [
      ['snug', 'It is snug at first and eases after a day.'],
      ['regular', 'One size, for heads from 54 to 61 cm.'],
    ],
    wear: [
      'It lives in a coat pocket and comes out unharmed.',
      'Wear it high indoors and low at the bus stop.',
      'Fits under a bicycle helmet at a pinch.',
    ],
  },
  scarf: {
    fits: [
      ['generous', 'Big enough to hide in.'],
      ['light', 'Thin enough for the pocket of a jacket.'],
    ],
    wear: [
      'It goes over a coat as well as under one.',
      'It doubles as a blanket on cold trains.',
      'Warm enough to leave the top button open.',
    ],
  },
  'light-scarf': {
    fits: [
      ['light', 'It folds to the size of a handkerchief.'],
      ['light', 'Thin enough to keep in a pocket all year.'],
    ],
    wear: [
      'Knot it at the neck, or tie it to the handle of a bag.',
      'Wear it in the hair when there is wind.',
      'It works as a belt, should you forget one.',
    ],
  },
  belt: {
    fits: [
      ['true to size', 'Order one size above your trousers.'],
      ['true to size', 'The size is the distance from the buckle to the middle hole.'],
    ],
    wear: [
      'It goes with denim and, after a polish, with wool.',
      'Wear it over a coat, or through loops as intended.',
      'A good belt outlives three pairs of jeans.',
    ],
  },
}
