import { z } from 'zod'
import { decodeCursor } from './cursor.ts'
import { currency, minor, none, pageOf, time, timedPosition, timedQuery } from './fields.schema.ts'
import { defineOperation } from './define-operation.ts'
import { beforePosition, pageOfRows } from './page.ts'

const click = z.strictObject({
  id: z.string().describe('The click ID that our links carry as wtf_cid.'),
  clickedAt: time,
  expiresAt: time.describe('Orders until then can be matched to the click.'),
  productId: z.uuid(),
  variantId: z.uuid().nullable(),
  surface: z.string().describe('Where the link was, such as product, search or agent.'),
  agent: z.string().nullable().describe('The name of the assistant that sent the shopper, if it gave one.'),
  destinationUrl: z.string(),
  priceMinor: minor.describe('The price that the shopper saw.'),
  currency,
  stock: z.int().nullable().describe('The stock that we knew of. Null if you do not report it.'),
  country: z.string().nullable().describe('Null if we do not know it.'),
  device: z.enum(['phone', 'tablet', 'computer']).nullable(),
})

const clickPage = pageOf(click)

const DEVICES = click.shape.device.unwrap().options
const SHOWN = {
  id: true,
  clickedAt: true,
  expiresAt: true,
  productId: true,
  variantId: true,
  surface: true,
  agent: true,
  destinationUrl: true,
  priceMinor: true,
  currency: true,
  stock: true,
  device: true,
  country: true,
  isLocated: true,
} as const

export const listClicks = defineOperation({
  id: 'listClicks',
  method: 'get',
  path: '/store/clicks',
  scope: 'clicks:read',
  status: 200,
  summary: 'List clicks',
  description:
    'Valid clicks on your products, the latest first. Clicks by bots and repeated clicks are left out. Clicks do not identify the shopper.',
  params: none,
  query: timedQuery,
  body: null,
  answer: clickPage,
  rows: ({ query }) => query.limit,
  run: async ({ db, partner }, { query: { limit, cursor, from, to } }) => {
    const clicks = await db.outboundClick.findMany({
      where: {
        partnerId: partner.id,
        isValid: true,
        clickedAt: { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) },
        ...beforePosition('clickedAt', decodeCursor(cursor, timedPosition)),
      },
      orderBy: [{ clickedAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
      select: SHOWN,
    })
    return pageOfRows(
      clicks,
      limit,
      ({ clickedAt, id }) => [clickedAt.toISOString(), id],
      ({ country, isLocated, device, clickedAt, expiresAt, ...row }) => ({
        ...row,
        clickedAt: clickedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        // Omits a country that is only a guess from the browser's language.
        country: isLocated && country ? country : null,
        device: DEVICES.find((name) => name === device) ?? null,
      }),
    )
  },
})
