/** A list's conditions in words. */
export function Meaning({ meaning }: { meaning: readonly string[] }) {
  return (
    <ul aria-label="Search filters" className="flex flex-wrap gap-1.5 text-sm text-muted">
      {(meaning.length ? meaning : ['All products']).map((words) => (
        <li key={words} className="max-w-full rounded-full border border-line px-3 py-1 wrap-anywhere">
          {words}
        </li>
      ))}
    </ul>
  )
}
