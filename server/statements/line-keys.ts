import { createHash } from 'node:crypto'
import { toSearchText } from '#server/catalogue/search-text.ts'
import type { BankPayment } from './bank-values.ts'

/**
 * Identifies each payment of a statement by its day, its amount, and the bank's id or else its reference and payer.
 * Equal payments in one file are numbered, so two real payments stay separate, and uploading a file twice adds none.
 */
export function lineKeys(payments: readonly BankPayment[]): Array<Uint8Array<ArrayBuffer>> {
  const seen = new Map<string, number>()
  return payments.map(({ bankId, bookedOn, amountMinor, currency, reference, payer }) => {
    const who = bankId ? ['id', bankId] : ['texts', toSearchText(reference), toSearchText(payer)]
    const text = JSON.stringify([...who, bookedOn, String(amountMinor), currency])
    const place = seen.get(text) ?? 0
    seen.set(text, place + 1)
    return Uint8Array.from(createHash('sha256').update(`${text} ${place}`).digest())
  })
}
