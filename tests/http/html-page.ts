import { parseHTML } from 'linkedom'

/** The values to type, choose or tick in a form, by field label. */
export type Fields = Record<string, string | boolean>

const textOf = (element: Element | null | undefined): string => {
  if (!element) return ''
  const copy = element.cloneNode(true) as Element
  for (const silent of copy.querySelectorAll('script, style, template')) silent.remove()
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}

/** The visitor who has opened the page and continues from there. */
interface Reader {
  open: (address: string, init?: RequestInit) => Promise<HtmlPage>
}

/** A page as received, read without scripts. */
export class HtmlPage {
  readonly #reader: Reader
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly html: string
  readonly document: Document

  constructor(reader: Reader, answer: Response, url: URL, html: string) {
    this.#reader = reader
    this.url = url
    this.status = answer.status
    this.headers = answer.headers
    this.html = html
    this.document = parseHTML(html).document as unknown as Document
  }

  /** The path and its parameters. */
  get address(): string {
    return this.url.pathname + this.url.search
  }

  get title(): string {
    return textOf(this.find('title'))
  }

  get heading(): string {
    return textOf(this.find('h1'))
  }

  get headings(): string[] {
    return this.all('h1, h2, h3, h4, legend').map(textOf)
  }

  /** Lists the links of a list's cards, in order. */
  productLinks(within = 'main'): string[] {
    const cards = this.all(`${within} article`).map((card) => card.querySelector('a[href^="/product/"]'))
    return cards.flatMap((link) => link?.getAttribute('href') ?? [])
  }

  /** The number of products that a list states. */
  get found(): number {
    return Number(/([\d,]+) products? found/.exec(this.text())?.[1]?.replace(/,/g, ''))
  }

  /** The email address of the signed-in user in the header; null for visitors. */
  get signedInAs(): string | null {
    const said = this.find('header [aria-label^="Your account: "]')?.getAttribute('aria-label')
    return said?.replace('Your account: ', '') ?? null
  }

  /** Returns the text of the page, or of a part of it. */
  text(selector = 'main'): string {
    return textOf(this.find(selector))
  }

  texts(selector: string): string[] {
    return this.all(selector).map(textOf)
  }

  find(selector: string): Element | null {
    return this.document.querySelector(selector)
  }

  all(selector: string): Element[] {
    return [...this.document.querySelectorAll(selector)]
  }

  /** The page's canonical address. */
  get canonical(): string | null {
    const href = this.find('link[rel=canonical]')?.getAttribute('href')
    return href ? new URL(href).pathname + new URL(href).search : null
  }

  /** The page's structured data for search engines. */
  get structuredData(): Record<string, unknown> {
    return JSON.parse(this.find('script[type="application/ld+json"]')?.textContent ?? 'null') as Record<string, unknown>
  }

  /** Finds links by full name or by a pattern. */
  links(name: string | RegExp, within = 'body'): Element[] {
    return this.all(`${within} a[href]`).filter((link) => matches(this.nameOf(link), name))
  }

  /** Returns the address of the first link with a name; null if there is none. */
  link(name: string | RegExp, within = 'main'): string | null {
    return this.links(name, within)[0]?.getAttribute('href') ?? null
  }

  hasButton(name: string | RegExp, within = 'main'): boolean {
    return this.#buttons(name, within).length > 0
  }

  /** Finds the field with a label. @throws Error listing the existing labels. */
  field(label: string, within: string | Element = 'main'): Element {
    const scope = typeof within === 'string' ? this.find(within) : within
    const fields = [...(scope?.querySelectorAll('input:not([type=hidden]), select, textarea') ?? [])]
    const found =
      fields.find((field) => this.nameOf(field) === label) ??
      fields.find((field) => this.nameOf(field).startsWith(label))
    if (found) return found
    throw new Error(`${this.address} has no field '${label}': ${fields.map((field) => this.nameOf(field)).join(' | ')}`)
  }

  valueOf(label: string, within: string | Element = 'main'): string {
    return valueOf(this.field(label, within))
  }

