import { z } from 'zod'
import { MOST_ORDER_FILE_BYTES } from '#server/platform/file-size.schema.ts'
import { paragraphs } from '#server/platform/texts.schema.ts'

export const MOST_ROWS = 10_000

/** The columns of an order file: a row per order line. Required columns come first. */
export const ORDER_COLUMNS = {
  order_id: "The store's id of the order: rows with the same one are its lines",
  ordered_at: '2026-11-23T12:00:00Z',
  currency: 'USD',
  title: 'What was bought',
  quantity: 'Pieces',
  price: 'Of one piece, before discounts: 49.90',
  order_name: 'As people call it: #1001',
  click_id: 'The value of wtf_cid',
  discount_code: 'The code that was used',
  line_id: "The store's id of the line; without it its number within the order",
  product_id: "The store's id of the product",
  sku: '',
  discount: 'Of all pieces of the row',
  included_tax: 'Of all pieces of the row, if prices contain tax',
  tax: 'Of the order: its first row counts',
  shipping: 'Of the order: its first row counts',
} as const
export const REQUIRED_COLUMNS = ['order_id', 'ordered_at', 'currency', 'title', 'quantity', 'price'] as const

export const readFileInput = z.object({
  fileName: z
    .string()
    .transform(
      (name) =>
        name
          .toWellFormed()
          .replace(/\p{Cc}+/gu, ' ')
          .trim()
          .slice(0, 200) || 'orders.csv',
    )
    .default('orders.csv'),
  text: z
    .string({ error: 'Please choose a file' })
    .min(1, 'Please choose a file that is not empty')
    .max(MOST_ORDER_FILE_BYTES),
})
export type ReadFileInput = z.output<typeof readFileInput>

export const fileInput = z.object({ fileId: z.uuid() })
export type FileInput = z.infer<typeof fileInput>

export const filePageInput = fileInput.extend({ page: z.coerce.number().int().min(1).max(1_000).catch(1).default(1) })
export type FilePageInput = z.output<typeof filePageInput>

export const judgeFileInput = fileInput
  .extend({
    verdict: z.enum(['approve', 'reject'], { error: 'Please choose' }),
    reason: paragraphs(null, 1_000).default(''),
  })
  .superRefine(({ verdict, reason }, context) => {
    if (verdict === 'reject' && reason === '')
      context.addIssue({ code: 'custom', path: ['reason'], message: 'Enter a reason. The partner will see it' })
  })
export type JudgeFileInput = z.output<typeof judgeFileInput>

export const FILE_STATES = ['read', 'submitted', 'approved', 'failed', 'rejected', 'withdrawn'] as const
export const filesQuery = z.object({
  status: z.enum(FILE_STATES).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
export type FilesQuery = z.output<typeof filesQuery>
