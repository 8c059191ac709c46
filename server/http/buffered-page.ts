/** A page with its bytes in memory. Reading a Response's stream costs as much as compressing the page. */
export class BufferedPage extends Response {
  readonly buffer: Buffer

  constructor(html: string, init: ResponseInit) {
    const bytes = Buffer.from(html)
    super(bytes, init)
    this.buffer = bytes
  }
}