  /** Returns a field's description: hints and errors. */
  descriptionOf(label: string, within: string | Element = 'main'): string {
    const ids = this.field(label, within).getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => textOf(this.document.getElementById(id))).join(' ')
  }

  /** Returns the accessible name of a link, button or field. */
  nameOf(element: Element): string {
    const said = element.getAttribute('aria-label')
    if (said) return said
    const by = element.getAttribute('aria-labelledby')?.split(' ')
    if (by) return by.map((id) => textOf(this.document.getElementById(id))).join(' ')
    if (!/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)) {
      const alt = [...element.querySelectorAll('img[alt]')].map((image) => image.getAttribute('alt')).join(' ')
      return textOf(element) || alt
    }
    const label = element.id ? this.document.querySelector(`label[for="${element.id}"]`) : element.closest('label')
    return textOf(label ?? element.closest('label')) || (element.getAttribute('placeholder') ?? '')
  }

  async follow(name: string | RegExp, within = 'main'): Promise<HtmlPage> {
    const href = this.link(name, within)
    if (href === null) throw new Error(`${this.address} has no link ${String(name)}`)
    return this.#reader.open(new URL(href, this.url).href, { headers: { referer: this.url.href } })
  }

  /** Fills in a form and presses its button. */
  async press(name: string | RegExp, fields: Fields = {}, within = 'main'): Promise<HtmlPage> {
    const [button] = this.#buttons(name, within)
    const form = button?.hasAttribute('form')
      ? this.document.getElementById(button.getAttribute('form') ?? '')
      : button?.closest('form')
    if (!button || !form) throw new Error(`${this.address} has no form with a button ${String(name)}`)
    const entries = this.#entriesOf(form, button, fields)
    const action = new URL(button.getAttribute('formaction') ?? form.getAttribute('action') ?? this.url.href, this.url)
    const method = (button.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toUpperCase()
    const headers = { referer: this.url.href }
    if (method === 'POST')
      return this.#reader.open(action.href, { method, body: new URLSearchParams(entries), headers })
    action.search = new URLSearchParams(entries).toString()
    return this.#reader.open(action.href, { headers })
  }

  #buttons(name: string | RegExp, within: string): Element[] {
    return this.all(`${within} button, ${within} input[type=submit]`).filter((button) =>
      matches(this.nameOf(button) || (button.getAttribute('value') ?? ''), name),
    )
  }

  /** Returns the form data that a browser would send. */
  #entriesOf(form: Element, button: Element, given: Fields): Array<[string, string]> {
    const outside = form.id ? this.all(`[form="${form.id}"]`) : []
    const wanted = new Map(
      Object.entries(given).map(([label, value]) => [
        outside.find((control) => this.nameOf(control).startsWith(label)) ?? this.field(label, form),
        value,
      ]),
    )
    const entries: Array<[string, string]> = []
    for (const control of [...form.querySelectorAll('input, select, textarea, button'), ...outside]) {
      const name = control.getAttribute('name')
      const type = control.tagName === 'BUTTON' ? 'submit' : control.getAttribute('type')
      if (!name || control.hasAttribute('disabled')) continue
      if (type === 'submit') {
        if (control === button) entries.push([name, control.getAttribute('value') ?? ''])
        continue
      }
      const value = wanted.get(control)
      if (type === 'checkbox' || type === 'radio') {
        const rival = type === 'radio' && [...wanted.keys()].some((other) => other.getAttribute('name') === name)
        const isTicked = value ?? (!rival && control.hasAttribute('checked'))
        if (isTicked) entries.push([name, control.getAttribute('value') ?? 'on'])
      } else if (typeof value === 'string') entries.push([name, valueToSend(control, value)])
      else entries.push([name, valueOf(control)])
    }
    return entries
  }
}

const matches = (text: string, name: string | RegExp) => (typeof name === 'string' ? text === name : name.test(text))

const options = (select: Element) => [...select.querySelectorAll('option')]
const optionValue = (option: Element | undefined) => option?.getAttribute('value') ?? textOf(option)

function valueOf(field: Element): string {
  if (field.tagName === 'TEXTAREA') return field.textContent ?? ''
  if (field.tagName !== 'SELECT') return field.getAttribute('value') ?? ''
  return optionValue(options(field).find((option) => option.hasAttribute('selected')) ?? options(field)[0])
}

/** Finds an option by value or label; converts line ends to CRLF like browsers. */
function valueToSend(field: Element, value: string): string {
  if (field.tagName === 'TEXTAREA') return value.replace(/\r?\n/g, '\r\n')
  if (field.tagName !== 'SELECT') return value
  const chosen = options(field).find((option) => optionValue(option) === value || textOf(option) === value)
  if (!chosen) throw new Error(`No option ${value}`)
  return optionValue(chosen)
}
