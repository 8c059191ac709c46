/** The background of a product, its shadow, and its position. */
import { at, hexDistance, lightness, mix, tint, tones } from './colour.ts'
import { hash, r } from './line.ts'
import type { Box, Pen } from './pen.ts'

/** hang: in front of a wall. floor: standing. lay: lying flat, seen from above. */
export type Rest = 'hang' | 'floor' | 'lay'

export interface Frame {
  x: number
  y: number
  w: number
  h: number
}

/** Returns the background's colour, changed if it is too close to the product's. */
export function groundFor(ground: string, colour: string): string {
  const { base } = tones(colour)
  if (hexDistance(ground, base) > 0.095) return ground
  return at(ground, lightness(base) + (lightness(base) > 0.55 ? -0.15 : 0.16), 1.1)
}

/** Draws a calm background with one feature: a floor, an arch, a disc, a window's light, a paper's edge. */
export function drawGround(ground: string, w: number, h: number, rest: Rest, seed: string): string {
  const pale = lightness(ground) > 0.45
  const up = tint(ground, pale ? 0.032 : 0.045)
  const down = tint(ground, pale ? -0.035 : -0.04, 1.05)
  const n = hash(ground) + (hash(seed) % 2)
  const floor = h * (rest === 'floor' ? 0.66 : 0.84)
  const plane = `<path d="M0 ${r(floor)}Q${r(w * 0.4)} ${r(floor - 6)} ${w} ${r(floor + 5)}V${h}H0Z" fill="url(#gf)"/>`
  const events =
    rest === 'lay' ? ['', 'disc', 'window', 'sheet', 'disc'] : ['floor', 'arch', 'disc', 'window', 'corner']
  let art = ''
  switch (events[n % events.length]) {
    case 'floor':
      art = plane
      break
    case 'arch': {
      const [l, t, rad] = [w * 0.15, h * 0.1, w * 0.35]
      art = `${plane}<path d="M${r(l)} ${r(floor)}V${r(t + rad)}A${r(rad)} ${r(rad)} 0 0 1 ${r(w - l)} ${r(t + rad)}V${r(floor)}Z" fill="${up}" fill-opacity=".75"/>`
      break
    }
    case 'disc':
      art = `${rest === 'lay' ? '' : plane}<circle cx="${r(w * 0.55)}" cy="${r(h * 0.45)}" r="${r(w * 0.39)}" fill="${up}" fill-opacity=".8"/>`
      break
    case 'window': {
      const pane = (x: number, y: number, a: number, b: number) =>
        `M${r(w * x)} ${r(h * y)}l${r(w * a)} ${r(h * -0.1)}l${r(w * 0.05)} ${r(h * b)}l${r(w * -a)} ${r(h * 0.1)}Z`
      art = `${rest === 'floor' ? plane : ''}<path d="${pane(0.1, 0.16, 0.33, 0.28)}${pane(0.47, 0.05, 0.36, 0.28)}${pane(0.16, 0.48, 0.33, 0.34)}${pane(0.53, 0.37, 0.36, 0.34)}" fill="${up}" fill-opacity=".85"/>`
      break
    }
    case 'sheet':
      art = `<path d="M${r(w * 0.11)} ${r(h * 0.1)}L${r(w * 0.9)} ${r(h * 0.08)}L${r(w * 0.92)} ${r(h * 0.91)}L${r(w * 0.09)} ${r(h * 0.93)}Z" fill="${up}" fill-opacity=".8"/>`
      break
    case 'corner':
      art = `${plane}<path d="M0 0H${r(w * 0.3)}V${r(floor)}H0Z" fill="${down}" fill-opacity=".45"/>`
      break
  }
  return (
    `<defs><radialGradient id="gv" cx=".4" cy=".34" r=".85"><stop offset="0" stop-color="${up}" stop-opacity=".9"/><stop offset=".5" stop-color="${ground}" stop-opacity="0"/><stop offset="1" stop-color="${tint(ground, pale ? -0.1 : -0.07, 1.15)}" stop-opacity=".8"/></radialGradient>` +
    `<linearGradient id="gf" x2="0" y2="1"><stop offset="0" stop-color="${down}"/><stop offset="1" stop-color="${mix(down, ground, 0.7)}"/></linearGradient></defs>` +
    `<rect width="${w}" height="${h}" fill="${ground}"/>${art}<rect width="${w}" height="${h}" fill="url(#gv)"/>`
  )
}

export interface Placed {
  svg: string
  /** The final position of the product. */
  box: Box
  /** Maps a point of the product into the picture. */
  to: (x: number, y: number) => [number, number]
}

/** Places a product in a frame without cropping it, with its shadow. `grow` is the largest allowed scale. */
export function place(pen: Pen, frame: Frame, rest: Rest, ground: string, name: string, grow = 1, turn = 0): Placed {
  const { art, defs, shape, box } = pen.finish()
  const [w, h] = [box.x1 - box.x0, box.y1 - box.y0]
  const scale = Math.min(frame.w / w, frame.h / h, grow)
  const x = frame.x + frame.w / 2 - (box.x0 + w / 2) * scale
  // Standing products stay near the floor, but low ones move up so that the picture is not empty.
  const y =
    rest === 'floor'
      ? frame.y + frame.h * 0.5 + Math.min(frame.h * 0.5, h * scale * 0.5 + frame.h * 0.1) - box.y1 * scale
      : frame.y + frame.h / 2 - (box.y0 + h / 2) * scale
  const to: Box = { x0: x + box.x0 * scale, x1: x + box.x1 * scale, y0: y + box.y0 * scale, y1: y + box.y1 * scale }
  const dark = mix(tint(ground, -0.4), '#120c08', 0.5)
  const weight = lightness(ground) > 0.45 ? 0.26 : 0.5
  const lean = turn ? ` rotate(${turn} ${r((box.x0 + box.x1) / 2)} ${r((box.y0 + box.y1) / 2)})` : ''
  const matrix = `translate(${r(x)} ${r(y)}) scale(${Math.round(scale * 1000) / 1000})${lean}`
  let shadow: string
  if (rest === 'floor') {
    const [cx, rx] = [(to.x0 + to.x1) / 2, (to.x1 - to.x0) / 2]
    shadow =
      `<defs><radialGradient id="${name}s"><stop offset="0" stop-color="${dark}" stop-opacity="${weight * 2.2}"/><stop offset=".55" stop-color="${dark}" stop-opacity="${weight * 1.1}"/><stop offset="1" stop-color="${dark}" stop-opacity="0"/></radialGradient></defs>` +
      `<ellipse cx="${r(cx + rx * 0.07)}" cy="${r(to.y1 - 2)}" rx="${r(rx * 1.18)}" ry="${r(Math.min(46, rx * 0.14))}" fill="url(#${name}s)"/>`
  } else {
    const [dx, dy, soft] = rest === 'hang' ? [26, 34, 15] : [13, 19, 9]
    shadow =
      `<defs><filter id="${name}s" x="-12%" y="-12%" width="124%" height="124%"><feGaussianBlur stdDeviation="${soft}"/></filter></defs>` +
      `<g transform="translate(${dx} ${dy})"><g filter="url(#${name}s)"><g transform="${matrix}" fill="${dark}" fill-opacity="${weight}">${shape}</g></g></g>`
  }
  return {
    svg: `<defs>${defs}</defs>${shadow}<g transform="${matrix}">${art}</g>`,
    box: to,
    to: (px, py) => [x + px * scale, y + py * scale],
  }
}
