import sharp from 'sharp'

type Alter = (photo: Buffer, ground: string, random: () => number) => Promise<Buffer>

/** Rotates the photo by up to 25 degrees, on a background of the same colour. */
const turned: Alter = (photo, ground, random) =>
  sharp(photo)
    .rotate(Math.round((random() - 0.5) * 50), { background: ground })
    .png()
    .toBuffer()

/** Crops 4 to 14 percent off each side. */
const cropped: Alter = async (photo, _, random) => {
  const { width = 0, height = 0 } = await sharp(photo).metadata()
  const part = () => 0.04 + random() * 0.1
  const [left, top, right, bottom] = [part(), part(), part(), part()]
  return sharp(photo)
    .extract({
      left: Math.round(width * left),
      top: Math.round(height * top),
      width: Math.round(width * (1 - left - right)),
      height: Math.round(height * (1 - top - bottom)),
    })
    .png()
    .toBuffer()
}

/** Makes the photo up to a fifth lighter or darker, and warmer or cooler. */
const lit: Alter = (photo, _, random) => {
  const gain = 0.8 + random() * 0.4
  const warmth = 1 + (random() - 0.5) * 0.16
  return sharp(photo)
    .removeAlpha()
    .linear([gain * warmth, gain, gain / warmth], [0, 0, 0])
    .png()
    .toBuffer()
}

/** Saves a small JPEG of low quality, as messengers do. */
const recompressed: Alter = (photo) => sharp(photo).resize(480).jpeg({ quality: 35 }).toBuffer()

const everything: Alter = async (photo, ground, random) => {
  const straight = await turned(photo, ground, random)
  const part = await cropped(straight, ground, random)
  return recompressed(await lit(part, ground, random), ground, random)
}

/** Shows the garment from across a room, where it fills a tenth of the photo. */
const far: Alter = async (photo, ground, random) => {
  const { width = 0, height = 0 } = await sharp(photo).metadata()
  const [across, down] = [width * 2.2, height * 2.2]
  const [left, top] = [Math.round(random() * across), Math.round(random() * down)]
  return sharp(photo)
    .extend({
      left,
      top,
      right: Math.round(across) - left,
      bottom: Math.round(down) - top,
      background: ground,
    })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Changes to a picture on its way from a shop to a shopper's phone. */
export const alterations = { turned, cropped, lit, recompressed, everything, far } as const satisfies Record<
  string,
  Alter
>
export type Alteration = keyof typeof alterations
