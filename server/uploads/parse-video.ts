import fs from 'node:fs/promises'
import mediaInfoFactory from 'mediainfo.js'
import { AppError } from '#server/platform/errors.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

export interface VideoFacts {
  mimeType: string
  byteSize: number
  /** Display size in pixels. */
  width: number
  height: number
  durationMs: number
  /** Browsers support its container and its codecs. */
  isPlayable: boolean
}

const CODECS = lookup<{ video: readonly string[]; audio: readonly string[] }>({
  'video/mp4': { video: ['AVC', 'VP9', 'AV1'], audio: ['AAC', 'MPEG Audio', 'Opus'] },
  'video/webm': { video: ['VP8', 'VP9', 'AV1'], audio: ['Opus', 'Vorbis'] },
})
const MAX_SIDE = 4096
const MAX_MS = 10 * 60_000
const HEAD_BYTES = 32

interface Track {
  '@type': string
  Format?: string
  Format_Profile?: string
  Duration?: number
  Width?: number
  Height?: number
  Rotation?: string | number
  extra?: { IsTruncated?: string }
}

/**
 * Reads a video's container, codecs, size and length from its content.
 * @returns null if it is not a video of an accepted kind (MP4, WebM, QuickTime, AVI).
 * @throws AppError bad_input if it is truncated, too large or too long.
 */
export async function parseVideo(file: string): Promise<VideoFacts | null> {
  const handle = await fs.open(file)
  try {
    const { size } = await handle.stat()
    const head = Buffer.alloc(HEAD_BYTES)
    await handle.read(head, 0, HEAD_BYTES, 0)
    const mimeType = containerOf(head)
    if (!mimeType) return null
    const info = await mediaInfoFactory({ format: 'object' })
    try {
      const { media } = await info.analyzeData(size, async (length, offset) => {
        const chunk = Buffer.alloc(Math.min(length, Math.max(0, size - offset)))
        await handle.read(chunk, 0, chunk.length, offset)
        return chunk
      })
      return factsOf((media?.track ?? []) as Track[], mimeType, size)
    } finally {
      info.close()
    }
  } finally {
    await handle.close()
  }
}

/** Detects the container by the first bytes. Files of other containers never reach the library. */
function containerOf(head: Buffer): string | null {
  const text = (from: number, to: number) => head.toString('latin1', from, to)
  if (text(4, 8) === 'ftyp') return text(8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  if (head.readUInt32BE(0) === EBML) return 'video/webm'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'AVI ') return 'video/x-msvideo'
  // QuickTime files from before `ftyp` existed.
  return ['moov', 'mdat', 'wide'].includes(text(4, 8)) ? 'video/quicktime' : null
}
const EBML = 0x1a45dfa3

const CONTAINERS = lookup<readonly string[]>({
  'video/mp4': ['MPEG-4'],
  'video/quicktime': ['MPEG-4', 'QuickTime'],
  'video/webm': ['WebM'],
  'video/x-msvideo': ['AVI'],
})

function factsOf(tracks: Track[], mimeType: string, byteSize: number): VideoFacts | null {
  const general = tracks.find((track) => track['@type'] === 'General')
  const videos = tracks.filter((track) => track['@type'] === 'Video')
  const [video] = videos
  if (!general || !video || !CONTAINERS[mimeType]?.includes(general.Format ?? '')) return null
  if (general.extra?.IsTruncated) throw new AppError('bad_input', 'The video is incomplete. Its end is missing.')
  const [width, height] = [video.Width ?? 0, video.Height ?? 0]
  const durationMs = Math.round((general.Duration ?? video.Duration ?? 0) * 1000)
  if (!(width > 0 && height > 0 && durationMs > 0)) return null
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw new AppError('bad_input', `Videos can be up to ${MAX_SIDE} pixels in width and height.`)
  if (durationMs > MAX_MS) throw new AppError('bad_input', 'Videos can be up to 10 minutes long.')
  const isTurned = Math.round(Number(video.Rotation ?? 0) / 90) % 2 !== 0
  const audio = tracks.filter((track) => track['@type'] === 'Audio')
  const known = CODECS[mimeType]
  const isPlayable =
    known !== undefined &&
    videos.every(({ Format = '' }) => known.video.includes(Format)) &&
    audio.every(({ Format = '' }) => known.audio.includes(Format))
  return {
    mimeType,
    byteSize,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    durationMs,
    isPlayable,
  }
}
