import { z } from 'zod'
import { MAX_ORDER_FILE_BYTES } from '#server/platform/file-size.schema.ts'
import { paragraphs } from '#server/platform/texts.schema.ts'

export const MAX_ROWS = 10_000

/** The columns of an order file, which has one row per order line. Required columns come first. */
export const ORDER_COLUMNS = {
  order_id: "The store's order ID. Rows with the same ID are lines of one order",
  ordered_at: '2026-11-23T12:00:00Z',
  currency: 'USD',
  title: 'Name of the product',
  quantity: 'Number of items',
  price: 'Price of one item, before discounts: 49.90',
  order_name: 'Order number that people see: #1001',
  click_id: 'The value of wtf_cid',
  discount_code: 'The discount code that the buyer used',
  line_id: "The store's line ID. If empty, we use the line's position in the order",
  product_id: "The store's product ID",
  sku: '',
  discount: 'Total discount for the row',
  included_tax: 'Total tax for the row, if prices include tax',
  tax: "Tax on the order, from the order's first row",
  shipping: "Shipping for the order, from the order's first row",
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
    .max(MAX_ORDER_FILE_BYTES),
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
