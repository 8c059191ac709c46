import { createContext } from 'react'

/** The nonce that our inline scripts are rendered with, by which the server tells them from others; undefined in the browser. */
export const ScriptMark = createContext<string | undefined>(undefined)
