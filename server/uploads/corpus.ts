import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import type { UploadSlot } from './uploads.values.ts'

/** A possible upload and its expected outcome. 'either': both are fine. */
export interface CorpusFile {
  name: string
  slot: UploadSlot
  bytes: Buffer
  expected: 'kept' | 'refused' | 'either'
}

const SCRIPT = '<script>alert(document.domain)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`
const PAGE = `<!doctype html><title>x</title>${SCRIPT}`
/** The start of a ZIP archive. */
const ZIP = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60), Buffer.from('PK\x05\x06'), Buffer.alloc(18)])

/**
 * Returns files of every accepted kind, and of the kinds that attackers send. Generates them, so that none is in the
 * repository.
 */
export async function makeCorpus(): Promise<CorpusFile[]> {
  const complete = await completePictures()
  const film = await fs.readFile(path.resolve(import.meta.dirname, '../../public/films/rail.mp4'))
  return [
    ...complete,
    ...complete.slice(0, 5).flatMap(cutPictures),
    ...complete.slice(0, 5).flatMap(polyglots),
    ...(await hiddenTexts()),
    ...disguised(),
    ...bombs(),
    ...noise(),
    ...videos(film),
  ]
}

const picture = (name: string, bytes: Buffer, expected: CorpusFile['expected'] = 'kept'): CorpusFile => ({
  name,
  slot: 'productPicture',
  bytes,
  expected,
})

const painted = (): Sharp => {
  const [width, height] = [96, 64]
  const pixels = Buffer.alloc(width * height * 3, 0)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7 + (at >> 5)) % 256
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

async function completePictures(): Promise<CorpusFile[]> {
  const made: Array<[string, Sharp]> = [
    ['plain.jpg', painted().jpeg()],
    ['plain.png', painted().png()],
    ['plain.webp', painted().webp()],
    ['plain.gif', painted().gif()],
    ['plain.avif', painted().avif({ effort: 0 })],
    ['progressive.jpg', painted().jpeg({ progressive: true })],
    ['cmyk.jpg', painted().toColourspace('cmyk').jpeg()],
    ['grey.jpg', painted().greyscale().jpeg()],
    ['16-bit.png', painted().toColourspace('rgb16').png()],
    ['alpha.png', painted().ensureAlpha(0.4).png()],
    ['palette.png', painted().png({ palette: true, colours: 8 })],
    ['interlaced.png', painted().png({ progressive: true })],
    ['lossless.webp', painted().webp({ lossless: true })],
    ['alpha.webp', painted().ensureAlpha(0.4).webp()],
    ['p3.jpg', painted().withIccProfile('p3').jpeg()],
    ['p3.png', painted().withIccProfile('p3').png()],
  ]
  const files = await Promise.all(made.map(async ([name, image]) => picture(name, await image.toBuffer())))
  for (let orientation = 2; orientation <= 8; orientation++)
    files.push(picture(`turned-${orientation}.jpg`, await painted().withMetadata({ orientation }).jpeg().toBuffer()))
  const frames = await Promise.all([painted().png().toBuffer(), painted().negate().png().toBuffer()])
  const animated = () => sharp(frames, { join: { animated: true } })
  files.push(picture('animated.gif', await animated().gif().toBuffer()))
  files.push(picture('animated.webp', await animated().webp().toBuffer()))
  return files
}

/** Returns pictures truncated at many positions. Without their last bytes, pictures may still be valid. */
const cutPictures = ({ name, bytes }: CorpusFile): CorpusFile[] =>
  [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97].map((share) =>
    picture(
      `cut at ${share}: ${name}`,
      bytes.subarray(0, Math.floor(bytes.length * share)),
      share < 0.3 ? 'refused' : 'either',
    ),
  )

/** Pictures that are also another file type; redrawing removes that. */
const polyglots = ({ name, bytes }: CorpusFile): CorpusFile[] => [
  picture(`${name} + zip`, Buffer.concat([bytes, ZIP])),
  picture(`${name} + page`, Buffer.concat([bytes, Buffer.from(PAGE)])),
  picture(`${name} + svg`, Buffer.concat([bytes, Buffer.from(SVG)])),
  picture(`${name} + php`, Buffer.concat([bytes, Buffer.from('<?php system($_GET[0]); ?>')])),
  picture(`pdf + ${name}`, Buffer.concat([Buffer.from('%PDF-1.4\n'), bytes]), 'refused'),
  picture(`page + ${name}`, Buffer.concat([Buffer.from(PAGE), bytes]), 'refused'),
]

