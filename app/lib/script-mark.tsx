import { createContext } from 'react'

/** The nonce by which the server recognises our inline scripts; undefined in the browser. */
export const ScriptMark = createContext<string | undefined>(undefined)
