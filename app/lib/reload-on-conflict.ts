import type { ShouldRevalidateFunction } from '@remix-run/react'

/**
 * For a route with forms that may be too late because another person was faster: it then shows the current state. After
 * other errors the page stays as it is.
 */
export const reloadOnConflict: ShouldRevalidateFunction = ({ actionStatus = 0, defaultShouldRevalidate }) =>
  actionStatus === 409 || (actionStatus < 400 && defaultShouldRevalidate)
