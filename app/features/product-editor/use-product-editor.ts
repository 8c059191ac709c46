import { useBeforeUnload, useBlocker, useFetcher, useNavigate, useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { parseFormAnswer } from '#app/lib/form.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { toast } from '#app/lib/toast.ts'
import { requestUndoAct } from '#app/parts/own-products/change-products.ts'
import { FORM_NAME } from '#app/parts/product-editor/form-name.ts'
import { useEvent } from '#app/lib/use-event.ts'
import {
  editorForm,
  emptyForm,
  sentForm,
  takeTheirs,
  type Conflict,
  type EditorForm,
  type SaveOutcome,
  type ShownForm,
} from './editor-form.ts'
import type { Errors } from './editor-field.tsx'

/** Another person's changes since the form was loaded, to resolve field by field. */
export interface OpenConflict {
  theirs: EditorForm
  conflicts: Conflict[]
  since: Extract<SaveOutcome, { kind: 'conflict' }>['since']
}

interface Product {
  id: string
  revision: number
  form: ShownForm
}

const NO_ERRORS: Errors = new Map()
const textOf = (form: EditorForm) => JSON.stringify(sentForm(form))

/** Returns the state of a product's editor. Typed values are never lost, even if saving fails. */
export function useProductEditor(product: Product | null, isUploading: boolean) {
  const fetcher = useFetcher()
  const navigate = useNavigate()
  const [form, setForm] = useState(() => (product ? editorForm(product.form) : emptyForm()))
  const [base, setBase] = useState(() => ({ revision: product?.revision ?? 0, text: textOf(form) }))
  const [errors, setErrors] = useState<Errors>(NO_ERRORS)
  const [conflict, setConflict] = useState<OpenConflict | null>(null)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [note, setNote] = useState<{ tone: 'plain' | 'error'; text: string } | null>(null)
  const isDirty = useMemo(() => textOf(form) !== base.text, [form, base])
  const [added, setAdded] = useState<{ productId: string; at: Date } | null>(null)
  const isLeaving = useRef(false)
  const focused = useRef<Element | null>(null)
  const isSaving = fetcher.state !== 'idle' || added !== null
  const { revalidate } = useRevalidator()

  const change = useCallback((part: Partial<EditorForm>) => {
    setForm((was) => ({ ...was, ...part }))
    setNote(null)
    setErrors((was) => (was.size ? withoutErrors(was, part) : was))
  }, [])

  const save = () => {
    if (isSaving) return
    focused.current = document.activeElement
    if (isUploading) {
      setNote({
        tone: 'error',
        text: 'Pictures are still uploading. Wait until they have finished, or cancel them, then save.',
      })
      return
    }
    setErrors(NO_ERRORS)
    setNote(null)
    const text = JSON.stringify({ productId: product?.id ?? null, revision: base.revision, form: sentForm(form) })
    const body = new FormData()
    body.append('intent', 'save')
    // Sent as a file, because two thousand variants exceed the size limit of forms without a file.
    body.append('product', new File([text], 'product.json', { type: 'application/json' }))
    fetcher.submit(body, { method: 'post', encType: 'multipart/form-data' })
  }

  const receive = useEvent((data: unknown) => {
    const outcome = data as SaveOutcome | undefined
    if (outcome?.kind === 'saved') {
      const next = editorForm(outcome.form, form.pictures)
      setForm(next)
      setBase({ revision: outcome.revision, text: textOf(next) })
      setConflict(null)
      setSavedAt(outcome.at)
      const names = [...new Set(outcome.merged.map(({ by }) => by))].join(' and ')
      setNote(
        names
          ? { tone: 'plain', text: `${names} changed this product in the meantime. We kept both sets of changes.` }
          : null,
      )
      const { actId } = outcome
      if (!product) setAdded({ productId: outcome.productId, at: outcome.at })
      else if (actId)
        toast.set({
          tone: 'plain',
          title: 'Product saved',
          action: { label: 'Undo', onPress: () => void requestUndoAct(actId, revalidate) },
        })
    } else if (outcome?.kind === 'refused') {
      if (outcome.rebased) {
        setForm(editorForm(outcome.rebased.form, form.pictures))
        setBase((was) => ({ ...was, revision: outcome.rebased?.revision ?? was.revision }))
      }
      setErrors(new Map(outcome.errors.map(({ field, ...error }) => [field, error])))
    } else if (outcome?.kind === 'conflict') {
      setForm(editorForm(outcome.form, form.pictures))
      setBase((was) => ({ ...was, revision: outcome.revision }))
      setConflict({ theirs: editorForm(outcome.theirs), conflicts: outcome.conflicts, since: outcome.since })
    } else {
      const message = parseFormAnswer(data, FORM_NAME)?.message
      if (message) setNote({ tone: 'error', text: message })
    }
  })
  const { data } = fetcher
  useEffect(() => receive(data), [data, receive])

  // Waits until the fetcher is idle, because a navigation would abort its reload.
  const isIdle = fetcher.state === 'idle'
  useEffect(() => {
    if (!added || !isIdle) return
    isLeaving.current = true
    navigate(dashboardPaths.ownProduct(added.productId), { replace: true, state: { savedAt: added.at.toISOString() } })
  }, [added, isIdle, navigate])

  // Applies an undo, or another person's change that was just loaded. Typed changes stay, and saving merges the two.
  const takeNewer = useEvent((newest: Product | null) => {
    if (!newest || isDirty || isSaving || conflict || newest.revision <= base.revision) return
    const next = editorForm(newest.form, form.pictures)
    setForm(next)
    setBase({ revision: newest.revision, text: textOf(next) })
    setSavedAt(null)
  })
  useEffect(() => takeNewer(product), [product, takeNewer])

  // Restores the focus after saving with Enter, because the fields were disabled meanwhile.
  useEffect(() => {
    if (isSaving) return
    const { current } = focused
    if (current instanceof HTMLElement && document.activeElement === document.body)
      current.focus({ preventScroll: true })
    focused.current = null
  }, [isSaving])

  /** Leaves without a confirmation, because the product is gone. */
  const leave = (path: string) => {
    isLeaving.current = true
    navigate(path)
  }

  const resolve = (place: Conflict, isTheirs: boolean) => {
    if (!conflict) return
    if (isTheirs) setForm(takeTheirs(form, conflict.theirs, place))
    const conflicts = conflict.conflicts.filter((each) => each !== place)
    setConflict(conflicts.length ? { ...conflict, conflicts } : null)
    if (!conflicts.length)
      setNote({ tone: 'plain', text: 'All differences are resolved. Save to keep this version of the product.' })
  }

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isLeaving.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload(useCallback((event) => isDirty && !isLeaving.current && event.preventDefault(), [isDirty]))
  return { form, change, errors, conflict, resolve, save, isSaving, isDirty, savedAt, note, blocker, leave }
}

/** Removes the errors of changed fields. A change to one row or picture removes the errors of all. */
function withoutErrors(errors: Errors, part: Partial<EditorForm>): Errors {
  const fields = Object.keys(part)
  const kept = [...errors].filter(([path]) => !fields.some((field) => path === field || path.startsWith(`${field}.`)))
  return kept.length === errors.size ? errors : new Map(kept)
}
