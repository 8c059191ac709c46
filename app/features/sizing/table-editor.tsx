import { FormMessage, SubmitButton, Field } from '#app/components/field.tsx'
import { Link } from '#app/components/link.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { SizeTableView } from '#app/parts/sizing/size-table-view.tsx'
import { AUDIENCE_NAMES, AUDIENCES, UNITS } from '#server/sizing/measures-values.schema.ts'
import { writeMeasure } from '#server/sizing/parse-measure.schema.ts'
import { parseCells, SOURCE_NAMES, SOURCES, type SaveSizeTableInput } from '#server/sizing/size-table.schema.ts'
import { shownCells, typedCells, type EditedTable } from './table-cells.ts'
import { TableGrid } from './table-grid.tsx'

interface TableEditorProps {
  /** Null for a new table. */
  table: EditedTable | null
  choices: RouterOutputs['sizeTables']['choices']
  /** The brand, category and audience of a new table, if the link names them. */
  wanted: { brand: string; category: string; audience: string }
}

/** The form of a size table: its subject, its cells, and a preview for shoppers. */
export function TableEditor({ table, choices, wanted }: TableEditorProps) {
  const form = usePageForm('table')
  const { Form } = form
  const unit = UNITS.find((each) => each === form.value('unit')) ?? 'cm'
  const shown = shownCells(form)
  const cells = shown ?? typedCells(table, 'cm')
  const measures: SaveSizeTableInput['measures'] =
    (form.value('measures') ?? table?.measures) === 'garment' ? 'garment' : 'body'
  const ease = form.value('ease') ?? (table && table.easeMm !== null ? writeMeasure(table.easeMm, 'cm') : '')
  const preview = parseCells({ cells, unit: shown ? unit : 'cm', measures, ease })
  return (
    <Form {...form.props} className="mt-8 grid grid-cols-1 gap-8">
      <input type="hidden" name="form" value="table" />
      <input type="hidden" name="tableId" value={table?.id ?? ''} />
      <input type="hidden" name="revision" value={table?.revision ?? 0} />
      <div className="grid gap-5 md:grid-cols-3">
        <SelectField form={form} name="brandId" label="Brand" defaultValue={table?.brandId ?? wanted.brand}>
          <option value="">Please choose</option>
          {choices.brands.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          form={form}
          name="categoryId"
          label="Category"
          defaultValue={table?.categoryId ?? wanted.category}
          hint="Also applies to subcategories without their own table."
        >
          <option value="">Please choose</option>
          {choices.categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          form={form}
          name="audience"
          label="Made for"
          defaultValue={table?.audience ?? (wanted.audience || 'women')}
        >
          {AUDIENCES.map((audience) => (
            <option key={audience} value={audience}>
              {AUDIENCE_NAMES[audience]}
            </option>
          ))}
        </SelectField>
        <SelectField
          form={form}
          name="source"
          label="Source of the measurements"
          defaultValue={table?.source ?? 'partner'}
        >
          {SOURCES.map((source) => (
            <option key={source} value={source}>
              {SOURCE_NAMES[source]}
            </option>
          ))}
        </SelectField>
        <SelectField form={form} name="measures" label="Measurements of" defaultValue={table?.measures ?? 'body'}>
          <option value="body">The body that each size fits</option>
          <option value="garment">The garment, measured all the way round</option>
        </SelectField>
        <div className="grid grid-cols-2 gap-3">
          <SelectField form={form} name="unit" label="Unit" defaultValue="cm">
            <option value="cm">cm</option>
            <option value="in">inches</option>
          </SelectField>
          <Field
            form={form}
            name="ease"
            label="Ease"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={ease}
            hint="How much wider the garment is than the body."
          />
        </div>
      </div>
      <TableGrid key={JSON.stringify(cells)} form={form} cells={cells} />
      <details>
        <summary className="link inline-flex min-h-11 items-center text-sm">
          Paste a table from a spreadsheet or CSV
        </summary>
        <div className="mt-2 grid gap-3">
          <TextAreaField
            form={form}
            name="pasted"
            label="Table, with or without headings"
            rows={5}
            hint="This replaces all cells above. You can also paste into the first cell."
          />
          <SubmitButton
            form={form}
            busy="Reading..."
            look="quiet"
            className="justify-self-start"
            name="act"
            value="fill"
          >
            Fill the table
          </SubmitButton>
        </div>
      </details>
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} busy="Saving..." className="w-full px-8 sm:w-auto" name="act" value="save">
          Save size table
        </SubmitButton>
        <SubmitButton
          form={form}
          busy="Loading..."
          look="quiet"
          className="w-full sm:w-auto"
          name="act"
          value="preview"
        >
          Preview
        </SubmitButton>
        <Link to={dashboardPaths.sizeTables()} className="button button-quiet w-full sm:w-auto">
          Back
        </Link>
      </div>
      {'rows' in preview && (
        <section>
          <h2 className="mb-3 font-sans text-base font-semibold">As shoppers see it</h2>
          <SizeTableView rows={preview.rows} unit="cm" caption="Preview of the size table" />
        </section>
      )}
    </Form>
  )
}
