import { useEffect, useLayoutEffect } from 'react'

/** As useLayoutEffect, which React refuses on the server. */
export const useEffectBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect
