import { z } from 'zod'
import { sellingCurrency } from '#server/platform/money-choices.schema.ts'
import { oneLine } from '#server/platform/texts.schema.ts'

/** `from`: the currency that the page showed. */
export const changeCurrencyInput = z.object({ currency: sellingCurrency, from: sellingCurrency })
export type ChangeCurrencyInput = z.output<typeof changeCurrencyInput>

/** Like `changeCurrencyInput`, for an administrator's change. */
export const changePartnerCurrencyInput = changeCurrencyInput.extend({
  partnerId: z.uuid(),
  reason: oneLine('Please enter a reason for the audit log', 500),
})
export type ChangePartnerCurrencyInput = z.output<typeof changePartnerCurrencyInput>
