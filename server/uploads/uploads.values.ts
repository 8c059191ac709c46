const MB = 2 ** 20
const NO_PICTURE = 'Please upload a valid image file.'
const NO_VIDEO = 'Please upload a valid video file.'
const ANY_PICTURE = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

interface SlotRules {
  kind: 'picture' | 'video'
  maxBytes: number
  /** Maximum files at a time. */
  maxFiles: number
  /** For the browser's file dialog. Only the content decides the real type. */
  accept: string
  wrongType: string
  tooLarge: string
}

/** The uses of uploaded files, with their limits. */
export const UPLOAD_SLOTS = {
  productPicture: {
    kind: 'picture',
    maxBytes: 10 * MB,
    maxFiles: 20,
    accept: ANY_PICTURE,
    wrongType: NO_PICTURE,
    tooLarge: 'File size must be less than 10MB.',
  },
  heroImage: {
    kind: 'picture',
    maxBytes: 5 * MB,
    maxFiles: 1,
    accept: ANY_PICTURE,
    wrongType: NO_PICTURE,
    tooLarge: 'File size exceeds 5MB limit',
  },
  logo: {
    kind: 'picture',
    maxBytes: 2 * MB,
    maxFiles: 1,
    accept: ANY_PICTURE,
    wrongType: NO_PICTURE,
    tooLarge: 'File size exceeds 2MB limit',
  },
  promotionalImage: {
    kind: 'picture',
    maxBytes: 10 * MB,
    maxFiles: 10,
    accept: 'image/jpeg,image/png,image/webp',
    wrongType: NO_PICTURE,
    tooLarge: 'File size must be less than 10MB.',
  },
  promotionalVideo: {
    kind: 'video',
    maxBytes: 50 * MB,
    maxFiles: 3,
    accept: 'video/mp4,video/webm,video/quicktime,video/x-msvideo,.mp4,.webm,.mov,.avi',
    wrongType: NO_VIDEO,
    tooLarge: 'File size must be less than 50MB.',
  },
} as const satisfies Record<string, SlotRules>

export type UploadSlot = keyof typeof UPLOAD_SLOTS

/** A shopper's picture, sent with a form. No partner can begin an upload for it. */
export const REVIEW_PICTURE = {
  kind: 'picture',
  maxBytes: 5 * MB,
  maxFiles: 3,
  accept: ANY_PICTURE,
  wrongType: 'We cannot read this image. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  tooLarge: 'Images can be up to 5 MB. Please choose a smaller one.',
} as const satisfies SlotRules

/** The rules for examining a file's content. */
export const EXAMINED_AS = { ...UPLOAD_SLOTS, reviewPicture: REVIEW_PICTURE } as const
export type ExaminedAs = keyof typeof EXAMINED_AS
