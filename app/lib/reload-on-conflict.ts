import type { ShouldRevalidateFunction } from '@remix-run/react'

/**
 * For a route whose forms may find that somebody else was faster: it then shows what has become of the thing. After
 * other refusals the page stays as it is.
 */
export const reloadOnConflict: ShouldRevalidateFunction = ({ actionStatus = 0, defaultShouldRevalidate }) =>
  actionStatus === 409 || (actionStatus < 400 && defaultShouldRevalidate)
