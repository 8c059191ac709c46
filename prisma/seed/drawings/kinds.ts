import type { GarmentKind } from '../demo.types.ts'
import type { Pen } from './pen.ts'
import { blouse, polo, shirt, tee } from './shirts.ts'
import { cardigan, hoodie, knit } from './knits.ts'
import { blazer, coat, trench } from './coats.ts'
import { dress, jumpsuit, lingerieSet, maxiDress, swimsuit } from './dresses.ts'
import { biker, jacket, puffer } from './jackets.ts'
import { midiSkirt, skirt } from './skirts.ts'
import { jeans, leggings, shorts, trousers } from './bottoms.ts'
import { ankleBoot, boot, loafer, pump, sandal, trainer } from './shoes.ts'
import { backpack, clutch, crossbody, tote } from './bags.ts'
import { bracelet, earrings, necklace, ring, watch } from './jewellery.ts'
import type { Rest } from './stage.ts'

export interface Subject {
  draw: (pen: Pen) => void
  rest: Rest
  /** Largest scale in a product picture. */
  grow: number
  /** The middle and the magnification of the close view, in the piece's coordinates. */
  focus: (pen: Pen) => [number, number, number]
}

const worn = (draw: (pen: Pen) => void, x = 30, y = 110, zoom = 2.6, grow = 1.3): Subject => ({ draw, rest: 'hang', grow, focus: () => [x, y, zoom] })

const K = worn(knit), CD = worn(cardigan), H = worn(hoodie), CO = worn(coat), TR = worn(trench), BL = worn(blazer)
const D = worn(dress), MX = worn(maxiDress), JS = worn(jumpsuit), SW = worn(swimsuit), LI = worn(lingerieSet), J = worn(jacket), BI = worn(biker), PU = worn(puffer), SK = worn(skirt), MS = worn(midiSkirt)
const JE = worn(jeans), TS = worn(trousers), LG = worn(leggings), SH = worn(shorts)
const stood = (draw: (pen: Pen) => void, x: number, y: number, zoom: number, grow = 1.15): Subject => ({ draw, rest: 'floor', grow, focus: () => [x, y, zoom] })
const laid = (draw: (pen: Pen) => void, x: number, y: number, zoom: number, grow = 1): Subject => ({ draw, rest: 'lay', grow, focus: () => [x, y, zoom] })
const T = worn(tee), S = worn(shirt), B = worn(blouse), P = worn(polo)

/** How each kind is drawn and shown. */
export const KINDS: Record<GarmentKind, Subject> = {
  dress: D, 'maxi-dress': MX, coat: CO, trench: TR, jacket: J, 'biker-jacket': BI, puffer: PU, blazer: BL, shirt: S, blouse: B, tee: T, polo: P,
  hoodie: H, knit: K, cardigan: CD, jeans: JE, trousers: TS, leggings: LG, shorts: SH, skirt: SK, 'midi-skirt': MS, jumpsuit: JS, swimsuit: SW, 'lingerie-set': LI,
  trainer: stood(trainer, -120, -210, 2.4), boot: stood(boot, 60, -420, 2.2), 'ankle-boot': stood(ankleBoot, 60, -300, 2.3), heel: stood(pump, -180, -130, 2.4), sandal: stood(sandal, -120, -140, 2.4), loafer: stood(loafer, -130, -160, 2.5), tote: stood(tote, -90, -400, 2.5), crossbody: stood(crossbody, 0, -170, 2.4), backpack: stood(backpack, 0, -300, 2.3), clutch: stood(clutch, 0, -180, 2.5),
  ring: laid(ring, 0, -160, 2.6, 1.15), necklace: laid(necklace, 0, 240, 2.6), earrings: laid(earrings, 180, 40, 2.4, 1.15), bracelet: laid(bracelet, 40, 120, 2.6), watch: laid(watch, 30, 0, 2.5), sunglasses: T, hat: T, beanie: T, scarf: T, belt: T,
}
