import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { parseFields, refuse, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { scheduleInput, schedulePriceInput } from '#server/products/price-schedules.schema.ts'
import { saveProductInput } from '#server/products/product-form.schema.ts'
import { FORM_NAME } from './form-name.ts'

/** Handles the forms of the product editor. @param productId null for a new product */
export async function productAction(args: ActionFunctionArgs, productId: string | null) {
  const fields = await parseFields(args.request)
  const texts = Object.fromEntries(
    [...fields].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  if (texts.intent === 'save') return save(args, productId, fields.get('product'))
  if (productId === null) throw new Response('This product has not been saved yet.', { status: 400 })
  if (texts.intent === 'duplicate') {
    const copy = await apiFor(args).products.duplicate({ productId })
    return redirect(dashboardPaths.ownProduct(copy.productId))
  }
  const { kind, amount, startsAt, endsAt, scheduleId } = texts
  return texts.intent === 'schedule'
    ? submitForm(args, {
        form: 'schedule',
        texts,
        input: { productId, kind, amount, startsAt, endsAt },
        schema: schedulePriceInput,
        submit: (api, input) => api.products.schedulePrice(input),
      })
    : submitForm(args, {
        form: 'cancel-schedule',
        texts,
        input: { scheduleId },
        schema: scheduleInput,
        submit: (api, input) => api.products.cancelSchedule(input),
      })
}

async function save(args: ActionFunctionArgs, productId: string | null, file: unknown) {
  const text = file instanceof Blob ? await file.text() : ''
  const parsed = saveProductInput.safeParse(parseJson(text))
  if (!parsed.success) {
    const errors = new Map<string, string>()
    for (const { path, message } of parsed.error.issues) {
      const field = path.slice(1).join('.')
      if (path[0] !== 'form' || !field)
        return refuse(FORM_NAME, {}, { message: 'We did not receive the whole form. Please save again.' })
      if (!errors.has(field)) errors.set(field, message)
    }
    return { kind: 'refused' as const, errors: [...errors].map(([field, message]) => ({ field, message })) }
  }
  if (parsed.data.productId !== productId)
    return refuse(FORM_NAME, {}, { message: 'This form belongs to a different product. Please reload the page.' })
  return submitForm(args, {
    form: FORM_NAME,
    texts: {},
    input: parseJson(text),
    schema: saveProductInput,
    submit: (api, input) => api.products.save(input),
    fallback:
      'Something went wrong on our side, so this was not saved. What you typed is still here. Please try again.',
    // Field errors are part of the outcome; errors here concern the product as a whole.
    place: ({ message }) => ({ message }),
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
