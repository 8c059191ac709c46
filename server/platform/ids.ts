import { v7 as uuidv7, validate } from 'uuid'

/** Creates a sortable id. */
export const newId = (): string => uuidv7()

/** Whether PostgreSQL accepts the text as a uuid. */
export const isId = (value: string): boolean => validate(value)
