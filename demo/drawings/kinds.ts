import type { GarmentKind } from '../demo.types.ts'
import { beanie, belt, hat, scarf, sunglasses } from './accessories.ts'
import { backpack, clutch, crossbody, tote } from './bags.ts'
import { jeans, leggings, shorts, trousers } from './bottoms.ts'
import { blazer, coat, trench } from './coats.ts'
import { dress, jumpsuit, lingerieSet, maxiDress, swimsuit } from './dresses.ts'
import { biker, jacket, puffer } from './jackets.ts'
import { bracelet, earrings, necklace, ring, watch } from './jewellery.ts'
import { cardigan, hoodie, knit } from './knits.ts'
import type { Pen } from './pen.ts'
import { blouse, polo, shirt, tee } from './shirts.ts'
import { ankleBoot, boot, loafer, pump, sandal, trainer } from './shoes.ts'
import { midiSkirt, skirt } from './skirts.ts'
import type { Rest } from './stage.ts'

export interface Subject {
  draw: (pen: Pen) => void
  rest: Rest
  /** The largest scale in a product picture. */
  grow: number
  /** The centre and magnification of the close-up, in the product's coordinates. */
  focus: [number, number, number]
}

const worn = (draw: Subject['draw'], x: number, y: number, zoom = 3.6, grow = 1.45): Subject => ({
  draw,
  rest: 'hang',
  grow,
  focus: [x, y, zoom],
})
const stood = (draw: Subject['draw'], x: number, y: number, zoom: number, grow = 1.3): Subject => ({
  draw,
  rest: 'floor',
  grow,
  focus: [x, y, zoom],
})
const laid = (draw: Subject['draw'], x: number, y: number, zoom: number, grow = 1.15): Subject => ({
  draw,
  rest: 'lay',
  grow,
  focus: [x, y, zoom],
})

/** How each kind is drawn and shown. */
export const KINDS: Record<GarmentKind, Subject> = {
  dress: worn(dress, 10, 260, 3.4),
  'maxi-dress': worn(maxiDress, 10, 260, 3.4),
  coat: worn(coat, 20, 220, 3.4),
  trench: worn(trench, 20, 330, 3.2),
  jacket: worn(jacket, 40, 180, 3.6),
  'biker-jacket': worn(biker, 0, 190, 3.6),
  puffer: worn(puffer, 30, 160, 3.6),
  blazer: worn(blazer, 20, 240, 3.4),
  shirt: worn(shirt, 30, 130),
  blouse: worn(blouse, 10, 150, 3.6),
  tee: worn(tee, -20, 90, 3.6, 1.6),
  polo: worn(polo, 10, 120),
  hoodie: worn(hoodie, 0, 110, 3.4),
  knit: worn(knit, -10, 90),
  cardigan: worn(cardigan, 20, 260, 3.6),
  jeans: worn(jeans, -40, 130, 3.8),
  trousers: worn(trousers, -40, 140, 3.8),
  leggings: worn(leggings, -20, 110, 3.8),
  shorts: worn(shorts, -30, 150, 3.6, 1.7),
  skirt: worn(skirt, -20, 120, 3.6, 1.7),
  'midi-skirt': worn(midiSkirt, 0, 130, 3.6),
  jumpsuit: worn(jumpsuit, 10, 280, 3.4),
  swimsuit: worn(swimsuit, 20, 240, 3.6),
  'lingerie-set': worn(lingerieSet, 50, 210, 3.6, 1.5),
  trainer: stood(trainer, -120, -210, 3.1),
  boot: stood(boot, 70, -280, 2.5),
  'ankle-boot': stood(ankleBoot, 90, -290, 2.6),
  heel: stood(pump, -120, -150, 2.7, 1.4),
  sandal: stood(sandal, -120, -140, 3.2, 1.4),
  loafer: stood(loafer, -130, -160, 3.3, 1.4),
  tote: stood(tote, -90, -380, 3.2, 1.25),
  crossbody: stood(crossbody, 0, -170, 3.2, 1.25),
  backpack: stood(backpack, 0, -330, 2.9, 1.3),
  clutch: stood(clutch, 0, -180, 3.3),
  ring: laid(ring, 0, -120, 3.4, 1.35),
  necklace: laid(necklace, 0, 250, 3.4),
  earrings: laid(earrings, 180, 0, 3.1, 1.4),
  bracelet: laid(bracelet, 40, 120, 3.1),
  watch: laid(watch, 40, 0, 3.0, 1.1),
  sunglasses: laid(sunglasses, 200, -20, 3.0, 1.2),
  hat: laid(hat, -60, 0, 2.9, 1.1),
  beanie: laid(beanie, 60, -120, 3.0, 1.4),
  scarf: laid(scarf, -90, 290, 2.5, 1.25),
  belt: laid(belt, 40, 90, 3.1, 1.15),
}
