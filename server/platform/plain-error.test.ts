import { expect, test } from 'vitest'
import { z } from 'zod'
import { plainError } from './plain-error.schema.ts'

const schema = z.strictObject({
  id: z.uuid(),
  limit: z.int().min(1).max(100),
  sort: z.enum(['newest', 'featured']),
  q: z.string().min(2),
  price: z.string().regex(/^\d+$/),
  image: z.url({ protocol: /^https$/ }).optional(),
  gender: z.enum(['', 'women']).optional(),
  options: z.record(z.string(), z.string()).optional(),
})
const CORRECT = { id: '01890a5d-ac96-774b-bcce-b302099a8057', limit: 20, sort: 'newest', q: 'coat', price: '80' }

test.each([
  [{ id: '1' }, 'id: This must be a UUID.'],
  [{ limit: 101 }, 'limit: This is more than 100.'],
  [{ limit: 1.5 }, 'limit: Use a whole number, such as 2.'],
  [{ sort: 'price' }, 'sort: This must be one of: newest, featured.'],
  [{ sort: undefined }, 'sort: This must be one of: newest, featured.'],
  [{ q: 'c' }, 'q: Use at least 2 characters.'],
  [{ q: undefined }, 'q: This is missing.'],
  [{ price: 'x' }, String.raw`price: This must match /^\d+$/.`],
  [{ image: 'http://a.example/1.jpg' }, 'image: This must be a URL that starts with https://.'],
  [{ gender: 'x' }, 'gender: This must be one of: "", women.'],
  [{ options: [1] }, 'options: This must be an object.'],
  [{ page: 1 }, ': Unknown field: page.'],
])('explains %o', (change, explanation) => {
  const { error } = schema.safeParse({ ...CORRECT, ...change }, { error: plainError })
  expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([explanation])
})
