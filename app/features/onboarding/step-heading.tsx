import type { ReactNode } from 'react'

export function StepHeading({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className="mt-3 mb-9 lg:mt-0">
      <h1 className="max-w-[18ch] text-(length:--text-title) leading-[0.98] tracking-[-0.02em]">{title}</h1>
      {children && <div className="mt-5 max-w-[58ch] text-lg text-muted">{children}</div>}
    </header>
  )
}

/** An agreement that is required before the next step. */
export function Agreement({
  isChecked,
  onChange,
  children,
}: {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}) {
  return (
    <label className="tick mt-10 w-fit max-w-2xl !items-start !text-base [&_input]:mt-0.5">
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  )
}
