import type { DrawingSpec, GarmentKind } from '../demo.types.ts'
import { companionOf, JEWELLERY } from './companions.ts'
import { CHESTS, drawForm, drawMeasurements } from './dress-form.ts'
import { KINDS } from './kinds.ts'
import { Pen, type PieceSpec } from './pen.ts'
import { drawGround, groundFor, place, type Frame } from './stage.ts'

const W = 1200
const H = 1500

/** Draws a product with a separate pen; `prefix` keeps its ids distinct from others in the same picture. */
export function drawPiece(kind: GarmentKind, spec: Omit<PieceSpec, 'kind'>, prefix: string): Pen {
  const pen = new Pen({ ...spec, kind }, prefix)
  KINDS[kind].draw(pen)
  return pen
}

/** Returns a complete 4:5 SVG of a product picture; the same spec always gives the same bytes. */
export function drawProduct(spec: DrawingSpec): string {
  const subject = KINDS[spec.kind]
  const ground = groundFor(spec.ground, spec.colour)
  const piece = {
    colour: spec.colour,
    accent: spec.accent,
    pattern: spec.pattern,
    ground,
    variant: spec.variant,
    back: spec.view === 'back',
    close: false,
  }
  if (spec.view === 'form' && CHESTS[spec.kind] !== undefined) return onForm(spec, piece)
  const isClose = spec.view === 'detail' || spec.view === 'form'
  const pen = drawPiece(spec.kind, { ...piece, close: isClose }, 'a')
  const stage = drawGround(ground, W, H, subject.rest, spec.kind)
  let body: string
  if (isClose) {
    const [x, y, zoom] = subject.focus
    const { art, defs } = pen.finish()
    body = `<defs>${defs}</defs><g transform="translate(600 750) scale(${zoom}) translate(${-x} ${-y})">${art}</g>`
  } else if (spec.view === 'styled') {
    const other = companionOf(spec)
    const rest = KINDS[other.kind].rest
    const second = drawPiece(other.kind, { ...other, ground, back: false, close: false }, 'b')
    const main = place(
      pen,
      subject.rest === 'hang' ? { x: 90, y: 110, w: 800, h: 1180 } : { x: 110, y: 220, w: 760, h: 1000 },
      subject.rest,
      ground,
      'm',
      subject.grow,
    )
    const beside: Frame =
      subject.rest === 'floor' ? { x: 640, y: 300, w: 470, h: 560 } : { x: 705, y: 850, w: 425, h: 500 }
    const companion = place(
      second,
      beside,
      rest === 'hang' ? 'lay' : rest,
      ground,
      'n',
      JEWELLERY.includes(other.kind) && !JEWELLERY.includes(spec.kind) ? 0.42 : 0.85,
    )
    body = subject.rest === 'floor' ? companion.svg + main.svg : main.svg + companion.svg
  } else {
    const frame: Frame =
      subject.rest === 'floor' ? { x: 110, y: 150, w: 980, h: 1080 } : { x: 110, y: 110, w: 980, h: 1270 }
    body = place(pen, frame, subject.rest, ground, 'm', subject.grow).svg
  }
  return picture(stage + body)
}

const picture = (art: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}">${art}</svg>`

function onForm(spec: DrawingSpec, piece: Omit<PieceSpec, 'kind'>): string {
  const { rest, grow, draw } = KINDS[spec.kind]
  const worn = { ...piece, onForm: true }
  const { box } = drawPiece(spec.kind, worn, 'a')
  const pen = new Pen({ ...worn, kind: spec.kind }, 'a')
  drawForm(pen, box.y1)
  draw(pen)
  const placed = place(pen, { x: 80, y: 80, w: 820, h: 1340 }, rest, piece.ground, 'm', grow)
  const measures = drawMeasurements({ ...spec, ground: piece.ground }, box, placed.to)
  return picture(drawGround(piece.ground, W, H, rest, spec.kind) + placed.svg + measures)
}
