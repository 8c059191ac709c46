import sharp from 'sharp'
import type { Part } from '#server/media/appearance/frame.shared.ts'

const TILES = ['#3f7f4a', '#c9b27a', '#7fa7c9', '#9a9a8a', '#604a6a']

/** Creates a photo of 800 x 1000 pixels with a red piece and a blue one before a wall of tiles in five colours. */
export function busyRoom(): Promise<Buffer> {
  let wall = ''
  for (let at = 0; at < 80; at++)
    wall += `<rect x="${(at % 8) * 100}" y="${Math.floor(at / 8) * 100}" width="100" height="100" fill="${TILES[(at * 7) % 5]}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000">${wall}<path d="M90 520h260l40 380H50z" fill="#b01b2e"/><rect x="500" y="80" width="180" height="240" fill="#1b2eb0"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}

/** Frames around the two pieces, with a little of the wall. */
export const RED_PIECE: Part = { left: 0.05, top: 0.5, width: 0.46, height: 0.42 }
export const BLUE_PIECE: Part = { left: 0.6, top: 0.06, width: 0.28, height: 0.28 }
