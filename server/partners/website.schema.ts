import { z } from 'zod'

const MAX_WEBSITE = 500
const INVALID = 'Please enter a valid URL'

/** A website's URL, empty for none. 'example.com' without a scheme means https. */
export const websiteUrl = z
  .string()
  .trim()
  .transform((typed) => (typed === '' || /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`))
  .refine(
    (url) =>
      url === '' ||
      (url.length <= MAX_WEBSITE &&
        /^https?:\/\/[^\s\p{Cc}]+\.[^\s\p{Cc}]+$/iu.test(url) &&
        URL.canParse(url) &&
        new URL(url).username === ''),
    INVALID,
  )

export const nameWebsiteInput = z.object({
  websiteUrl: websiteUrl.pipe(z.string().min(1, 'Please enter a website URL.')),
})
export type NameWebsiteInput = z.output<typeof nameWebsiteInput>
