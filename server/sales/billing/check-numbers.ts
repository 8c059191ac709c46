import { AppError } from '#server/platform/errors.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** Greek numbers begin with EL. */
const PREFIXES = lookup({ GR: 'EL' })
const OTHERS = lookup({ GB: 'vat', CH: 'vat', NO: 'mva' })

/**
 * Returns a VAT number with its country's prefix, as on invoices: 'DE136695976'. Checks the digits for countries that
 * have VAT check digits. Other numbers and empty text are returned unchanged.
 * @throws AppError bad_input at 'vatNumber'
 */
export async function parseVatNumber(text: string, country: string): Promise<string> {
  const typed = text.replace(/[\s.-]/g, '').toUpperCase()
  if (!typed) return ''
  // The package is 6 MB, so it is loaded when the first number is checked.
  const { euVat, stdnum } = await import('stdnum')
  const other = OTHERS[country]
  const validators = other ? [stdnum[country]?.[other]].flatMap((each) => each ?? []) : (euVat[country] ?? [])
  if (!validators.length) return typed
  const prefix = PREFIXES[country] ?? country
  const compact = typed.startsWith(prefix) ? typed.slice(prefix.length) : typed
  if (validators.some((each) => each.validate(compact).isValid || each.validate(typed).isValid))
    return `${prefix}${compact}`
  throw new AppError(
    'bad_input',
    `This is not a valid VAT number for ${prefix}. Check its digits, or leave it empty.`,
    {
      field: 'vatNumber',
    },
  )
}

/** Returns account details without spaces and hyphens. @throws AppError bad_input at the invalid field */
export async function parseBank(typed: { iban: string; bic: string; sortCode: string; accountNumber: string }) {
  const { isValidBIC, isValidIBAN } = await import('ibantools')
  const plain = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()
  const [iban, bic, sortCode, accountNumber] = [typed.iban, typed.bic, typed.sortCode, typed.accountNumber].map(
    plain,
  ) as [string, string, string, string]
  const refuse = (field: string, message: string) => new AppError('bad_input', message, { field })
  if (iban && !isValidIBAN(iban)) throw refuse('iban', 'This is not a valid IBAN. Check its digits.')
  if (bic && !isValidBIC(bic)) throw refuse('bic', 'This is not a valid BIC. It has 8 or 11 characters.')
  if (bic && !iban) throw refuse('iban', 'Enter the IBAN that belongs to this BIC.')
  if (sortCode && !/^\d{6}$/.test(sortCode)) throw refuse('sortCode', 'A sort code has 6 digits.')
  if (accountNumber && !/^\d{8}$/.test(accountNumber)) throw refuse('accountNumber', 'An account number has 8 digits.')
  if (!sortCode !== !accountNumber)
    throw refuse(sortCode ? 'accountNumber' : 'sortCode', 'Enter the sort code and the account number.')
  if (!iban && !sortCode) throw refuse('iban', 'Enter an IBAN, or a sort code and account number.')
  return { iban, bic, sortCode, accountNumber }
}
