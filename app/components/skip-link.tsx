/**
 * The first link that the keyboard reaches on a page.
 * @param results the id of the page's list, if filters come before it
 */
export function SkipLink({ results }: { results?: string | undefined }) {
  return (
    <>
      {results && (
        <a href={`#${results}`} className="skip-link">
          Skip to results
        </a>
      )}
      <a href="#content" className="skip-link">
        Skip to content
      </a>
    </>
  )
}
