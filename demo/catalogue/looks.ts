import type { GarmentKind } from '../demo.types.ts'

type Sentences = readonly string[]

/** The visible details in the drawings of a kind, by the drawing's variant modulo four. */
export const LOOKS: Readonly<Partial<Record<GarmentKind, readonly [Sentences, Sentences, Sentences, Sentences]>>> = {
  dress: [
    [
      'The bodice is fitted, and the skirt flares from the waist.',
      'Close above, free below: the skirt starts at the narrowest point.',
    ],
    [
      'Thin straps, a loose neckline and a skirt that follows: it is cut as a slip.',
      'The straps are narrow and adjust at the back.',
    ],
    [
      'It buttons from collar to hem and has two pockets on the chest.',
      'The collar and cuffs are those of a proper shirt.',
    ],
    [
      'The sleeves are short and puffed, and the bodice buttons to the waist.',
      'Gathers at the sleeve head give the shoulder its roundness.',
    ],
  ],
  'maxi-dress': [
    ['The skirt falls in tiers, each a little fuller than the one above.', 'Every tier is gathered by hand.'],
    ['It wraps to the left and ties at the waist.', 'The wrap is deep enough to stay closed on stairs.'],
    ['The neck is a halter, and the shoulders are bare.', 'It fastens behind the neck and leaves the back to itself.'],
    ['The sleeves are full, and the waist sits high.', 'Wide sleeves and a loose body keep the air moving.'],
  ],
  coat: [
    ['It is single-breasted, with notched lapels.', 'One row of buttons, notched lapels, a straight fall.'],
    ['It is double-breasted, with peaked lapels.', 'Two rows of buttons close it well across the chest.'],
    ['It wraps and ties with a belt of the same cloth.', 'The collar is a shawl, and there are no buttons to lose.'],
    ['The shape is a cocoon, round at the back and narrow at the hem.', 'A broad collar stands up against the wind.'],
  ],
  trench: [
    [
      'It is double-breasted, with epaulettes, and ends at the knee.',
      'A storm flap covers the shoulder, and straps close the cuffs.',
    ],
    [
      'It is cut short, to mid-thigh, and otherwise complete: flap, straps, epaulettes.',
      'The short length suits bicycles.',
    ],
    [
      'It is long, well below the knee, and the belt is tied instead of buckled.',
      'The length does for the legs what a brim does for the face.',
    ],
    [
      'It ends just above the knee, with two rows of buttons.',
      'Storm flap, cuff straps and epaulettes are all there and all work.',
    ],
  ],
  jacket: [
    [
      'Two pointed pockets and converging seams make it a trucker.',
      'The yoke is straight, and the front seams run down to the waistband.',
    ],
    ['Collar, cuffs and hem are ribbed.', 'It is a bomber by shape: full in the body, close at the hip.'],
    [
      'Patch pockets, a plain collar, a straight hem: a chore jacket and no more.',
      'The patch pockets take a notebook, a rule and both hands.',
    ],
    ['There is no collar, and the edges are trimmed.', 'The edges are bound in {accent}.'],
  ],
  'biker-jacket': [
    ['The zip slants across the chest, and the shoulders are quilted.', 'The lapels snap down or close to the neck.'],
    ['The zip slants across the chest, and the panels are left plain.', 'A belt closes the hem.'],
    ['It is cut short, to the waist.', 'The zip slants across the chest and stops at the waistband.'],
    ['It is cut long enough to cover the hip.', 'Quilting at the shoulder keeps it in shape.'],
  ],
  puffer: [
    ['It ends at the hip, with wide baffles.', 'The baffles are evenly wide and the hem is straight.'],
    [
      'It is long enough to sit on, with narrow baffles and a hood.',
      'The length reaches the knee and the cold does not.',
    ],
    [
      'There are no sleeves, so it layers over or under.',
      'The armholes are bound and cut close enough to go beneath a coat.',
    ],
    ['It is cropped at the waist, with wide baffles.', 'Short and round, it leaves the waistband to be seen.'],
  ],
  blazer: [
    ['It is single-breasted, with notched lapels.', 'One row of buttons and a rounded front.'],
    ['It is double-breasted, with peaked lapels.', 'The second row of buttons is for looks, the first for wind.'],
    ['The collar is a shawl, faced in {accent}.', 'A single button closes it under the shawl collar.'],
    ['The shoulder is wide and the body long, on purpose.', 'It is cut a size larger everywhere but the sleeve.'],
  ],
  shirt: [
    ['The collar is pointed, and there is one pocket on the chest.', 'Pointed collar, long sleeves, a single pocket.'],
    ['Two pockets sit on the chest, square and roomy.', 'The two chest pockets hold what a waistcoat used to.'],
    ['The collar is a plain band.', 'Without a collar to press, it is dressed in a minute.'],
    ['The collar lies open and the sleeves are short.', 'A camp collar and short sleeves let the air through.'],
  ],
  blouse: [
    ['A bow ties at the neck, or hangs undone.', 'The ties at the neck are long enough for a proper bow.'],
    ['The front wraps and stays where you put it.', 'It crosses over in front with a hidden snap.'],
    ['A ruffle runs down the front.', 'The ruffle is cut on the bias so that it ripples without starch.'],
    ['The neck is square and the sleeves are short.', 'A square neckline shows the collarbones and nothing else.'],
  ],
  tee: [
    [],
    [],
    ['There is a pocket on the chest.', 'The chest pocket is cut on the grain and sits level.'],
    ['The sleeves are long and end in a cuff.', 'Long sleeves, set in without a ridge.'],
  ],
  polo: [
    ['The collar is tipped in {accent}.'],
    ['A short zip takes the place of buttons.'],
    ['The collar is tipped in {accent}.'],
    ['The sleeves are long, with ribbed cuffs.'],
  ],
  hoodie: [
    [],
    ['The front zip runs smoothly and locks where you leave it.'],
    ['It is cropped at the waist.'],
    ['The body is cut wide and the shoulder drops.'],
  ],
  knit: [
    ['The rib at the neck lies flat and stays there.', 'Round neck, long sleeves, nothing else to say.'],
    ['The neck rolls over once and stands by itself.', 'The roll-neck is knitted double and does not sag.'],
    ['The neck is a V, mitred by hand.', 'A V-neck leaves room for a collar.'],
    ['Cables run down the front.', 'The cables are crossed by hand, every {eighth|tenth|twelfth} row.'],
  ],
  cardigan: [
    ['It has a V-neck and buttons to the waist.'],
    ['It is short, with a round neck.', 'Cropped at the waist, it closes right up to the neck.'],
    ['It is long, to mid-thigh, and meant to be left open.'],
    ['A knitted belt ties it at the waist.'],
  ],
  skirt: [
    ['The line is straight and opens slightly at the hem.'],
    ['The pleats are pressed sharp and stitched down to the hip.', 'Knife pleats go all the way round.'],
    ['It buttons down the front, and the last button is best left open.'],
    ['A flounce finishes the hem.'],
  ],
  'midi-skirt': [
    ['It is cut full, with {3|3.5|4} metres of cloth at the hem and none to spare at the waist.'],
    ['The pleats are fixed in the cloth and survive washing.', 'Fine pleats open as you walk.'],
    ['Cut on the bias, it slips over the hip.'],
    ['The line is narrow, with a vent behind to walk in.'],
  ],
  jumpsuit: [
    ['It has a collar, pockets on the chest and a marked waist.'],
    ['Thin straps hold the top, and the leg is wide.'],
    ['The top wraps and ties at the waist.'],
    ['It buttons like a shirt, down to the waist.'],
  ],
  swimsuit: [
    ['The neckline is a scoop, and the front is lightly gathered.'],
    ['A deep neckline is laced across, so it stays where it is.'],
    ['The neck is square, and a buckled belt marks the waist.'],
    ['One strap crosses one shoulder and does the work of two.'],
  ],
  jeans: [
    ['The leg is straight from hip to hem.', 'Straight all the way, {40|41|42} cm round at the hem.'],
    ['The leg is slim and narrows to the ankle.', 'Close through the knee, they end at the ankle bone.'],
    ['The leg is wide from the hip and pools slightly.', 'Wide and straight, with a hem of {56|58|60} cm.'],
    ['The leg is close to the knee and flares below it.', 'The flare begins a hand above the knee seam.'],
  ],
  trousers: [
    ['The leg is straight, with a pressed crease.', 'A sharp crease in front, a straight hem.'],
    ['Pleats open into a wide leg.', 'Two pleats at the front give the leg its width.'],
    ['The waist ties with a cord, and the leg tapers.', 'They narrow towards the ankle and tie at the waist.'],
    [
      'They are cropped above the ankle and finished with a turn-up.',
      'The turn-up is {4|4.5} cm deep and tacked in place.',
    ],
  ],
  leggings: [
    [],
    ['The waist is deep, and panels run down the side.'],
    ['A stirrup keeps the leg down.'],
    ['They are cropped below the knee.'],
  ],
  shorts: [
    ['They are cut like jeans, with five pockets.'],
    ['Pleats at the waist give room to sit.'],
    ['The waist is elastic, with a cord.'],
    ['They are long and narrow, down to the knee.'],
  ],
  trainer: [
    ['The shape is that of a court shoe from the seventies: low, plain, flat.'],
    ['The midsole is deep and curved at the toe.'],
    ['They lace up over the ankle.'],
    ['A gum sole and overlaid panels give away their decade.'],
  ],
  boot: [
    ['The shaft rises straight to the knee, as on a riding boot.', 'The heel is low and the toe almond-shaped.'],
    ['The heel is {85|90|95} mm and the toe pointed.', 'They are slim in the leg, with a zip inside.'],
    [
      'They lace up the front and stand on a lugged sole.',
      'Eight pairs of eyelets and a round toe: boots for rubble and gigs.',
    ],
    ['The toe is pointed and the shaft scalloped.', 'The heel slants, as on boots made for stirrups.'],
  ],
  'ankle-boot': [
    ['Elastic at both sides lets them be pulled on.', 'The toe is round and the heel low.'],
    ['The heel is {75|80|85} mm and the toe pointed.', 'A zip runs up the ankle.'],
    ['They lace up over hooks, and the sole is deeply cut.', 'The tongue is gusseted against slush.'],
    ['A strap buckles across the ankle.', 'The heel is {40|45} mm and steady.'],
  ],
  heel: [
    ['The toe is pointed and the heel is {85|90|95} mm, slim and straight.'],
    [
      'The heel is a block of {60|65} mm, the toe is square.',
      'A broad heel and a strap at the ankle make them steady on cobbles.',
    ],
    ['A strap holds the heel, which is {40|45} mm and curved.'],
    ['A platform in front takes 20 mm off the height of the heel.', 'A strap closes round the ankle.'],
  ],
  sandal: [
    ['Two broad straps, and that is all.', 'Step in, step out: there is nothing to fasten.'],
    ['Fine straps cross the foot above a heel of {75|80} mm.'],
    ['The wedge is {55|60} mm and wrapped in rope.'],
    ['They are flat, with a strap from the toe to the ankle.', 'The T-strap fastens with a small buckle.'],
  ],
  loafer: [
    ['A strap with a slit crosses the vamp.'],
    ['Two tassels hang from a cord that runs round the collar.'],
    ['A metal bar crosses the vamp.', 'The bit is cast and plated in {accent}.'],
    ['The sole is thick and lugged.', 'A chunky sole adds {30|35} mm and a firm step.'],
  ],
  tote: [
    ['The handles are long enough for the shoulder.', 'Edges are painted, sanded and painted again.'],
    ['The lower part is in {accent}.', 'Two colours meet in a seam all the way round.'],
    ['It is woven in the round, with a wide mouth.'],
    ['The handles are short, and the body is firm.', 'Edges are painted, sanded and painted again.'],
  ],
  crossbody: [
    ['The flap closes over a saddle-shaped body.', 'The flap is cut in one with the back.'],
    ['A zip runs round the top, as on a camera case.', 'The shape is boxy and close to the body.'],
    ['The body is a half-moon and sits on the hip.'],
    ['It is quilted and hangs from a chain.', 'The quilting is stitched by hand, diamond by diamond.'],
  ],
  backpack: [
    ['The top is round, with a zipped pocket in front.'],
    ['The top rolls down and buckles, so the volume is up to you.'],
    ['A flap covers a drawstring.', 'The drawstring closes it, the flap keeps it dry.'],
    ['It is slim and zips right round.'],
  ],
  clutch: [
    ['The flap folds over like an envelope’s.'],
    ['The frame closes with one finger and a decent click.'],
    ['It is gathered into a pouch, with a strap for the wrist.'],
    ['It is a hard box, lined and hinged.'],
  ],
  ring: [
    ['A single stone in {accent} stands between smaller ones.', 'Four claws hold the stone and hide nothing.'],
    ['The face is oval, with a small star set in it.', 'The face is left broad enough to engrave.'],
    ['Three fine bands are worn as one.', 'The bands can be worn apart as well as together.'],
    ['Seven small stones surround a larger one in {accent}.', 'The cluster sits low and does not catch on gloves.'],
  ],
  necklace: [
    ['The pendant moves freely and turns itself the right way round.'],
    ['The pearls are knotted one by one on silk.'],
    ['Two chains of different lengths close in one clasp.'],
    ['The links are heavy, and each is soldered shut.'],
  ],
  earrings: [
    ['The hoops are hollow, and so they are light.'],
    ['A stone in {accent} hangs below the ear.'],
    ['The pearls are matched on a tray by daylight.'],
    ['Tiers of small drops move when you turn your head.'],
  ],
  bracelet: [
    ['Bangles of different widths are worn together.'],
    ['Small charms hang from the chain; the clasp has a safety catch.'],
    ['It is open at the back and bends slightly to put on.'],
    ['Beads in {accent} alternate with metal ones.'],
  ],
  watch: [
    ['The case is round, the dial ivory, the strap leather.'],
    ['The case is square with soft corners, on a leather strap.'],
    ['Three small dials time what needs timing; the bracelet is steel.'],
    ['The case is thin, on a bracelet of steel mesh.'],
  ],
  sunglasses: [
    ['The frame lifts at the corners, like a cat’s eye.'],
    ['The lenses are round and a little larger than the eye socket.'],
    ['The shape is an aviator’s, with a double bridge.'],
    ['The frame is square and straight across the brow.'],
  ],
  hat: [
    ['The crown is pinched and creased, the brim {6|6.5|7} cm.', 'A band in {accent} runs round the crown.'],
    ['The brim slopes down all round.', 'Rows of stitching stiffen the brim.'],
    ['The brim is {9|10|11} cm and throws real shade.', 'The crown is round, the brim wide, the band {accent}.'],
    ['A stiff peak in front, a strap behind.'],
  ],
  beanie: [
    ['The cuff turns up once and stays there.'],
    ['A bobble sits on top; it unbuttons for the wash.'],
    ['It slouches behind, deep enough for hair.'],
    ['It is short and ends above the ear, as fishermen wear it.'],
  ],
  scarf: [
    ['It measures {28|30} by {170|180} cm and takes a loop and a knot.'],
    ['It measures {34|38} by {190|200} cm, with a fringe at both ends.', 'The fringe is twisted by hand.'],
    ['The square is folded on the bias to wear.'],
    ['It is knitted in a ring and goes over the head.'],
  ],
  belt: [
    [
      'The buckle is square, the strap {28|30} mm wide.',
      'There are five holes; the size is measured to the middle one.',
    ],
    ['The strap is {48|50} mm wide, with a round buckle.'],
    ['Buckle, loop and tip are metal, in the western manner.'],
    ['Two rings hold it, so it fits at any point.'],
  ],
  'lingerie-set': [
    ['The cups are edged with scallops.'],
    ['The cups are edged with scallops, and the brief sits high.'],
    ['The edges are plain, so nothing shows.'],
    ['The brief sits high at the waist.'],
  ],
}
