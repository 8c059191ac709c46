const MAX_NAMED = 5

/** Explains why the viewer cannot approve a proposal, and names who can. */
export function WhoDecides({ obstacle, deciders }: { obstacle: string | null; deciders: readonly string[] | null }) {
  return (
    <p className="mt-1 text-sm text-muted wrap-anywhere">
      {obstacle && `${obstacle} `}
      {deciders &&
        (deciders.length
          ? `These administrators can approve it: ${deciders.slice(0, MAX_NAMED).join(', ')}${deciders.length > MAX_NAMED ? ` and ${deciders.length - MAX_NAMED} more` : ''}`
          : 'Nobody can approve this now. Someone with access to the server can add an independent administrator with: npm run admin -- create EMAIL')}
    </p>
  )
}
