/** What the filter form says as a query string: lists joined by commas, what says nothing left out. */
export function readFilterForm(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    // An empty `rest` says that every word was understood.
    if (typeof value !== 'string' || (value === '' && name !== 'rest')) continue
    const before = params.get(name)
    params.set(name, before ? `${before},${value}` : value)
  }
  if (params.get('sort') === 'featured') params.delete('sort')
  if (!params.has('priceMin') && !params.has('priceMax')) params.delete('currency')
  return params
}

/** Whether somebody chose something before the page came alive. */
export function isTouched(form: HTMLFormElement): boolean {
  return [...form.elements].some((element) =>
    element instanceof HTMLInputElement && element.name
      ? element.type === 'checkbox' ? element.checked !== element.defaultChecked : element.value !== element.defaultValue
      : element instanceof HTMLSelectElement && [...element.options].some((option) => option.selected !== option.defaultSelected))
}

/**
 * Writes what the answer says into the form's elements, but not into the field that somebody is typing in: the one with the focus
 * that reads otherwise than what was sent. Fields read the answer's own address: React leaves the default of a number's field that
 * has the focus as it was.
 */
export function writeFilterForm(form: HTMLFormElement, { sort, shown, sent }: { sort: string; shown: URLSearchParams; sent: URLSearchParams }): void {
  for (const element of form.elements) {
    if (element instanceof HTMLSelectElement) element.value = sort
    else if (!(element instanceof HTMLInputElement) || !element.name || element.type === 'hidden') continue
    else if (element.type === 'checkbox') element.checked = element.defaultChecked
    else if (element !== document.activeElement || element.value === (sent.get(element.name) ?? '')) {
      element.value = shown.get(element.name) ?? ''
      // The slider follows the fields.
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}
