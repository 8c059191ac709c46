import type { DrawingSpec } from '../demo.types.ts'

export interface BrandPalette { grounds: string[]; ink: string; accent: string }
export type TileSpec = Pick<DrawingSpec, 'kind' | 'colour' | 'accent' | 'pattern' | 'ground' | 'variant'>
export type HeroPiece = Pick<DrawingSpec, 'kind' | 'colour' | 'accent' | 'pattern' | 'variant'>
export type EmptyScene = 'no-results' | 'empty-store' | 'not-found' | 'error'

const frame = (w: number, h: number, body: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">${body}</svg>`

/** A 512x512 letterless mark. */
export function drawLogo(key: string, palette: BrandPalette): string {
  return frame(512, 512, `<rect width="512" height="512" fill="${palette.grounds[0] ?? '#eee'}"/><circle cx="256" cy="256" r="${100 + (key.length % 8) * 8}" fill="${palette.ink}"/>`)
}

/** A 16:9 editorial composition. */
export function drawHero(_key: string, palette: BrandPalette, pieces: HeroPiece[]): string {
  return frame(2000, 1125, `<rect width="2000" height="1125" fill="${palette.grounds[0] ?? '#eee'}"/>${pieces.map((p, i) => `<rect x="${1000 + i * 200}" y="200" width="160" height="700" fill="${p.colour}"/>`).join('')}`)
}

/** A 1000x1250 category tile. */
export function drawTile(spec: TileSpec): string {
  return frame(1000, 1250, `<rect width="1000" height="1250" fill="${spec.ground}"/><circle cx="500" cy="625" r="300" fill="${spec.colour}"/>`)
}

/** A 640x480 drawing for an empty state on a near-black page. */
export function drawEmpty(_scene: EmptyScene): string {
  return frame(640, 480, `<path d="M320 120v60L160 300h320L320 180" fill="none" stroke="#f3ede2" stroke-width="4"/>`)
}
