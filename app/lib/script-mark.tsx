import { createContext } from 'react'

/** The nonce of our inline scripts; undefined in the browser. */
export const ScriptMark = createContext<string | undefined>(undefined)
