/** A silent film of one codec. */
export interface Film {
  /** 'avc1' with its avcC record (ISO/IEC 14496-15), or 'vp09' with its vpcC record. */
  codec: 'avc1' | 'vp09'
  settings: Buffer
  width: number
  height: number
  framesPerSecond: number
  /** The encoded frames, in order. */
  samples: { bytes: Buffer; isKey: boolean }[]
}

const ascii = (text: string) => Buffer.from(text, 'latin1')
const zeros = (length: number) => Buffer.alloc(length)
const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >>> 8, value & 255])))
const u32 = (...values: number[]) => Buffer.concat(values.map((value) => u16(value >>> 16, value & 0xffff)))
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), ascii(type), body])
}
/** Returns a box with a version, which is 0 here, and flags. */
const fullBox = (type: string, flags: number, ...parts: Buffer[]) => box(type, u32(flags), ...parts)

/** The identity matrix. */
const AS_IT_IS = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** BT.709, limited range. */
const COLOURS = box('colr', ascii('nclx'), u16(1, 1, 1), zeros(1))
const NO_LANGUAGE = 0x55c4

/** Writes the film as an MP4 file (ISO/IEC 14496-12). The index comes first, so that players can start while the file is loading. */
export function writeMp4({ codec, settings, width, height, framesPerSecond, samples }: Film): Buffer {
  const length = samples.length
  const kind = box('ftyp', ascii('isom'), u32(0x200), ascii('isomiso2mp41'))
  const pictures = box(
    codec,
    zeros(6),
    u16(1),
    zeros(16),
    u16(width, height),
    u32(72 << 16, 72 << 16, 0),
    u16(1),
    zeros(32),
    u16(24, 0xffff),
    box(codec === 'avc1' ? 'avcC' : 'vpcC', settings),
    COLOURS,
  )
  const keys = samples.flatMap(({ isKey }, at) => (isKey ? [at + 1] : []))
  const about = (dataAt: number) => {
    const table = box(
      'stbl',
      fullBox('stsd', 0, u32(1), pictures),
      fullBox('stts', 0, u32(1, length, 1)),
      fullBox('stss', 0, u32(keys.length, ...keys)),
      fullBox('stsc', 0, u32(1, 1, length, 1)),
      fullBox('stsz', 0, u32(0, length, ...samples.map(({ bytes }) => bytes.length))),
      fullBox('stco', 0, u32(1, dataAt)),
    )
    const media = box(
      'mdia',
      fullBox('mdhd', 0, u32(0, 0, framesPerSecond, length), u16(NO_LANGUAGE, 0)),
      fullBox('hdlr', 0, zeros(4), ascii('vide'), zeros(13)),
      box('minf', fullBox('vmhd', 1, zeros(8)), box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))), table),
    )
    return box(
      'moov',
      fullBox('mvhd', 0, u32(0, 0, framesPerSecond, length, 0x10000), zeros(12), AS_IT_IS, zeros(24), u32(2)),
      box(
        'trak',
        fullBox('tkhd', 3, u32(0, 0, 1, 0, length), zeros(16), AS_IT_IS, u32(width << 16, height << 16)),
        media,
      ),
    )
  }
  const dataAt = kind.length + about(0).length + 8
  return Buffer.concat([kind, about(dataAt), box('mdat', ...samples.map(({ bytes }) => bytes))])
}
