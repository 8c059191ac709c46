/** A remark about a line of the file; `handle` is '' if unknown. */
export interface Note {
  line: number
  handle: string
  reason: string
}
