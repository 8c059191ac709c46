import { z } from 'zod'
import {
  DEFAULT_SALE_EMAILS,
  REFRESH_INTERVALS,
  SALE_EMAILS,
  STORE_NOTICES,
  THEMES,
} from './preferences-values.schema.ts'

const refreshInterval = z.literal(REFRESH_INTERVALS, { error: 'Please choose an interval from the list' })

export const updateDisplayInput = z.object({
  theme: z.enum(THEMES),
  showCharts: z.boolean(),
  autoRefresh: z.boolean(),
  refreshInterval,
})

/** Browsers leave unticked boxes out of the form. */
const isOn = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')
/** Parses `updateDisplayInput` from a form. */
export const displayForm = z.object({
  theme: updateDisplayInput.shape.theme,
  showCharts: isOn,
  autoRefresh: isOn,
  refreshInterval: z.coerce.number().pipe(refreshInterval),
})

export const foldInput = z.object({ isFolded: z.boolean() })
export const hideColumnInput = z.object({
  /** The column's name with its table: 'products.Views'. */
  column: z
    .string()
    .max(60)
    .regex(/^[a-z]+\.\w+$/),
  isHidden: z.boolean(),
})

type Notices<Of extends z.ZodType> = Record<keyof typeof STORE_NOTICES, Of>
const eachNotice = <Of extends z.ZodType>(of: Of) =>
  Object.fromEntries(Object.keys(STORE_NOTICES).map((key) => [key, of])) as Notices<Of>

export const updateStoreNoticesInput = z.object({ ...eachNotice(z.boolean()), emailSales: z.enum(SALE_EMAILS) })
/** Parses `updateStoreNoticesInput` from a form. */
export const storeNoticesForm = z.object({
  ...eachNotice(isOn),
  emailSales: z.enum(SALE_EMAILS).default(DEFAULT_SALE_EMAILS),
})

/** The token of an emailed link. Anything else counts as an unknown token. */
export const stopStoreMailInput = z.object({ token: z.string().max(200).catch('') })

export type UpdateDisplayInput = z.output<typeof updateDisplayInput>
export type UpdateStoreNoticesInput = z.output<typeof updateStoreNoticesInput>
