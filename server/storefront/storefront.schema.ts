import { z } from 'zod'
import { oneLine, paragraphs } from '#server/platform/texts.schema.ts'

interface TextRules {
  label: string
  /** Rows of its text box. */
  rows: number
  /** In characters. */
  limit: number
  /** A single line: line breaks become spaces. */
  isLine: boolean
  /** The purpose of the text. */
  hint: string
}

/** The texts of a store page, in the order of the editor. */
export const STORE_TEXTS = {
  heroTitle: {
    label: 'Hero Title',
    rows: 2,
    limit: 80,
    isLine: true,
    hint: 'The headline of your page. If it is empty, your page shows your name.',
  },
  heroSubtitle: {
    label: 'Hero Subtitle',
    rows: 2,
    limit: 160,
    isLine: true,
    hint: 'One sentence below the title: what you make and who it is for.',
  },
  storeDescription: {
    label: 'Store Description',
    rows: 4,
    limit: 1_000,
    isLine: false,
    hint: 'Appears under ‘Welcome to Our Store’.',
  },
  aboutSection: {
    label: 'About Section',
    rows: 6,
    limit: 4_000,
    isLine: false,
    hint: 'Appears under ‘About Us’. Say where you come from and why you work the way you do.',
  },
  ethos: {
    label: 'Ethos',
    rows: 4,
    limit: 300,
    isLine: true,
    hint: 'A sentence that sums up your brand. It appears on your page and on your card in the list of stores.',
  },
  shippingPolicy: {
    label: 'Shipping',
    rows: 4,
    limit: 2_000,
    isLine: false,
    hint: 'What delivery costs and how long it takes. Your page tells shoppers that these are your own terms.',
  },
  returnsPolicy: {
    label: 'Returns',
    rows: 4,
    limit: 2_000,
    isLine: false,
    hint: 'How long shoppers have, what they cannot return, and who pays the postage.',
  },
} as const satisfies Record<string, TextRules>

export type StoreTextName = keyof typeof STORE_TEXTS
export const STORE_TEXT_NAMES = Object.keys(STORE_TEXTS) as StoreTextName[]

/** The pictures of a store page. Each is also an upload slot, which limits its files. */
export const STORE_PICTURES = {
  heroImage: {
    label: 'Hero Image',
    hint: 'Up to 5 MB, at least 1600 pixels wide. Your text appears at the bottom left.',
  },
  logo: { label: 'Logo', hint: 'Up to 2 MB, square. It is shown in a circle.' },
} as const

export type StorePictureKind = keyof typeof STORE_PICTURES
export const STORE_PICTURE_KINDS = Object.keys(STORE_PICTURES) as StorePictureKind[]
export const MAX_ALT_CHARACTERS = 200

const textName = z.enum(STORE_TEXT_NAMES as [StoreTextName, ...StoreTextName[]])
const pictureKind = z.enum(STORE_PICTURE_KINDS as [StorePictureKind, ...StorePictureKind[]])
/** The draft's revision on the page, so that two people do not overwrite each other's changes. */
const revision = z.coerce.number().int().min(0).max(2_147_483_646)
const altText = z.union([
  z
    .string()
    .regex(/^\s*$/)
    .transform(() => ''),
  oneLine('', MAX_ALT_CHARACTERS),
])

export const draftRevisionInput = z.object({ revision })

export const changeTextInput = z
  .object({ revision, name: textName, text: z.string() })
  .transform(({ text, ...rest }, context) => {
    const { isLine, limit } = STORE_TEXTS[rest.name]
    const read = paragraphs(null, limit).safeParse(isLine ? text.replace(/\s+/g, ' ') : text)
    if (read.success) return { ...rest, text: read.data }
    for (const { message } of read.error.issues) context.addIssue({ code: 'custom', message, path: ['text'] })
    return z.NEVER
  })

export const changePictureInput = z.discriminatedUnion('act', [
  /** Uses a file that was uploaded for this picture. */
  z.object({ act: z.literal('replace'), revision, kind: pictureKind, uploadId: z.uuid() }),
  z.object({ act: z.literal('describe'), revision, kind: z.literal('heroImage'), altText }),
  z.object({ act: z.literal('remove'), revision, kind: pictureKind }),
  /** Discards the draft's changes to the picture. */
  z.object({ act: z.literal('keep'), revision, kind: pictureKind }),
])

/** Comes from a URL. Invalid ids and tokens count as absent. */
export const previewInput = z.object({ partnerId: z.string(), token: z.string().nullable() })

export type ChangeTextInput = z.output<typeof changeTextInput>
export type ChangePictureInput = z.output<typeof changePictureInput>
