import { Form, useLocation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import ExternalLink from 'lucide-react/icons/external-link'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { useUploads } from '#app/parts/uploads/use-uploads.ts'
import { lazyPart } from '#app/lib/use-part.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { controlId, ErrorsContext, type Errors } from './editor-field.tsx'
import { fieldName, type EditorForm, type FormChoices } from './editor-form.ts'
import { GeneralFields } from './general-fields.tsx'
import { ManagedContext, ManagedNote } from './managed-field.tsx'
import { AddPictures } from './add-pictures.tsx'
import { HistoryList } from './history-list.tsx'
import { PictureList } from './picture-list.tsx'
import { PricePlans } from './price-plans.tsx'
import { ProductPreview } from './product-preview.tsx'
import { useProductEditor } from './use-product-editor.ts'
import { VariantMatrix } from './variant-matrix.tsx'

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'))
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'))
const savedFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

interface EditorProps {
  choices: FormChoices
  /** Null for a new product. */
  product: RouterOutputs['products']['get'] | null
  /** The product's page in the connected store's admin. */
  storeHref: string | null
  prices: {
    schedules: RouterOutputs['products']['schedules']
    history: RouterOutputs['products']['priceHistory']
  } | null
  /** False for team members with view access only. */
  canEdit: boolean
  showsCharts: boolean
}

/** The editor of a product, or of a new one: details, variants, pictures and prices. */
export function ProductEditor({ choices: offered, product, storeHref, prices, canEdit, showsCharts }: EditorProps) {
  // A product keeps its currency when its partner changes to another.
  const choices = product ? { ...offered, currency: product.currency } : offered
  const uploads = useUploads('productPicture')
  const isUploading = uploads.items.some(({ status }) => status === 'waiting' || status === 'sending')
  const editor = useProductEditor(product, isUploading)
  const { form, change, errors, conflict, blocker } = editor
  const [isDeleting, setDeleting] = useState(false)
  const tab =
    'min-h-11 border-b-2 border-transparent text-sm whitespace-nowrap text-muted outline-offset-2 hover:text-text data-selected:border-text data-selected:text-text sm:px-1'
  const managed = useMemo(() => (product?.managed ? { href: storeHref } : null), [product?.managed, storeHref])
  return (
    <ManagedContext.Provider value={managed}>
      <ErrorsContext.Provider value={errors}>
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <p className="text-sm text-muted">
              <Link to={dashboardPaths.ownProducts()} className="link">
                Products
              </Link>
            </p>
            <h1 className="mt-1 text-(length:--text-section) leading-none wrap-anywhere">
              {product ? form.name || product.name : 'New product'}
            </h1>
          </div>
          {product && (
            <div className="flex flex-wrap items-center gap-3 text-sm">
              {product.status === 'active' && !product.takenDown && (
                <a href={paths.product(product.id)} className="link inline-flex min-h-10 items-center gap-1.5">
                  {' '}
                  View in shop <ExternalLink aria-hidden size={14} />
                </a>
              )}
              {canEdit && (
                <>
                  <Form method="post">
                    <input type="hidden" name="intent" value="duplicate" />
                    <button type="submit" className="button button-quiet min-h-10 text-sm">
                      Duplicate
                    </button>
                  </Form>
                  {!managed && (
                    <button
                      type="button"
                      aria-haspopup="dialog"
                      onClick={() => setDeleting(true)}
                      className="button button-quiet min-h-10 text-sm"
                    >
                      Delete
                    </button>
                  )}
                </>
              )}
            </div>
          )}
        </div>
        {product?.takenDown && (
          <div className="notice mt-5 border-sale text-sm">
            <p>
              We took this product down on {formatDate(product.takenDown.at)}, so it is not listed, whatever its status.
              Reason:
            </p>
            <p className="mt-2 max-w-[68ch] whitespace-pre-line wrap-anywhere">{product.takenDown.reason}</p>
            {canEdit && (
              <Link to={paths.appeal('product', product.id)} className="link inline-flex min-h-11 items-center">
                Appeal this decision
              </Link>
            )}
          </div>
        )}
        {managed && (
          <p className="notice mt-5 max-w-[72ch] text-sm">
            Your store manages this product. Changes there appear here within minutes. You can set your own category,
            gender and tags. Later changes in your store do not overwrite them. Material and{' '}
            <Link to={dashboardPaths.sizeTables()} className="link">
              size tables
            </Link>{' '}
            are always managed on WTF.
          </p>
        )}
        {product && !managed && product.currency !== offered.currency && (
          <p className="notice mt-5 text-sm">
            The prices of this product are in {product.currency}. Your currency is now {offered.currency}. To change
            them, export the product, enter the new prices and {offered.currency} in the price and currency columns, and
            import the file.
          </p>
        )}
        {!canEdit && (
          <p className="notice mt-5 text-sm">
            {product
              ? "You can view this product but not change it. The store's owner can make you an editor."
              : 'Only the store’s owner and editors can add products.'}
          </p>
        )}
        <TabGroup className="mt-6">
          <TabList className="flex flex-wrap gap-x-4 border-b border-line sm:gap-x-6">
            <Tab className={tab}>Product</Tab>
            <Tab className={tab}>Preview</Tab>
            {prices && <Tab className={tab}>Prices</Tab>}
            {product && <Tab className={tab}>History</Tab>}
          </TabList>
          <TabPanels className="mt-6">
            {/* Hidden panels stay mounted, to keep the typed values. */}
            <TabPanel unmount={false} tabIndex={-1}>
              {conflict && <ConflictPanel conflict={conflict} form={form} choices={choices} resolve={editor.resolve} />}
              <ErrorList errors={errors} form={form} />
              <form
                noValidate
                onSubmit={(event) => {
                  event.preventDefault()
                  editor.save()
                }}
              >
                <fieldset disabled={editor.isSaving || !canEdit} className="grid gap-10">
                  <Part title="Product details">
                    <div className="max-w-3xl">
                      <GeneralFields
                        form={form}
                        change={change}
                        choices={choices}
                        isNew={product === null}
                        ofStore={product}
                      />
                    </div>
                  </Part>
                  <Part title="Pictures">
                    {managed && (
                      <p className="text-sm text-muted">
                        You can add your own pictures.{' '}
                        <ManagedNote text="The others are managed by your store." link="Change them there" />
                      </p>
                    )}
                    <PictureList form={form} change={change} canEdit={canEdit}>
                      {canEdit && <AddPictures form={form} change={change} uploads={uploads} />}
                    </PictureList>
                  </Part>
                  <Part title="Variants, prices and stock">
                    {managed && (
                      <p className="text-sm text-muted">
                        <ManagedNote />
                      </p>
                    )}
                    <fieldset
                      disabled={managed !== null}
                      className="grid min-w-0 gap-4 disabled:[&_button]:text-muted disabled:[&_input]:text-muted"
                    >
                      <VariantMatrix form={form} change={change} currency={choices.currency} />
                    </fieldset>
                  </Part>
                </fieldset>
                {canEdit && <SaveBar editor={editor} />}
              </form>
            </TabPanel>
            <TabPanel>
              <ProductPreview form={form} choices={choices} />
            </TabPanel>
            {prices && (
              <TabPanel>
                <PricePlans {...prices} canEdit={canEdit} showsCharts={showsCharts} />
              </TabPanel>
            )}
            {product && (
              <TabPanel>
                <HistoryList productId={product.id} />
              </TabPanel>
            )}
          </TabPanels>
        </TabGroup>
        {blocker.state === 'blocked' && (
          <LeaveDialog stay={blocker.reset} leave={blocker.proceed} onMissing={blocker.reset} />
        )}
        {product && isDeleting && (
          <DeleteDialog
            productId={product.id}
            onClose={() => setDeleting(false)}
            onMissing={() => setDeleting(false)}
            leave={editor.leave}
          />
        )}
      </ErrorsContext.Provider>
    </ManagedContext.Provider>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="border-b border-line pb-2 font-sans text-base font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function SaveBar({ editor }: { editor: ReturnType<typeof useProductEditor> }) {
  const { isSaving, isDirty, note } = editor
  const location = useLocation()
  const arrived = (location.state as { savedAt?: string } | null)?.savedAt
  const savedAt = editor.savedAt ?? (arrived ? new Date(arrived) : null)
  return (
    <div className="sticky bottom-0 z-20 mt-10 -mx-4 flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line bg-ink px-4 py-3">
      <button
        type="submit"
        aria-disabled={isSaving || undefined}
        className="button button-accent min-h-11 aria-disabled:opacity-70"
      >
        {isSaving ? 'Saving...' : 'Save'}
      </button>
      <p role="status" className="text-sm text-muted">
        {isDirty ? 'Unsaved changes' : savedAt ? `Saved ${savedFormat.format(savedAt)}` : ''}
        {note?.tone === 'plain' && <span className="ml-3 text-text">{note.text}</span>}
      </p>
      <p role="alert" className="text-sm text-sale">
        {note?.tone === 'error' && note.text}
      </p>
    </div>
  )
}

/** All errors, each with a link to its field. */
function ErrorList({ errors, form }: { errors: Errors; form: EditorForm }) {
  const ref = useRef<HTMLDivElement>(null)
  const count = errors.size
  // Correcting a field removes its line, and the field must keep the focus.
  const most = useRef(0)
  useEffect(() => {
    if (count > most.current) ref.current?.focus()
    most.current = count
  }, [count])
  if (!count) return null
  return (
    <div ref={ref} tabIndex={-1} role="alert" className="notice mb-6 border-sale text-sm outline-none">
      <p className="font-semibold">{count === 1 ? 'Please correct 1 problem' : `Please correct ${count} problems`}</p>
      <ul className="mt-1 grid gap-0.5">
        {[...errors].slice(0, ERRORS_SHOWN).map(([field, { message, productId }]) => (
          <li key={field}>
            {field && (
              <>
                <a href={`#${controlId(field)}`} className="link">
                  {fieldName(field, form)}
                </a>
                :{' '}
              </>
            )}
            {message}
            {productId && (
              <>
                {' '}
                <a href={dashboardPaths.ownProduct(productId)} target="_blank" rel="noreferrer" className="link">
                  Open it
                </a>
              </>
            )}
          </li>
        ))}
        {count > ERRORS_SHOWN && <li>And {count - ERRORS_SHOWN} more below.</li>}
      </ul>
    </div>
  )
}

const ERRORS_SHOWN = 12
