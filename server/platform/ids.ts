import { v7 as uuidv7, validate } from 'uuid'

/** A new sortable id. */
export const newId = (): string => uuidv7()

/** False for anything that PostgreSQL would refuse as a uuid. */
export const isId = (value: string): boolean => validate(value)
