// node scripts/draw-icons.ts: regenerates public/icons from the mark in public/favicon.svg; run it when that changes.
import fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const INK = '#0c0b0a'
const publicFolder = path.resolve(import.meta.dirname, '../public')
const folder = path.join(publicFolder, 'icons')
const favicon = await fs.readFile(path.join(publicFolder, 'favicon.svg'), 'utf8')

/** Returns the mark on a full ink background. Masks keep at least a circle of 80 %. */
function fullBleed(share: number): string {
  const shapes = favicon.replace(/^<svg[^>]*>|<\/svg>\s*$|<rect[^>]*\/>/g, '')
  // The mark's centre is at 31.6, 32.5.
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${INK}"/><g transform="translate(32 32) scale(${share}) translate(-31.6 -32.5)">${shapes}</g></svg>`
}

const icons = {
  'icon-192.png': { svg: favicon, size: 192 },
  'icon-512.png': { svg: favicon, size: 512 },
  'maskable-192.png': { svg: fullBleed(0.82), size: 192 },
  'maskable-512.png': { svg: fullBleed(0.82), size: 512 },
  'apple-touch-icon.png': { svg: fullBleed(0.96), size: 180 },
}
await fs.mkdir(folder, { recursive: true })
for (const [name, { svg, size }] of Object.entries(icons)) {
  await sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(folder, name))
}
