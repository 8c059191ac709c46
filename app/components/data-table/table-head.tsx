import Download from 'lucide-react/icons/download'

interface TableHeadProps {
  area: string
  title: string
  hint: string
  /** The link to a file of all rows that match the filters. */
  exportHref?: string
}

/** The heading of a table page. */
export function TableHead({ area, title, hint, exportHref }: TableHeadProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
      <div>
        <p className="eyebrow">{area}</p>
        <h1 className="mt-2 text-(length:--text-section) leading-none">{title}</h1>
      </div>
      {exportHref ? (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="max-w-[48ch] text-sm text-muted">{hint}</p>
          <a href={exportHref} download className="button button-quiet">
            <Download aria-hidden size={18} /> CSV
          </a>
        </div>
      ) : (
        <p className="max-w-[60ch] text-sm text-muted">{hint}</p>
      )}
    </div>
  )
}
