import { setImmediate as turnOfOthers } from 'node:timers/promises'
import type sax from 'sax'
import { decodeXml, guardedParser } from '#server/importing/tables/guarded-xml.ts'
import { cleanText } from '#server/platform/clean-text.ts'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import { AppError } from '#server/platform/errors.ts'
import { assertRows, emptyStatement, exactMinor, noteProblem, parseDay, type ReadStatement } from './bank-values.ts'

const MAX_DEPTH = 64
const MAX_TEXT = 10_000

/** The values of an entry, or of one of its transactions, by path: 'RmtInf/Ustrd' -> texts. */
type Values = Map<string, string[]>

/**
 * Reads a CAMT.053 statement (ISO 20022, any version): a payment for each entry, or for each transaction of a batch.
 * @throws AppError bad_input for broken XML (with its position), and for XML that is not such a statement
 */
export async function parseCamtStatement(source: CsvSource): Promise<ReadStatement> {
  const reader = new CamtReader()
  for await (const text of decodeXml(source, 'statement')) {
    reader.write(text)
    await turnOfOthers()
  }
  return reader.end()
}

class CamtReader {
  readonly #parser = guardedParser('statement')
  readonly #statement = emptyStatement('camt.053')
  readonly #path: string[] = []
  #isCamt = false
  #text = ''
  #line = 0
  /** Counts entries, or transactions if there are more of them. */
  #rows = { entries: 0, transactions: 0 }
  #entry: { values: Values; transactions: Values[] } | null = null

  constructor() {
    this.#parser.onopentag = (tag) => this.#open(tag as sax.Tag)
    this.#parser.onclosetag = () => this.#close()
    this.#parser.ontext = (text) => this.#add(text)
    this.#parser.oncdata = (text) => this.#add(text)
  }

  write(text: string): void {
    this.#parser.write(text)
  }

  end(): ReadStatement {
    this.#parser.close()
    if (!this.#isCamt)
      throw new AppError('bad_input', 'This XML is not a CAMT.053 statement. Export the statement as CAMT.053 or CSV.')
    return this.#statement
  }

  #add(text: string): void {
    if (this.#entry && this.#text.length < MAX_TEXT) this.#text += text
  }

  #open({ name, attributes }: sax.Tag): void {
    const local = name.replace(/^.*:/, '')
    this.#path.push(local)
    this.#text = ''
    if (this.#path.length > MAX_DEPTH)
      throw new AppError('bad_input', `The XML is nested more than ${MAX_DEPTH} levels deep.`)
    if (local === 'BkToCstmrStmt') this.#isCamt = true
    if (local === 'Ntry' && !this.#entry) {
      assertRows(++this.#rows.entries)
      this.#line = this.#parser.line + 1
      this.#entry = { values: new Map(), transactions: [] }
    } else if (local === 'TxDtls') {
      assertRows(++this.#rows.transactions)
      this.#entry?.transactions.push(new Map())
    } else if (local === 'Amt' && attributes['Ccy'] !== undefined) this.#keep('Ccy', attributes['Ccy'])
  }

  #close(): void {
    const local = this.#path.at(-1)
    const text = cleanText(this.#text).trim()
    if (this.#entry && text !== '') this.#keep('', text)
    this.#text = ''
    this.#path.pop()
    if (local === 'Ntry' && !this.#path.includes('Ntry')) this.#closeEntry()
  }

  /** Stores a value by its path, in the transaction if there is one, otherwise in the entry. */
  #keep(attribute: string, value: string): void {
    const inTransaction = this.#path.lastIndexOf('TxDtls')
    const start = inTransaction === -1 ? this.#path.indexOf('Ntry') : inTransaction
    const path = [...this.#path.slice(start + 1), ...(attribute ? [attribute] : [])].join('/')
    const values = inTransaction === -1 ? this.#entry?.values : this.#entry?.transactions.at(-1)
    // Stores a copy, because a slice would keep all of the parser's text in memory.
    values?.set(path, [...(values.get(path) ?? []), Buffer.from(value).toString()])
  }

  #closeEntry(): void {
    const { values, transactions } = this.#entry ?? { values: new Map() as Values, transactions: [] }
    this.#entry = null
    const isBooked = ['', 'BOOK'].includes(first(values, 'Sts/Cd', 'Sts'))
    const isReversal = ['true', '1'].includes(first(values, 'RvslInd'))
    if (!isBooked || isReversal || first(values, 'CdtDbtInd') !== 'CRDT') {
      this.#statement.ignored++
      return
    }
    const isBatch = transactions.length > 1 && transactions.every((each) => first(each, ...AMOUNTS) !== '')
    if (isBatch) for (const each of transactions) this.#addPayment(values, [each], each)
    else this.#addPayment(values, transactions, values)
  }

  /** @param money the values that contain its amount */
  #addPayment(entry: Values, transactions: readonly Values[], money: Values): void {
    if (first(money, 'CdtDbtInd') === 'DBIT') {
      this.#statement.ignored++
      return
    }
    const [amount, currency] = [first(money, ...AMOUNTS), first(money, ...AMOUNTS.map((path) => `${path}/Ccy`))]
    const amountMinor = /^[A-Z]{3}$/.test(currency) ? exactMinor(amount, currency) : null
    const bookedOn = parseDay(first(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm').slice(0, 10), false)
    if (!amountMinor) return noteProblem(this.#statement, this.#line, 'We cannot read its amount.')
    if (bookedOn === null) return noteProblem(this.#statement, this.#line, 'It has no booking date.')
    const all = (...paths: string[]) => transactions.flatMap((each) => paths.flatMap((path) => each.get(path) ?? []))
    const texts = all('RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'Refs/EndToEndId').filter(
      (text) => text !== 'NOTPROVIDED',
    )
    const isOwn = money !== entry
    this.#statement.payments.push({
      bookedOn,
      amountMinor,
      currency,
      bankId: (isOwn ? all('Refs/AcctSvcrRef', 'Refs/TxId')[0] : first(entry, 'AcctSvcrRef')) ?? '',
      reference: (texts.length ? texts : (entry.get('AddtlNtryInf') ?? [])).join(' '),
      payer: all('RltdPties/Dbtr/Nm', 'RltdPties/Dbtr/Pty/Nm', 'RltdPties/UltmtDbtr/Nm')[0] ?? '',
      payerIban: all('RltdPties/DbtrAcct/Id/IBAN')[0] ?? '',
    })
  }
}

const AMOUNTS = ['Amt', 'AmtDtls/TxAmt/Amt']

const first = (values: Values, ...paths: string[]): string =>
  paths.flatMap((path) => values.get(path) ?? []).at(0) ?? ''
