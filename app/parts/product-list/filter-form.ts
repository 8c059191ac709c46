/** Returns the filter form as a query string: lists joined by commas, empty values omitted. */
export function parseFilterForm(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    // An empty `rest` means that every word was understood.
    if (typeof value !== 'string' || (value === '' && name !== 'rest')) continue
    const before = params.get(name)
    params.set(name, before ? `${before},${value}` : value)
  }
  if (params.get('sort') === 'featured') params.delete('sort')
  if (!params.has('priceMin') && !params.has('priceMax')) params.delete('currency')
  return params
}

/** Returns whether the form was changed before hydration. */
export function isTouched(form: HTMLFormElement): boolean {
  return [...form.elements].some((element) =>
    element instanceof HTMLInputElement && element.name
      ? element.type === 'checkbox'
        ? element.checked !== element.defaultChecked
        : element.value !== element.defaultValue
      : element instanceof HTMLSelectElement &&
        [...element.options].some((option) => option.selected !== option.defaultSelected),
  )
}

/**
 * Writes the response's values into the form's elements, except a field being edited: one with the focus that differs
 * from what was sent. Values come from the response's URL, because React does not update the default of a focused
 * number field.
 */
export function writeFilterForm(
  form: HTMLFormElement,
  { sort, shown, sent }: { sort: string; shown: URLSearchParams; sent: URLSearchParams },
): void {
  for (const element of form.elements) {
    if (element instanceof HTMLSelectElement) element.value = sort
    else if (!(element instanceof HTMLInputElement) || !element.name || element.type === 'hidden') continue
    else if (element.type === 'checkbox') element.checked = element.defaultChecked
    else if (element !== document.activeElement || element.value === (sent.get(element.name) ?? '')) {
      element.value = shown.get(element.name) ?? ''
      // Updates the slider from the fields.
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}
