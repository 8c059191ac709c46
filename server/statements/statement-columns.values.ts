/**
 * Names of the columns that banks use, in English, German and French, as search text (lower case, without accents and
 * punctuation). A file's first column with the first name counts; all reference columns count.
 */
export const STATEMENT_COLUMNS = {
  bankId: [
    ...['transaction id', 'transaction reference', 'bank reference', 'bank transaction id', 'fitid', 'entry reference'],
    ...['transaktions id', 'umsatz id', 'buchungsreferenz', 'bankreferenz', 'id transaction', 'reference bancaire'],
  ],
  date: [
    ...['booking date', 'posting date', 'posted date', 'transaction date', 'date completed', 'completed date', 'date'],
    ...['buchungstag', 'buchungsdatum', 'buchung', 'datum', 'date de comptabilisation', 'date comptable'],
    ...['date operation', 'date de l operation', 'date d operation', 'date de loperation', 'value date', 'valutadatum'],
    ...['wertstellung', 'valuta', 'date de valeur', 'date valeur', 'valeur'],
  ],
  amount: [
    'amount',
    'amt',
    'transaction amount',
    'transaction amt',
    'betrag',
    'umsatz',
    'montant',
    'montant operation',
    'value',
  ],
  credit: [
    ...['credit', 'credit amount', 'credit amt', 'paid in', 'money in', 'amount in', 'haben', 'gutschrift', 'eingang'],
    ...['montant credit', 'credit montant', 'recette'],
  ],
  debit: [
    ...['debit', 'debit amount', 'debit amt', 'paid out', 'money out', 'amount out', 'soll', 'belastung', 'ausgang'],
    ...['montant debit', 'debit montant', 'depense'],
  ],
  /** Credit or debit, if the amount has no sign. */
  direction: [
    ...['direction', 'credit debit', 'debit credit', 'credit debit indicator', 'cdtdbtind', 'soll haben', 's h'],
    ...['soll haben kennzeichen', 'sens', 'dr cr', 'cr dr', 'd c', 'c d', 'debit or credit', 'credit or debit'],
  ],
  /** May say credit or debit, or the kind of transfer, which says neither. */
  type: ['type', 'transaction type', 'umsatzart', 'buchungsart', 'type operation', 'type d operation'],
  status: [
    ...['status', 'state', 'transaction status', 'booking status', 'info', 'buchungsstatus', 'umsatzstatus'],
    ...['statut', 'etat'],
  ],
  currency: ['currency', 'transaction currency', 'ccy', 'wahrung', 'waehrung', 'devise', 'monnaie'],
  payer: [
    ...['payer', 'payer name', 'counterparty', 'counterparty name', 'counter party', 'debtor', 'debtor name', 'from'],
    ...[
      'remitter',
      'name',
      'beguenstigter zahlungspflichtiger',
      'begunstigter zahlungspflichtiger',
      'zahlungspflichtige r',
    ],
    ...['name zahlungsbeteiligter', 'auftraggeber begunstigter', 'auftraggeber beguenstigter', 'auftraggeber'],
    ...['zahlungspflichtiger', 'auftraggeber empfanger', 'nom', 'emetteur', 'donneur d ordre', 'contrepartie', 'tiers'],
  ],
  payerIban: [
    ...['payer iban', 'counterparty iban', 'counter party iban', 'debtor iban', 'from account', 'kontonummer iban'],
    ...['iban zahlungsbeteiligter', 'gegenkonto', 'iban gegenkonto', 'iban contrepartie', 'iban emetteur', 'iban'],
  ],
  reference: [
    ...['reference', 'payment reference', 'description', 'transaction description', 'details', 'narrative', 'memo'],
    ...['remittance information', 'payment details', 'customer reference', 'end to end id', 'end to end reference'],
    ...['verwendungszweck', 'zahlungsreferenz', 'kundenreferenz', 'kundenreferenz end to end', 'buchungsdetails'],
    ...['libelle', 'libelle operation', 'motif', 'communication', 'reference client', 'reference de bout en bout'],
    ...['informations complementaires', 'detail de l ecriture'],
  ],
} as const

export type StatementColumn = keyof typeof STATEMENT_COLUMNS