async function hiddenTexts(): Promise<CorpusFile[]> {
  const exif = {
    IFD0: { ImageDescription: PAGE, Artist: SVG },
    IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
  }
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${SCRIPT}</x:xmpmeta>`
  const jpeg = await painted().jpeg().toBuffer()
  const text = Buffer.from(PAGE)
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text])
  return [
    picture('gps and page in exif.jpg', await painted().withExif(exif).jpeg().toBuffer()),
    picture('gps and page in exif.webp', await painted().withExif(exif).webp().toBuffer()),
    picture('gps and page in exif.png', await painted().withExif(exif).png().toBuffer()),
    picture('script in xmp.jpg', await painted().withXmp(xmp).jpeg().toBuffer()),
    picture('page in comment.jpg', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])),
    picture('gif that is a script', Buffer.from('GIF89a/*\0\0*/=1;alert(1)//'), 'refused'),
    picture('text chunk.png', await pngWith('tEXt', Buffer.from(`Comment\0${PAGE}`))),
  ]
}

function disguised(): CorpusFile[] {
  const things: Array<[string, string | Buffer]> = [
    ['svg', SVG],
    ['svg with a declaration', `<?xml version="1.0"?>${SVG}`],
    ['svg behind a byte order mark', `\ufeff${SVG}`],
    ['page', PAGE],
    ['script', 'alert(1)'],
    ['pdf', '%PDF-1.7\n%âãÏÓ\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'],
    ['zip', ZIP],
    ['tiff', 'II*\u0000\u0008\u0000\u0000\u0000'],
    ['bmp', 'BM\u0000\u0000'],
    ['icon', '\u0000\u0000\u0001\u0000\u0001\u0000'],
    ['psd', '8BPS\u0000\u0001'],
    ['heic', '\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic'],
    ['mvg', 'push graphic-context\nimage over 0,0 0,0 "|id"\npop graphic-context'],
    ['eps', '%!PS-Adobe-3.0 EPSF-3.0'],
    ['elf', '\u007fELF\u0002\u0001\u0001'],
    ['exe', 'MZ\u0090\u0000'],
    ['xml bomb', '<!DOCTYPE a [<!ENTITY b "bbbb">]><svg>&b;</svg>'],
    ['jpeg start and nothing', Buffer.from([0xff, 0xd8, 0xff])],
    ['png start and nothing', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['webp start and nothing', 'RIFF\u0004\u0000\u0000\u0000WEBP'],
    ['gif start and nothing', 'GIF89a'],
    ['avif start and nothing', '\u0000\u0000\u0000\u0018ftypavif\u0000\u0000\u0000\u0000avifmif1'],
  ]
  return things.flatMap(([name, content]) =>
    (['productPicture', 'promotionalImage', 'promotionalVideo'] as const).map((slot) => ({
      name: `${name} as a ${slot}`,
      slot,
      bytes: Buffer.isBuffer(content) ? content : Buffer.from(content),
      expected: 'refused' as const,
    })),
  )
}

/** Returns small files of enormous pictures. */
function bombs(): CorpusFile[] {
  const sides = [8_100, 20_000, 65_535, 2 ** 31 - 1]
  const gif = (side: number) => {
    const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;', 'latin1')
    for (const at of [6, 8, 24, 26]) head.writeUInt16LE(Math.min(side, 65_535), at)
    return head
  }
  const webp = (side: number) => {
    const head = Buffer.alloc(30)
    head.write('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1')
    head.writeUIntLE(Math.min(side, 2 ** 24) - 1, 24, 3)
    head.writeUIntLE(Math.min(side, 2 ** 24) - 1, 27, 3)
    return head
  }
  return sides.flatMap((side) => [
    picture(`png of ${side}`, png(side, side, Buffer.alloc(1_000)), 'refused'),
    picture(`gif of ${side}`, gif(side), 'refused'),
    picture(`webp of ${side}`, webp(side), 'refused'),
  ])
}

function noise(): CorpusFile[] {
  const slots: UploadSlot[] = ['productPicture', 'promotionalImage', 'promotionalVideo', 'logo']
  return slots.flatMap((slot) =>
    [1, 2, 11, 64, 4_096, 60_000].map((size) => ({
      name: `${size} random bytes as a ${slot}`,
      slot,
      bytes: randomBytes(size),
      expected: 'refused' as const,
    })),
  )
}

function videos(film: Buffer): CorpusFile[] {
  const video = (name: string, bytes: Buffer | string, expected: CorpusFile['expected']): CorpusFile => ({
    name,
    slot: 'promotionalVideo',
    bytes: Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes, 'latin1'),
    expected,
  })
  const quickTime = Buffer.from(film)
  quickTime.write('qt  ', 8, 'latin1')
  return [
    video('whole.mp4', film, 'kept'),
    video('quicktime.mov', quickTime, 'kept'),
    video('film + page', Buffer.concat([film, Buffer.from(PAGE)]), 'either'),
    video('page + film', Buffer.concat([Buffer.from(PAGE), film]), 'refused'),
    video('only a type.mp4', '\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'refused'),
    video('no pictures.mp4', '\0\0\0\x18ftypisom\0\0\x02\0isomiso2\0\0\0\x08moov', 'refused'),
    video('endless box.mp4', '\0\0\0\x18ftypisom\0\0\x02\0isomiso2\0\0\0\0moov', 'refused'),
    video('ebml and noise.webm', `\x1a\x45\xdf\xa3${'\xff'.repeat(500)}`, 'refused'),
    video('ebml alone.webm', '\x1a\x45\xdf\xa3', 'refused'),
    video('avi alone.avi', `RIFF\x20\0\0\0AVI LIST\x10\0\0\0hdrl${'\0'.repeat(40)}`, 'refused'),
    video('mp3', `ID3\x03\0\0\0\0\0\x21${'\0'.repeat(100)}`, 'refused'),
    ...[0.001, 0.003, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99].map((share) =>
      video(`cut at ${share}.mp4`, film.subarray(0, Math.floor(film.length * share)), 'refused'),
    ),
    { name: 'film as a picture', slot: 'productPicture', bytes: film, expected: 'refused' },
  ]
}

async function pngWith(type: string, data: Buffer): Promise<Buffer> {
  const bytes = await painted().png().toBuffer()
  const afterHeader = 8 + 25
  return Buffer.concat([bytes.subarray(0, afterHeader), chunk(type, data), bytes.subarray(afterHeader)])
}

function png(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
